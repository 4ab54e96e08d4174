import fc from 'fast-check';
import { expect } from 'vitest';
import { actor, command, place, post } from './command.ts';
import { isFull, projectAt, refusal } from './model.ts';

const code = fc.constantFrom('fr', 'fr', 'de', 'zh-CN', 'en', 'FR', 'xx');

export const languages = [
  command(
    'addLanguage',
    { actor, place, code, autoTranslate: fc.boolean(), again: fc.boolean() },
    async (drawn, model, worlds) => {
      const { actor, code, autoTranslate } = drawn;
      const project = projectAt(model, drawn.place);
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        (['en', 'FR', 'xx'].includes(code)
          ? 400
          : project.languages.some((one) => one.code === code)
            ? 409
            : isFull(project.languages, model.limits.languages)
              ? 429
              : 201);
      const path = `/projects/${project.id}/languages`;
      const answer = await post(worlds, model, { ...drawn, path, body: { code, autoTranslate } });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 201) return;
      expect(answer.body.data.totalPages).toBe(project.pages.length);
      project.languages.push({ code, autoTranslate });
    },
  ),
  command('removeLanguage', { actor, place, code }, async (drawn, model, { ask }) => {
    const { actor, code } = drawn;
    const project = projectAt(model, drawn.place);
    const language = project.languages.find((one) => one.code === code);
    const answer = await ask(actor, `DELETE /projects/${project.id}/languages/${code}`);
    expect(answer.status, answer.text).toBe(
      refusal(model, actor, { project, writes: true }) ??
        (['FR', 'xx'].includes(code) ? 400 : language ? 200 : 404),
    );
    if (answer.status !== 200) return;
    project.languages = project.languages.filter((one) => one !== language);
  }),
  command('listLanguages', { actor, place }, async ({ actor, place }, model, { ask }) => {
    const project = projectAt(model, place);
    const answer = await ask(actor, `GET /projects/${project.id}/languages`);
    expect(answer.status).toBe(refusal(model, actor, { project, writes: false }) ?? 200);
    if (answer.status !== 200) return;
    expect(answer.body.data.targetLanguages).toHaveLength(project.languages.length);
    expect(answer.body.data.targetLanguages).toEqual(
      expect.arrayContaining(project.languages.map((one) => expect.objectContaining(one))),
    );
  }),
];

import fc from 'fast-check';
import { expect } from 'vitest';
import { foldTerm } from '../../../../schema/glossary.ts';
import { actor, command, maybe, perPage, place, post } from './command.ts';
import { hasTwin, isFull, nth, projectAt, refusal, walk } from './model.ts';

const word = fc.oneof(
  fc.constantFrom('Build', 'build', ' build '),
  fc.constantFrom(
    ...['straße', 'STRASSE', 'é', 'e\u0301', 'É', 'a_b', 'a%b', 'ab', 'İ', 'ı', 'Zebra', 'zebra'],
    ...['\u{1d4b3}', '\uffff', '日本', 'ﬁ'],
  ),
);

export const terms = [
  command(
    'addTerm',
    {
      ...{ actor, place, word, caseSensitive: fc.boolean(), again: fc.boolean() },
      translations: fc.constantFrom<Record<string, string>>({}, { fr: 'x' }, { en: 'x' }),
    },
    async (drawn, model, worlds) => {
      const { actor, word, caseSensitive, translations } = drawn;
      const project = projectAt(model, drawn.place);
      const term = word.normalize('NFC').trim();
      const expected =
        refusal(model, actor, { project, writes: true }) ??
        ('en' in translations
          ? 400
          : hasTwin(project, { term, caseSensitive })
            ? 409
            : isFull(project.terms, model.limits.terms)
              ? 429
              : 201);
      const path = `/projects/${project.id}/glossary`;
      const body = { term: word, caseSensitive, translations };
      const answer = await post(worlds, model, { ...drawn, path, body });
      expect(answer.status, answer.text).toBe(expected);
      if (expected !== 201) return;
      project.terms.push({ id: answer.body.data.id, term, caseSensitive, translations });
    },
  ),
  command(
    'updateTerm',
    { actor, place, which: fc.nat(20), word, caseSensitive: maybe(fc.boolean()) },
    async ({ actor, place, which, word, caseSensitive }, model, { ask }) => {
      const project = projectAt(model, place);
      // A term of another project is not found.
      const known = nth(which > 17 ? projectAt(model, place + 1).terms : project.terms, which);
      const own = known && project.terms.includes(known) ? known : undefined;
      const next = {
        term: word.normalize('NFC').trim(),
        caseSensitive: caseSensitive ?? own?.caseSensitive ?? true,
      };
      const path = `/projects/${project.id}/glossary/${known?.id ?? 'trm_x'}`;
      const answer = await ask(actor, `PUT ${path}`, {
        ...{ sourceTerm: word },
        ...(caseSensitive === undefined ? {} : { caseSensitive }),
      });
      expect(answer.status, answer.text).toBe(
        refusal(model, actor, { project, writes: true }) ??
          (!own ? 404 : hasTwin(project, next, own) ? 409 : 200),
      );
      if (answer.status === 200 && own) Object.assign(own, next);
    },
  ),
  command('deleteTerm', { actor, place, which: fc.nat(20) }, async (drawn, model, { ask }) => {
    const project = projectAt(model, drawn.place);
    const term = nth(project.terms, drawn.which);
    const path = `/projects/${project.id}/glossary/${term?.id ?? 'trm_x'}`;
    const answer = await ask(drawn.actor, `DELETE ${path}`);
    expect(answer.status, answer.text).toBe(
      refusal(model, drawn.actor, { project, writes: true }) ?? (term ? 200 : 404),
    );
    if (answer.status !== 200) return;
    project.terms = project.terms.filter((one) => one !== term);
  }),
  command(
    'listTerms',
    {
      place,
      perPage,
      q: maybe(fc.constantFrom('BUIL', 'BUIL', '_', '%', 'e\u0301', 'ss', 'I', '\\')),
    },
    async ({ place, perPage, q }, model, worlds) => {
      const project = projectAt(model, place);
      const actor = project.owner === 'own' ? 'reader' : 'stranger';
      if (refusal(model, actor, { project, writes: false })) return;
      const query = new URLSearchParams({ perPage: String(perPage), ...(q ? { q } : {}) });
      const rows = await walk(worlds, actor, `/projects/${project.id}/glossary?${query}`);
      expect(rows).toEqual(
        project.terms
          .filter(({ term }) => foldTerm(term).includes(foldTerm(q ?? '')))
          .toSorted((a, b) => byBytes(foldTerm(a.term), foldTerm(b.term)) || byBytes(a.id, b.id))
          .map((term) => expect.objectContaining(term)),
      );
    },
  ),
];

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

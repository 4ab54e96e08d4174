import fc from 'fast-check';
import { expect } from 'vitest';
import { actor, command, place } from './command.ts';
import { ownerOf, projectAt, refusal } from './model.ts';
import type { Actor } from './worlds.ts';

export const wrong = [
  command(
    'sendNonsense',
    {
      ...{ actor, place },
      line: fc.constantFrom('POST glossary', 'POST languages', 'POST webhooks', 'POST translate'),
      raw: fc.constantFrom(
        '',
        '{',
        'null',
        '[]',
        '{"a":1}',
        '{"__proto__":{}}',
        '{"term":"\\u0000"}',
      ),
    },
    async ({ actor, place, line, raw }, model, { ask }) => {
      const project = projectAt(model, place);
      const at = line.replace(' ', ` /projects/${project.id}/`);
      const expected = refusal(model, actor, { project, writes: true });
      const { status } = await ask(actor, at, undefined, { raw });
      expect(status).toBe(expected ?? 400);
      const headers = { 'content-type': 'text/plain' };
      expect((await ask(actor, at, undefined, { raw, headers })).status).toBe(expected ?? 415);
    },
  ),
  command(
    'forgeCursor',
    {
      ...{ place, list: fc.constantFrom('translate', 'deployments', 'feedback') },
      actor: fc.constantFrom<Actor>('owner', 'stranger'),
      side: fc.constantFrom('after', 'before'),
      key: fc.tuple(fc.maxSafeInteger(), fc.constantFrom('', '\u{10ffff}', "'")),
    },
    async ({ actor, place, list, side, key }, model, { ask }) => {
      const project = projectAt(model, place);
      const text = JSON.stringify(['time', side, 3, ...key]);
      const cursor = Buffer.from(text).toString('base64url');
      const projects = await ask(actor, `GET /projects?cursor=${cursor}`);
      expect(projects.status).toBe(200);
      for (const { id } of projects.body.data) {
        expect(model.projects.find((one) => one.id === id)?.owner).toBe(ownerOf(actor));
      }
      const { status } = await ask(actor, `GET /projects/${project.id}/${list}?cursor=${cursor}`);
      expect(status).toBe(refusal(model, actor, { project, writes: false }) ?? 200);
    },
  ),
];

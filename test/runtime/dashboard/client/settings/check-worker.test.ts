import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundleDashboard } from '../../../../../runtime/dashboard/bundle.ts';
import type { Finding } from '../../../../../runtime/dashboard/client/settings/check-text.ts';
import { mistakes, ofFiles, textOf } from '../../../../pipeline/config/mistakes.ts';
import { makeTempDir } from '../../../../support/temp.ts';

type Send = (message: { data: { id: number; text: string } }) => void;
type Answer = { readonly id: number; readonly findings: readonly Finding[] };

const dir = makeTempDir();
let send: Send;
const answers: Answer[] = [];
const code: string[] = [];

/** The worker as browsers get it, with a page that only listens. */
beforeAll(async () => {
  for (const { name, plain } of await bundleDashboard()) {
    if (name.endsWith('.js')) writeFileSync(join(dir, name), plain);
    if (!name.startsWith('check-worker')) continue;
    code.push(name, new TextDecoder().decode(plain));
  }
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: Send) => {
      send = listener;
    },
    postMessage: (answer: Answer) => answers.push(answer),
  });
  await import(pathToFileURL(join(dir, code[0] ?? '')).href);
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const check = async (text: string) => {
  const id = answers.length + 1_000;
  send({ data: { id, text } });
  await vi.waitFor(() => expect(answers.at(-1)?.id).toBe(id), { interval: 1 });
  return answers.at(-1)?.findings ?? [];
};

describe('settings in a browser have the mistakes of docent check', () => {
  test.each(mistakes)('%s', async (_title, config, ...expected) => {
    const found = await check(textOf(config));
    expect(
      found.map(
        ({ line, column, severity, code, reason, note }) =>
          `${line}:${column} ${severity} ${code}: ${reason} → ${note}`,
      ),
    ).toEqual(expected.filter((line) => !ofFiles.test(String(line))));
  });
});

test('the check of settings generates no code, which the policy of the page would refuse', () => {
  expect(code[1]).not.toMatch(/new Function|\beval\(/);
});

test('a text that another one follows is not checked', async () => {
  const before = answers.length;
  for (const id of [1, 2, 3]) send({ data: { id, text: '{' } });
  await vi.waitFor(() => expect(answers.at(-1)?.id).toBe(3));
  expect(answers).toHaveLength(before + 1);
});

test('parts of a file that are in other files are not said to be missing', async () => {
  const found = await check(
    '{"name":5,"colors":{"primary":"#0d9373"},"navigation":{"$ref":"./nav.json"}}',
  );
  expect(found.map(({ code, path }) => `${path} ${code}`)).toEqual(['name wrong-type']);
});

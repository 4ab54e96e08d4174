import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { differingLines, findLine, linesNow, linesOf } from '../../../pipeline/output/lines.ts';
import { makeTempDir } from '../../support/temp.ts';

const folder = makeTempDir();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'lines.jsonl');
const write = (entries: readonly { readonly key: string }[]) => {
  const lines = entries.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
};

describe('a file of lines', () => {
  test('gives the line of each key that it has, whatever lengths they are of, and of no other', () => {
    const keys = fc.string({ unit: 'grapheme', maxLength: 30 });
    const lengths = fc.oneof(fc.nat(50), fc.nat(9000));
    const entries = fc.uniqueArray(fc.tuple(keys, lengths), {
      maxLength: 40,
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(entries, keys, (all, other) => {
        write(all.map(([key, length]) => ({ key, text: 'é'.repeat(length) })));
        for (const [key, length] of all) {
          const line = JSON.parse(findLine(file, key) ?? 'null');
          expect(line).toEqual({ key, text: 'é'.repeat(length) });
        }
        if (!all.some(([key]) => key === other)) expect(findLine(file, other)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  test('finds a line that begins exactly where the search halves the file', () => {
    write(['a', 'b', 'c', 'd'].map((key) => ({ key, text: 'x'.repeat(3000) })));
    for (const key of ['a', 'b', 'c', 'd']) {
      expect(JSON.parse(findLine(file, key) ?? 'null')).toMatchObject({ key });
    }
  });

  test('gives the lines from a key on, of the one or of the next one that it has', () => {
    const keys = ['a', 'b', 'd', 'e'];
    write(keys.map((key) => ({ key, text: 'x'.repeat(key === 'b' ? 300_000 : 3000) })));
    const keysFrom = (key?: string) =>
      [...linesNow(file, key)].map((line) => JSON.parse(line).key).join('');
    expect(keysFrom()).toBe('abde');
    expect(keysFrom('a')).toBe('abde');
    expect(keysFrom('c')).toBe('de');
    expect(keysFrom('e')).toBe('e');
    expect(keysFrom('f')).toBe('');
  });

  test('finds keys that are longer than what is read at once', () => {
    const keys = ['a', 'b', 'c'].map((letter) => `${'x'.repeat(9000)}${letter}`);
    write(keys.map((key) => ({ key })));
    for (const key of keys) expect(JSON.parse(findLine(file, key) ?? 'null')).toEqual({ key });
    expect(findLine(file, `${'x'.repeat(9000)}bb`)).toBeUndefined();
  });

  test('gives its lines in turn, and parts of it by their place in bytes', async () => {
    write([{ key: 'é' }, { key: 'a' }]);
    const lines: string[] = [];
    for await (const line of linesOf(file)) lines.push(line);
    expect(lines).toEqual(['{"key":"a"}', '{"key":"é"}']);
    expect(findLine(file, 'z')).toBeUndefined();
  });
});

test('lists that differ are told apart, whatever was added, changed or removed', () => {
  const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', 'z'), fc.nat(2));
  const listOf = (list: Readonly<Record<string, number>>) =>
    Object.entries(list)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => JSON.stringify({ key, value }));
  fc.assert(
    fc.property(values, values, (before, now) => {
      const [old, next] = [listOf(before), listOf(now)];
      const found = [...differingLines(old, next)];
      const linesIn = (asked: string) =>
        found.flatMap(({ side, line }) => (side === asked ? [line] : []));
      expect(linesIn('before')).toEqual(old.filter((line) => !next.includes(line)));
      expect(linesIn('now')).toEqual(next.filter((line) => !old.includes(line)));
    }),
  );
});

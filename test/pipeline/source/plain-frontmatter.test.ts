import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMap, isScalar, parseDocument } from 'yaml';
import { splitFrontmatter } from '../../../pipeline/source/frontmatter-range.ts';
import { type Field, plainFields } from '../../../pipeline/source/plain-frontmatter.ts';
import { corpus } from '../../support/corpus.ts';
import { pageFiles } from './pages.ts';

/** Keys and values with their places, from either reader. */
const shape = (fields: readonly Field[]) =>
  fields.map(({ key, value }) =>
    [key, value].map((node) =>
      isScalar(node) ? [node.value, node.range?.slice(0, 2)] : 'no scalar',
    ),
  );

function fromYaml(yaml: string) {
  const { contents, errors } = parseDocument(yaml, { prettyErrors: false, strict: false });
  return errors.length === 0 && isMap(contents) ? shape(contents.items) : errors;
}

describe('plainFields', () => {
  test('takes plain lines, quotes and booleans', () => {
    const yaml = `title: Quick start\nog:title: "A: b # c"\ndescription: '它'\n\nhidden: true\n`;
    const fields = plainFields(yaml);
    expect(fields && shape(fields).map(([key, value]) => [key?.[0], value?.[0]])).toEqual([
      ['title', 'Quick start'],
      ['og:title', 'A: b # c'],
      ['description', '它'],
      ['hidden', true],
    ]);
    expect(fields && shape(fields)).toEqual(fromYaml(yaml));
  });

  test.each([
    'title: 404',
    'title: True',
    'title:',
    'title: Null',
    'title: a: b',
    'title: a # b',
    'title: a:',
    'title: "a\\n"',
    "title: 'it''s'",
    'title: a\n  b',
    'title: a\ntitle: b',
    'title: >-\n  a',
    'keywords: [a, b]',
    '# a: b',
    'title: a\r',
    'title: a ',
    'title: *a',
    '',
  ])('leaves %j to YAML', (yaml) => {
    expect(plainFields(yaml)).toBeUndefined();
  });

  test('reads what it takes as YAML does', () => {
    const part = fc.constantFrom(
      ...['title', 'og:title', 'a-b', 'null', ':', ': ', ' ', '#', ' #', '"', "'", '\n', '\n', '-'],
      ...['true', 'False', '~', '[', '{', ',', '*', '&', '!', '|', '>', '%', '@', '`', '\\', '\t'],
      ...[
        '\r',
        '1',
        '1.5',
        'é',
        '它',
        'word',
        'two words',
        '...',
        '---',
        '?',
        '= ',
        '\u2028',
        '🙂',
      ],
    );
    const field = fc.tuple(
      fc.constantFrom('title', 'a', 'og:b', 'c-d', 'null'),
      fc.array(part, { maxLength: 4 }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 3 }), (lines) => {
        const yaml = lines.map(([key, parts]) => `${key}: ${parts.join('')}\n`).join('');
        const fields = plainFields(yaml);
        if (!fields) return;
        taken++;
        expect(shape(fields)).toEqual(fromYaml(yaml));
      }),
      { numRuns: 5000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

describe.each(['mem0', 'dify'] as const)('front matter of %s', (name) => {
  const dir = corpus(name);

  test.skipIf(dir === undefined)('is the same from both readers', () => {
    if (dir === undefined) return;
    let taken = 0;
    const files = pageFiles(dir);
    for (const file of files) {
      const { yaml } = splitFrontmatter(readFileSync(join(dir, file), 'utf8'));
      const fields = yaml === undefined ? undefined : plainFields(yaml);
      if (!yaml || !fields) continue;
      taken++;
      expect(shape(fields)).toEqual(fromYaml(yaml));
    }
    // Most heads are plain: else there would be no need for a reader of their own.
    expect(taken).toBeGreaterThan(files.length / 2);
  });
});

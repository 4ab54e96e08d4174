import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIds, dialectId, headingIds } from '../../../pipeline/source/headings.ts';
import { parsePage } from '../../../pipeline/source/parse.ts';

const ids = (text: string) => {
  const list = createIds();
  headingIds(parsePage({ path: 'a.mdx', text }, { format: 'mdx' }).root, list);
  return { ids: list.all(), aliases: Object.fromEntries(list.aliases()) };
};

describe('headingIds', () => {
  test('makes GitHub-style ids, each of them once', () => {
    expect(ids('# Über uns\n## Use `npm i`\n## Use `npm i`\n## 安装\n## !?').ids).toEqual([
      'über-uns',
      'use-npm-i',
      'use-npm-i-1',
      '安装',
      'section',
    ]);
  });

  test('keeps the ids of the other dialect as aliases', () => {
    const made = ids('## Node.js 20.1\n## Setup\n## Setup\n## What’s new & next');
    expect(made.ids).toEqual(['nodejs-201', 'setup', 'setup-1', 'whats-new--next']);
    expect(made.aliases).toMatchObject({
      'node-js-20-1': 'nodejs-201',
      'setup-2': 'setup-1',
      'what’s-new-&-next': 'whats-new--next',
    });
  });

  test('uses the author’s id and lets the old one lead there', () => {
    expect(ids('## Set up {#go}')).toEqual({ ids: ['go'], aliases: { 'set-up': 'go' } });
  });

  test('never lets an alias hide a real id', () => {
    const made = ids('## A {#x}\n## B {#a}');
    expect(made.ids).toEqual(['x', 'a']);
    expect(made.aliases).toEqual({ b: 'a' });
  });

  test('is unique whatever the texts are', () => {
    const text = fc.oneof(fc.constantFrom('a', 'A', 'a-1', 'a 1', '', 'a-1-1'), fc.string());
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const list = createIds();
        const made = texts.map((item) => list.next(item));
        expect(new Set(made).size).toBe(made.length);
        for (const alias of list.aliases().keys()) expect(made).not.toContain(alias);
      }),
    );
  });

  test('knows every spelling that the other dialect had for signs and code', () => {
    const made = ids('## `tasks.batchTrigger()`\n## USE_CACHE: why?\n## A, b');
    expect(made.ids).toEqual(['tasksbatchtrigger', 'use_cache-why', 'a-b']);
    expect(made.aliases).toEqual({
      'tasks-batchtrigger': 'tasksbatchtrigger',
      'use-cache-why': 'use_cache-why',
    });
  });

  test('takes further addresses of a part, the first one of each', () => {
    const list = createIds();
    list.next('id', undefined, ['param-id', 'id']);
    list.next('id', undefined, ['param-id']);
    expect(Object.fromEntries(list.aliases())).toEqual({ 'param-id': 'id', 'id-2': 'id-1' });
  });

  test('spells like the other dialect', () => {
    expect(dialectId('POST /users & (more)')).toBe('post-/users-&-more');
  });
});

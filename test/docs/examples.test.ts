import { describe, expect, test } from 'vitest';
import { readConfig } from '../../pipeline/config/read.ts';
import { parsePage } from '../../pipeline/source/parse.ts';
import { handbookFences } from '../support/fences.ts';
import { minimalConfig } from '../support/temp.ts';

const fences = handbookFences();

describe('the examples of the handbook', () => {
  const configs = fences.filter((fence) => fence.info.startsWith('json docs.json'));

  test('are many', () => {
    expect(new Set(fences.map(({ page }) => page)).size).toBeGreaterThan(50);
    expect(configs.length).toBeGreaterThan(30);
  });

  test.each(configs)('of docs.json are valid: $page, line $line', ({ text }) => {
    const part = JSON.parse(text) as Record<string, unknown>;
    const group = 'group' in part;
    const config = group ? { navigation: { groups: [part] } } : part;
    const { problems } = readConfig(JSON.stringify({ ...minimalConfig(['index']), ...config }), {
      file: 'docs.json',
      readRef: () => '{"groups":[{"group":"Pages","pages":["index"]}]}',
    });
    expect(problems).toEqual([]);
  });

  test('of pages can be read', () => {
    for (const { page, info, text } of fences.filter((fence) => /^mdx\b/.test(fence.info))) {
      const { problems } = parsePage({ path: page, text }, { format: 'mdx', latex: true });
      expect(problems, `${page} ${info} ${text}`).toEqual([]);
    }
  });

  test('of other JSON are JSON', () => {
    for (const { page, info, text } of fences.filter((fence) =>
      /^jsonl?(?! docs)\b/.test(fence.info),
    )) {
      const values = info.startsWith('jsonl') ? text.trim().split('\n') : [text];
      for (const value of values) {
        expect(() => JSON.parse(value), `${page} ${info}`).not.toThrow();
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fieldEdit, fieldsOf, sameRest } from '../../../pipeline/translate/fields.ts';
import { splice } from '../../../pipeline/translate/splice.ts';

const page = `---
title: A title
"og:title": "Quoted: one"
description: >-
  A long
  description
sidebarTitle: 'It''s'
keywords: [first, "second one"]
icon: rocket # the title of it
other:
  title: not this one
---

title: nor this
`;

function change(text: string, to: (value: string) => string): string {
  return splice(
    text,
    fieldsOf(text).map((field) => fieldEdit(field, to(field.value), text)),
  );
}

describe('front matter', () => {
  test('has the fields that readers see, and no others', () => {
    expect(fieldsOf(page).map(({ key, value }) => [key, value])).toEqual([
      ['title', 'A title'],
      ['og:title', 'Quoted: one'],
      ['description', 'A long description'],
      ['sidebarTitle', "It's"],
      ['keywords', 'first'],
      ['keywords', 'second one'],
    ]);
  });

  test('keeps its quotes, comments and everything else', () => {
    const changed = change(page, (value) => `${value} neu`);
    expect(changed).toContain('title: A title neu\n"og:title": "Quoted: one neu"\n');
    expect(changed).toContain('description: >-\n  A long description neu\nsidebarTitle: ');
    expect(changed).toContain(
      "sidebarTitle: 'It''s neu'\nkeywords: [first neu, \"second one neu\"]",
    );
    expect(changed).toContain('icon: rocket # the title of it\nother:\n  title: not this one\n---');
    expect(sameRest(page, changed)).toBe(true);
    expect(sameRest(page, page.replace('rocket', 'globe'))).toBe(false);
  });

  test('says every value, whatever signs are in it', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => {
      const flat = text.replace(/\s+/g, ' ').trim();
      return flat !== '' && !/[\p{Cc}\p{Cs}\ufeff\u2028\u2029\u0085]/u.test(flat);
    });
    fc.assert(
      fc.property(words, (value) => {
        const changed = change(page, () => value);
        const flat = value.replace(/\s+/g, ' ').trim();
        const yaml = changed.split('---\n')[1] ?? '';
        const read = parse(yaml) as Record<string, unknown>;
        expect(read.title).toBe(flat);
        expect(read['og:title']).toBe(flat);
        expect(String(read.description).trim()).toBe(flat);
        expect(read.sidebarTitle).toBe(flat);
        expect(read.keywords).toEqual([flat, flat]);
        expect(read.icon).toBe('rocket');
      }),
      { numRuns: 300 },
    );
  });
});

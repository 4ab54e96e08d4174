import { describe, expect, test } from 'vitest';
import { type HandWork, translateByHand } from '../../../pipeline/translate/by-hand.ts';

const source = `---
title: Setup of it
---

## First step

Install \`docent\` with [the manager](/manager).

<Card title="More of it" href="/more">

Then start the server.

</Card>
`;
const german = source
  .replace('Setup of it', 'Einrichtung')
  .replace('First step', 'Erster Schritt')
  .replace(
    'Install `docent` with [the manager]',
    'Mit [dem Manager](/manager) `docent` installieren',
  )
  .replace('installieren(/manager)', 'installieren')
  .replace('More of it', 'Mehr davon')
  .replace('Then start the server.', 'Dann den Server starten.');

async function byHand(
  text: string,
  work: Partial<HandWork> & { readonly known?: readonly string[] },
) {
  const { known = [], ...rest } = work;
  const made = await translateByHand(
    { path: 'setup', text, title: 'Setup of it', format: 'mdx' },
    { translation: german, isStale: false, ...rest },
    {
      ...{ from: 'en', to: 'de', style: 'formal', glossary: [], modelName: 'm' },
      props: { Card: ['title'] },
      recall: async () => known[0],
    },
  );
  if (!made) throw new Error('The page could not be read.');
  return made;
}

describe('translating by hand', () => {
  test('shows source and translation by segment, with the same marks', async () => {
    const { segments, text, title, untranslated } = await byHand(source, {});
    expect(segments.map(({ name, source: from, target }) => [name, from, target])).toEqual([
      ['title', 'Setup of it', 'Einrichtung'],
      ['heading', 'First step', 'Erster Schritt'],
      [
        'paragraph',
        'Install <x1/> with <g2>the manager</g2>.',
        'Mit <g2>dem Manager</g2> <x1/> installieren.',
      ],
      ['Card.title', 'More of it', 'Mehr davon'],
      ['paragraph', 'Then start the server.', 'Dann den Server starten.'],
    ]);
    expect(segments[2]?.marks).toEqual({ x1: '`docent`', g2: '[…](/manager)' });
    // Nothing was edited: the text is what it was.
    expect({ text, title, untranslated }).toEqual({
      ...{ text: german, title: 'Einrichtung', untranslated: [] },
    });
  });

  test('replaces the words of one segment and nothing else', async () => {
    const edits = new Map([
      [2, '<x1/> mit <g2>ihm</g2> *holen*.'],
      [3, 'Noch "mehr"'],
    ]);
    const { text, segments } = await byHand(source, { edits });
    expect(text).toContain('`docent` mit [ihm](/manager) \\*holen\\*.');
    expect(text).toContain('<Card title="Noch &quot;mehr&quot;" href="/more">');
    expect(text).toContain('## Erster Schritt');
    expect(segments.every(({ isTranslated }) => isTranslated)).toBe(true);
  });

  test.each([
    ['Mit <g2>dem Manager</g2> installieren.', 'the inline code `docent` is missing'],
    ['<x1/> <x1/> <g2>so</g2>', 'appears more than once'],
    ['<x1/> <g2>so</g2> <script>alert(1)</script>', 'adds an HTML tag'],
    ['<x1/> <g2>so</g2> {alert(1)}', 'adds the markup "{"'],
    ['<x1/> <g2>so</g2> https://evil.example', 'adds the address'],
    ['<x1/> <g2>so</g2> [klick](javascript:alert)', 'adds the'],
    ['<x1/> <g2></g2>', 'has no words'],
    ['<x1/> <g2>so</g2> \u202e', 'control characters'],
  ])('refuses %j with the reason', async (target, reason) => {
    const { text, segments } = await byHand(source, { edits: new Map([[2, target]]) });
    expect(segments[2]).toMatchObject({ isTranslated: false, target });
    expect(segments[2]?.problem).toContain(reason);
    expect(text).not.toContain(target);
  });

  test('finds translations again in a page that has changed, and says which are not known', async () => {
    const changed = source
      .replace('## First step', 'A new paragraph comes first.\n\n## First step')
      .replace('Then start the server.', 'Then stop the server.');
    const { segments, text } = await byHand(changed, { isStale: true });
    expect(segments.map(({ source: from, target }) => [from, target])).toEqual([
      ['Setup of it', 'Einrichtung'],
      ['A new paragraph comes first.', null],
      ['First step', 'Erster Schritt'],
      expect.anything(),
      ['More of it', 'Mehr davon'],
      ['Then stop the server.', 'Dann den Server starten.'],
    ]);
    expect(segments.some(({ isKnown }) => isKnown)).toBe(false);
    expect(text).toContain('A new paragraph comes first.\n\n## Erster Schritt');
  });

  test('begins with a page that has no translation', async () => {
    const edits = new Map([[1, 'Erstens']]);
    const { text, segments, untranslated } = await byHand(source, {
      ...{ translation: undefined, edits },
    });
    expect(segments.filter(({ isTranslated }) => isTranslated)).toHaveLength(1);
    expect(text).toBe(source.replace('First step', 'Erstens'));
    expect(untranslated).toHaveLength(4);
  });

  test('knows what an earlier save has left in the source language', async () => {
    const first = await byHand(source, {
      ...{ translation: undefined, edits: new Map([[1, 'Erstens']]) },
    });
    const { text: translation, untranslated } = first;
    const again = { translation, untranslated };
    const { segments } = await byHand(source, again);
    expect(segments.map(({ target }) => target)).toEqual([null, 'Erstens', null, null, null]);
    const edits = new Map([[4, 'Then start the server.']]);
    const second = await byHand(source, { ...again, edits });
    expect(second.untranslated).toHaveLength(3);
    // Words that are the same in both languages are a translation.
    const { segments: last } = await byHand(source, {
      ...{ translation: second.text, untranslated: second.untranslated },
    });
    expect(last.map(({ isTranslated }) => isTranslated)).toEqual([false, true, false, false, true]);
    const grown = source.replace('## First step', 'One more.\n\n## First step');
    const { segments: moved } = await byHand(grown, { ...again, isStale: true });
    expect(moved.map(({ target }) => target)).toEqual([null, null, 'Erstens', null, null, null]);
  });
});

import { describe, expect, test } from 'vitest';
import { mapMemory, type Term, translateLabels } from '../../../pipeline/translate/page.ts';
import { answerOf, fakeModel, goodModel } from './fake-model.ts';

const base = { from: 'en', to: 'de', style: 'formal', glossary: [] } as const;

/** Translates labels with fixed answers: label as the model sees it → translation. */
async function by(labels: readonly string[], answers: Record<string, string>) {
  const model = fakeModel((segments) => answerOf(segments, ({ text }) => answers[text] ?? text));
  const options = { ...base, model, memory: mapMemory(), pseudo: true };
  return Object.fromEntries(await translateLabels(labels, options));
}

describe('labels', () => {
  test('are translated as plain words, signs and all', async () => {
    const found = await by(['1. Start', 'C# & F#', 'Use `run`', 'The snake_case_name'], {
      '1. Start': '1. Anfang',
      'C# & F#': 'C# und F#',
      'Use <x1/>': '<x1/> benutzen',
      'The snake_case_name': 'Der snake_case_name',
    });
    expect(found).toEqual({
      '1. Start': '1. Anfang',
      'C# & F#': 'C# und F#',
      'Use `run`': '`run` benutzen',
      'The snake_case_name': 'Der snake_case_name',
    });
  });

  test('of a banner keep links, emphasis and code around their words', async () => {
    const banner = 'Version 2 is **here**: [what *is* new](/changelog#v2), or `run` it.';
    const found = await by([banner], {
      'Version 2 is <g1>here</g1>: <g2>what <g3>is</g3> new</g2>, or <x4/> it.':
        '<g2>Was <g3>ist</g3> neu</g2>? Version 2 ist <g1>da</g1>, <x4/>.',
    });
    expect(found[banner]).toBe('[Was *ist* neu](/changelog#v2)? Version 2 ist **da**, `run`.');
  });

  test('whose translation would be other marks than the source are left out', async () => {
    expect(
      await by(['See [this](/a) now'], { 'See <g1>this</g1> now': 'Sieh <g1>d]as</g1>' }),
    ).toEqual({});
    expect(await by(['Plain words'], { 'Plain words': 'Ein [Link](/x)' })).toEqual({});
  });

  test('follow the glossary, and cost nothing a second time', async () => {
    const glossary: Term[] = [
      {
        term: 'Acme Cloud',
        description: '',
        translations: {},
        caseSensitive: true,
        doNotTranslate: true,
      },
    ];
    const model = goodModel('de');
    const options = { ...base, model, memory: mapMemory(), glossary };
    const labels = ['Start with Acme Cloud today', 'Guides'];
    const first = await translateLabels(labels, options);
    expect(first.get(labels[0] ?? '')).toContain('Acme Cloud');
    const spent = model.requests.length;
    expect(await translateLabels(labels, options)).toEqual(first);
    expect(model.requests.length).toBe(spent);
  });
});

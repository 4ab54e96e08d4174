import { describe, expect, test } from 'vitest';
import {
  mapMemory,
  type TranslateOptions,
  translatePage,
} from '../../../pipeline/translate/page.ts';
import { type AskedSegment, answerOf, fakeModel, misdeeds, translated } from './fake-model.ts';

const base = { from: 'en', to: 'de', style: 'formal', glossary: [] } as const;

/** The one thing that is wrong with an answer, in the words for the writer and those for the model. */
async function faultOf(
  text: string,
  spoil: (good: string, source: string) => string | undefined,
  more: Partial<TranslateOptions> = {},
) {
  const problems = new Set<string>();
  const answer = ({ text, problem }: AskedSegment) => {
    if (problem !== undefined) problems.add(problem);
    return spoil(translated(text, more.to ?? 'de'), text);
  };
  const model = fakeModel((segments) => answerOf(segments, answer));
  const page = { path: 'a', title: 'A', format: 'mdx', text } as const;
  const made = await translatePage(page, { ...base, model, memory: mapMemory(), ...more });
  const [failure] = made.faults;
  return { problems: [...problems], ...failure };
}

const sentence =
  'Read [the setup](/guides/setup) before you install `docent` on **every machine** of it.\n';

/** Words that mean something only to who has read the prompt. */
const ofThePrompt = /<?\/?\b[xg]\d+\b|\bmarks?\b|\bsegment|write plain|keep every|JSON|\bsource\b/;

describe('a fault', () => {
  test.each([
    ['<g1>', 'the link `[…](/guides/setup)` is missing in the translation'],
    ['<x2/>', 'the inline code `docent` is missing in the translation'],
    ['<g3>', 'the emphasis `**…**` is missing in the translation'],
  ])('of a mark %s names the part of the page', async (mark, reason) => {
    const closing = mark.replace('<', '</');
    const found = await faultOf(sentence, (good) => good.replace(mark, '').replace(closing, ''));
    const name = mark.replace(/[<>/]/g, '');
    expect(found.problems).toEqual([`${name} is missing; keep every mark once`]);
    expect(found.reason).toBe(reason);
    // Nor is the text shown as the model sees it.
    expect(found.source).toBe(sentence.trim());
  });

  test.each([
    ['variable', 'Call {{api.base}} with your own key, and read the answer.\n', '{{api.base}}'],
    [
      'element',
      'Press <kbd>Enter</kbd> to go on with the next of the pages.\n',
      '<kbd>Enter</kbd>',
    ],
    ['picture', 'Press ![](/a.png) to go on with the next one of the pages.\n', '![](/a.png)'],
    [
      'address',
      'Go to https://x.example/a and take the newest of the files.\n',
      'https://x.example/a',
    ],
  ])('of a lost %s shows it as it is written', async (_, text, shown) => {
    const { reason } = await faultOf(text, (good) => good.replace(/<x\d+\/>/, ''));
    expect(reason).toBe(`\`${shown}\` is missing in the translation`);
  });

  test.each(Object.keys(misdeeds))(
    'where the model %s is reported without the words of the prompt',
    async (name) => {
      for (const to of ['de', 'ja', 'ar']) {
        const found = await faultOf(
          sentence,
          (good, source) => misdeeds[name]?.(good, source, to),
          {
            to,
          },
        );
        expect(found.reason, to).toBeDefined();
        expect(found.reason, to).not.toMatch(ofThePrompt);
        // The message for the model has its own wording, which the reason never repeats.
        expect(found.problems, to).not.toContain(found.reason);
      }
    },
  );

  test('of a language names it', async () => {
    const english = await faultOf(sentence, (_, source) => source);
    expect(english.reason).toBe('the answer is in English');
    expect(english.problems).toEqual(['it is not translated into de']);
    const page = 'Change the settings of your team at any time you like to do so. '.repeat(4);
    const answer =
      'Modifiez les paramètres de votre équipe quand vous le souhaitez, à tout moment. '.repeat(4);
    const french = await faultOf(`${page.trim()}\n`, () => answer);
    expect(french.reason).toBe('the answer is in French, not in German');
    expect(french.problems).toEqual(['it reads as fr, not de']);
  });
});

describe('the place of a fault', () => {
  const bad = 'This is the bad line that stays here.';
  const spoil = (good: string, source: string) => (source.includes('bad line') ? source : good);

  test.each([
    ['a paragraph', `---\ntitle: One\n---\n\nWords before it.\n\n${bad}\n`, 7, 1],
    ['an item of a list, with other ends of lines', `One.\r\n\r\n- Two.\r\n- ${bad}\r\n`, 4, 3],
    ['a field', `---\ntitle: One\ndescription: "${bad}"\n---\n\nWords.\n`, 3, 14],
  ])('is that of %s', async (_, text, line, column) => {
    expect(await faultOf(text, spoil)).toMatchObject({ source: bad, line, column });
  });

  test('counts lines of the page as its author wrote it, whatever was translated before it', async () => {
    const text = `<Card title="A title\nof two lines">Words.</Card>\n\n${bad}\n`;
    const props = { Card: ['title'] };
    expect(await faultOf(text, spoil, { props })).toMatchObject({
      source: bad,
      line: 4,
      column: 1,
    });
  });
});

import { describe, expect, test } from 'vitest';
import { mapMemory, type TranslatedPage, translatePage } from '../../../pipeline/translate/page.ts';
import { findComments } from '../../../pipeline/translation/code-comments.ts';
import type { AskedSegment } from './fake-model.ts';
import { answerOf, fakeModel, translated } from './fake-model.ts';

const base = { from: 'en', to: 'de', style: 'formal', glossary: [] } as const;
const pageOf = (text: string) => ({ path: 'a.mdx', text, format: 'mdx' as const, title: 'A page' });
const good = (segment: AskedSegment) => translated(segment.text, 'de');

/** A model that gives nothing for segments with the word "stubborn". */
const stubborn = () =>
  fakeModel((segments) =>
    answerOf(segments, (one) => (/stubborn/i.test(one.text) ? undefined : good(one))),
  );

/** A page of as many words, of which the last paragraph has `bad`. */
function pageWith(words: number, bad: number): string {
  const sentence = (count: number, first: string) =>
    `${[first, ...Array.from({ length: count - 1 }, (_, at) => `word${'abcdefghij'[at % 10]}`)].join(' ')}.`;
  return `${sentence(words - bad, 'The')}\n\n${sentence(bad, 'Stubborn')}\n`;
}

/** What a page says is in the source language. */
const partsOf = ({ text, untranslated }: TranslatedPage) =>
  untranslated.map(({ start, end, ...more }) => [text.slice(start, end), ...Object.values(more)]);

describe('a page of which segments fail', () => {
  test.each([
    [100, 5, 'completed'],
    [100, 6, 'failed'],
    [20, 1, 'completed'],
    [19, 1, 'failed'],
    [1000, 50, 'completed'],
    [1000, 51, 'failed'],
  ])('of %i words, %i of them without a translation, is %s', async (words, bad, status) => {
    const options = { ...base, model: stubborn(), memory: mapMemory() };
    const found = await translatePage(pageOf(pageWith(words, bad)), options);
    expect(found.status).toBe(status);
    expect(found.stats).toMatchObject({ segments: 2, fallback: 1 });
  });

  test('counts words of a source language without spaces between them', async () => {
    const sentence = '将来的设置页面会显示所有用户的数据和连接信息。';
    const text = (count: number) => `${sentence.repeat(count)}\n\n顽固的设置页面。\n`;
    const model = fakeModel((segments) =>
      answerOf(segments, ({ text }) =>
        text.includes('顽固')
          ? undefined
          : 'Die Seite zeigt alle Daten der Benutzer und ihrer Server. '.repeat(
              text.length / sentence.length,
            ),
      ),
    );
    const options = { ...base, from: 'zh-CN', model, memory: mapMemory() };
    expect((await translatePage(pageOf(text(20)), options)).status).toBe('completed');
    expect((await translatePage(pageOf(text(2)), options)).status).toBe('failed');
  });

  test('says where they are in its text', async () => {
    const long = Array.from(
      { length: 30 },
      (_, at) => `Paragraph ${at} tells the reader something about the setting of the server.`,
    ).join('\n\n');
    const text = [
      '---',
      'title: "A stubborn title"',
      'description: A description of it',
      '---',
      '',
      '# A good heading of the page',
      '',
      '## A *stubborn* heading',
      '',
      long,
      '',
      '- A good item',
      '- A stubborn `item`',
      '',
      'See <Tooltip tip="A stubborn tip">these words</Tooltip> of the page.',
      '',
      '```ts',
      '// a good comment here',
      'run(); // a stubborn comment here',
      '```',
      '',
    ].join('\n');
    const options = { ...base, model: stubborn(), memory: mapMemory() };
    const found = await translatePage(pageOf(text), {
      ...options,
      props: { Tooltip: ['tip'] },
      comments: findComments,
    });
    expect(found.status).toBe('completed');
    expect(found.title).toBe('A page');
    expect(partsOf(found)).toEqual([
      ['"A stubborn title"', 'title'],
      ['A *stubborn* heading'],
      ['A stubborn `item`'],
      ['"A stubborn tip"', 'Tooltip.tip'],
      ['a stubborn comment here'],
    ]);
    expect(found.stats.fallback).toBe(5);
  });

  test('never has a segment that breaks its structure', async () => {
    const words = pageWith(200, 5).replace('Stubborn', '[Stubborn](/x)');
    const breaks: Record<string, (segment: AskedSegment) => string> = {
      'a link lost': () => 'Ein Wort.',
      'a link twice': ({ text }) => `${good({ id: '', text })} <g1>mehr</g1>`,
      'a tag added': ({ text }) => `${good({ id: '', text })} <script>x</script>`,
      'an address added': ({ text }) => `${good({ id: '', text })} https://evil.example`,
    };
    for (const answer of Object.values(breaks)) {
      const model = fakeModel((segments) =>
        answerOf(segments, (one) => (/Stubborn/.test(one.text) ? answer(one) : good(one))),
      );
      const found = await translatePage(pageOf(words), { ...base, model, memory: mapMemory() });
      expect(found.status).toBe('completed');
      expect(found.text).toContain('[Stubborn](/x)');
      expect(found.text).not.toMatch(/script|evil|Ein Wort/);
    }
  });

  test('asks the model for those alone when it is translated again', async () => {
    const memory = mapMemory();
    const page = pageOf(pageWith(100, 5));
    await translatePage(page, { ...base, model: stubborn(), memory });
    const model = fakeModel((segments) => answerOf(segments, good));
    const found = await translatePage(page, { ...base, model, memory });
    expect(model.requests.flat().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Stubborn/),
    ]);
    expect(found).toMatchObject({ status: 'completed', untranslated: [], faults: [] });
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnswerPart, createSplitter } from '../../../../runtime/assistant/citing/marks.ts';

/** An answer cut at those places, as its text and its sentences. */
function split(answer: string, cuts: readonly number[] = []) {
  const splitter = createSplitter();
  const places = [...new Set(cuts.map((cut) => cut % (answer.length + 1)))].sort((a, b) => a - b);
  const parts: AnswerPart[] = [];
  for (const [index, place] of [0, ...places].entries()) {
    parts.push(...splitter.push(answer.slice(place, places[index] ?? answer.length)));
  }
  parts.push(...splitter.end());
  const sentences: string[] = [];
  let text = '';
  let open = '';
  for (const part of parts) {
    if (part.type === 'text') {
      text += part.text;
      if (part.kind === 'sentence') open += part.text;
      else if (part.kind === 'bar') open += '|';
    } else {
      sentences.push(
        `${open.trim()} <${part.isRefusal ? 'none' : part.ids.join(' ')}>${part.isTitle ? ' title' : ''}`,
      );
      open = '';
    }
  }
  return { text, sentences };
}

const answers = {
  prose:
    'Keys are made here. [[s1]] They expire [[s2]]. See e.g. the page v1.5 of it. [[S3, s4]]\nDone[[none]]',
  list: '- One thing. [[s1]]\n- Another [[s2]]\n  1. Inner one! [[s3]]',
  table: '| Plan | Size |\n| --- | --- |\n| Free | 100 MB [[s1]] |\n| Pro | a \\| b [[s2]] |',
  code: 'Run this: [[s1]]\n\n```sh\nnpm i a.b # [[s1]]\nif [[ $x ]]; then\n```\nAfter it. [[s2]]',
  inline: 'Use `a. b [[s1]] c` and [a. b](x.y). Next. [[s2]]',
  chinese: '密钥在控制台中创建。[[s1]]密钥过期！[[s2]]好的',
  japanese: 'キーを作成します。 [[s1]]「失効します。」[[s2]]',
  heading: '## How to. Deploy [[s1]]\nText. [[s2]]',
  noMarks: 'An array [1] and [[x]] and [s1](link) and [[s1]](odd). Fine [s2].',
};

test('marks are taken out, and say what each sentence rests on', () => {
  expect(split(answers.prose)).toEqual({
    text: 'Keys are made here. They expire. See e.g. the page v1.5 of it.\nDone',
    sentences: [
      'Keys are made here. <s1>',
      'They expire. <s2>',
      'See e.g. the page v1.5 of it. <s3 s4>',
      'Done <none>',
    ],
  });
  expect(split(answers.list)).toEqual({
    text: '- One thing.\n- Another\n  1. Inner one!',
    sentences: ['One thing. <s1>', 'Another <s2>', 'Inner one! <s3>'],
  });
  expect(split(answers.heading).sentences).toEqual([
    'How to. <> title',
    'Deploy <s1> title',
    'Text. <s2>',
  ]);
});

test('a row of a table is one sentence, and its head is a title', () => {
  expect(split(answers.table)).toEqual({
    text: '| Plan | Size |\n| --- | --- |\n| Free | 100 MB |\n| Pro | a \\| b |',
    sentences: [
      '| Plan | Size | <> title',
      '| --- | --- | <>',
      '| Free | 100 MB | <s1>',
      '| Pro | a \\| b | <s2>',
    ],
  });
});

test('code is no sentence; marks in it are taken out, other brackets stay', () => {
  expect(split(answers.code)).toEqual({
    text: 'Run this:\n\n```sh\nnpm i a.b # \nif [[ $x ]]; then\n```\nAfter it.',
    sentences: ['Run this: <s1>', 'After it. <s2>'],
  });
  expect(split(answers.inline).sentences).toEqual([
    'Use `a. b [[s1]] c` and [a. b](x.y). <>',
    'Next. <s2>',
  ]);
});

test('Chinese and Japanese sentences end without a space', () => {
  expect(split(answers.chinese)).toEqual({
    text: '密钥在控制台中创建。密钥过期！好的',
    sentences: ['密钥在控制台中创建。 <s1>', '密钥过期！ <s2>', '好的 <>'],
  });
  expect(split(answers.japanese).sentences).toEqual([
    'キーを作成します。 <s1>',
    '「失効します。」 <s2>',
  ]);
});

test('what only looks like a mark stays', () => {
  expect(split(answers.noMarks).text).toBe(
    'An array [1] and [[x]] and [s1](link) and [[s1]](odd). Fine.',
  );
});

test('it is the same wherever the stream cuts it', () => {
  for (const answer of Object.values(answers)) {
    const whole = split(answer);
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 40 }), (cuts) => {
        expect(split(answer, cuts)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  }
});

test('text is not held back for long', () => {
  const splitter = createSplitter();
  let longest = 0;
  let [sent, given] = [0, 0];
  for (const char of `${answers.prose}\n\n${answers.list}\n\n${'word '.repeat(200)}`) {
    sent++;
    for (const part of splitter.push(char)) if (part.type === 'text') given += part.text.length;
    longest = Math.max(longest, sent - given);
  }
  expect(longest).toBeLessThan(80);
});

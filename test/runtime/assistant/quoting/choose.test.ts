import { describe, expect, test } from 'vitest';
import { fold, stemOf } from '../../../../pipeline/search/query.ts';
import { askedFor } from '../../../../runtime/assistant/quoting/asked-for.ts';
import { chooseAnswer } from '../../../../runtime/assistant/quoting/choose.ts';
import { placesOf, type Reading } from '../../../../runtime/assistant/quoting/places.ts';
import { weighWords } from '../../../../runtime/assistant/quoting/question-words.ts';
import { quoteOf } from '../../../../runtime/assistant/quoting/quote.ts';
import { sectionsOf } from '../../../../runtime/assistant/quoting/units.ts';

interface Page {
  readonly title: string;
  readonly markdown: string;
}

/** What is quoted of pages for a question that has these words, the best first. */
function quoted(
  question: string,
  words: readonly string[],
  pages: readonly Page[],
  { language = 'en', owner }: { language?: string; owner?: string } = {},
): readonly string[] {
  const asked = words.map((word) => ({
    ...{ word: word.toLowerCase(), rarity: 0.5, isWritten: true, isKnown: true },
    stems: { [stemOf(fold(word), language)]: 1 },
  }));
  const reading: Reading = {
    ...{ words: weighWords(question, asked), language, kind: askedFor(question), owner },
  };
  const places = pages.flatMap(({ title, markdown }, rank) => {
    const page = { path: title, title, description: '', breadcrumbs: [] };
    const sections = sectionsOf({ title, headings: [], sections: [] }, markdown);
    return placesOf({ page, sections, closeness: 1 - rank / 10, anchors: [] }, rank, reading);
  });
  return chooseAnswer(places, reading).map((place) => quoteOf(place));
}

describe('the best passage', () => {
  test('has what the title does not say already', () => {
    const markdown =
      '## Overview\n\nThe Relay integration connects to the Relay integration service.\n\n## Data\n\nIt stores the message history.';
    const [first] = quoted(
      'What does the Relay integration store?',
      ['Relay', 'integration', 'store'],
      [{ title: 'Relay integration', markdown }],
    );
    expect(first).toContain('message history');
  });

  test('has its words near each other, not at both ends of a program', () => {
    const code = '```js\nqueue.open();\n\nother();\n\nmore();\n\nretries.limit();\n```';
    const [first] = quoted(
      'What is the limit of retries of a queue?',
      ['limit', 'retries', 'queue'],
      [
        {
          title: 'Work',
          markdown: `## Run\n\n${code}\n\n## Rules\n\nA queue has a limit of 5 retries.`,
        },
      ],
    );
    expect(first).toContain('5 retries');
  });

  test('is no response of an operation, unless its status is asked for', () => {
    const page = {
      title: 'Add language',
      markdown:
        '## 201\n\nThe added language.\n\n## Notes\n\nThe added language has no pages.\n\n## 409\n\nThere is a language with that code.',
    };
    const [first] = quoted('How do I add a language?', ['add', 'language'], [page]);
    expect(first).toContain('no pages');
    const words = ['409', 'add', 'language'];
    const [other] = quoted('What is 409 of add language?', words, [page]);
    expect(other).toContain('that code');
  });

  test('has the number of a measure, not its word', () => {
    const markdown =
      '## Workers\n\nA worker keeps a long connection to each of 2 queues.\n\n## Locks\n\nA worker waits 30 seconds for a lock.';
    const words = ['long', 'worker', 'wait', 'lock'];
    const [first] = quoted('How long does a worker wait for a lock?', words, [
      { title: 'Work', markdown },
    ]);
    expect(first).toContain('30 seconds');
    const [often] = quoted(
      'How many times is a lock retried?',
      ['many', 'times', 'lock', 'retried'],
      [
        {
          title: 'Locks',
          markdown: 'A lock is retried 5 ×.\n\nThe times of a lock are in UTC, 2 h ago.',
        },
      ],
    );
    expect(often).toContain('5 ×');
  });

  test('is no list of links to other pages', () => {
    const links = '## Next\n\n- [Delete a queue](/delete)\n- [Pause a queue](/pause)';
    const [first] = quoted(
      'How do I delete a queue?',
      ['delete', 'queue'],
      [
        {
          title: 'Start',
          markdown: `${links}\n\n## Remove\n\nTo delete a queue, press **Delete**.`,
        },
      ],
    );
    expect(first).toContain('press **Delete**');
  });

  test('is the row of a table whose head says what its columns are', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `| Plan ${at} of the list | ${at}00 |`);
    const table = ['| Plan | Messages |', '| --- | --- |', ...rows, '| Gold | 77 |'].join('\n');
    const [first] = quoted(
      'How many messages does the Gold plan have?',
      ['messages', 'Gold', 'plan'],
      [{ title: 'Prices', markdown: table }],
    );
    expect(first).toContain('| Gold | 77 |');
  });

  test.each([
    ['de', 'Wer darf Vorlagen löschen?', ['vorlagen', 'löschen'], 'Nur Administratoren'],
    ['fr', 'Qui peut supprimer des modèles ?', ['supprimer', 'modèles'], 'Les propriétaires'],
    ['zh', '谁可以删除模板？', ['删除', '模板'], '管理员'],
  ])('names people to a question for them (%s)', (language, question, words, expected) => {
    const markdown = {
      de: 'Man kann Vorlagen löschen.\n\nNur Administratoren können Vorlagen löschen.',
      fr: 'On peut supprimer des modèles.\n\nLes propriétaires peuvent supprimer des modèles.',
      zh: '删除模板后无法恢复。\n\n管理员可以删除模板。',
    }[language];
    const title = { de: 'Vorlagen', fr: 'Modèles', zh: '模板' }[language] ?? '';
    const [first] = quoted(question, words, [{ title, markdown: markdown ?? '' }], { language });
    expect(first).toContain(expected);
  });
});

describe('an answer', () => {
  const queues = {
    title: 'Queues',
    markdown:
      '## Pause\n\nYou can pause a queue.\n\n## Pause later\n\nA queue can pause later.\n\n## Pause again\n\nA queue can pause again.',
  };

  test('has two passages of a page at most, and one of another that is as good', () => {
    const other = {
      title: 'Queues',
      markdown: '## Pause\n\nThey can pause a queue too.',
    };
    const found = quoted('Can I pause a queue?', ['pause', 'queue'], [queues, other]);
    expect(found).toHaveLength(3);
    expect(found.filter((text) => text.includes('too'))).toHaveLength(1);
  });

  test('is none where a number is next to other words', () => {
    const markdown = '## Limits\n\nAn upload of an image has a maximum of 20 MB.';
    const words = ['maximum', 'upload', 'video'];
    const question = 'What is the maximum upload of a video?';
    expect(quoted(question, words, [{ title: 'Images', markdown }])).toEqual([]);
    const video = { title: 'Videos', markdown: markdown.replace('an image', 'a video') };
    expect(quoted(question, words, [video])).toHaveLength(1);
  });

  test('is none where only a sample names what is asked for', () => {
    const sample = '## Client\n\nA client writes:\n\n```\nuser: I like Zorba\n```';
    const words = ['write', 'client', 'Zorba'];
    const question = 'How do I write a client in Zorba?';
    expect(quoted(question, words, [{ title: 'Client', markdown: sample }])).toEqual([]);
    const prose = '## Client\n\nTo write a client in Zorba, add the package.';
    expect(quoted(question, words, [{ title: 'Client', markdown: prose }])).toHaveLength(1);
  });

  test('about the company is of no other company', () => {
    const page = { title: 'Relay', markdown: 'Relay is a company founded in 1999.' };
    const ask = (owner: string) =>
      quoted('When was the company founded?', ['company', 'founded'], [page], { owner });
    expect(ask('Acme')).toEqual([]);
    expect(ask('Relay')).toHaveLength(1);
  });

  test('is given for an identifier that a sentence has', () => {
    const markdown = 'If you see `depthLimitError`, a value is nested too deeply.';
    const found = quoted(
      'depthLimitError in my step of the flow',
      ['depthLimitError', 'step', 'flow'],
      [{ title: 'Runs of a step', markdown }],
    );
    expect(found).toHaveLength(1);
  });
});

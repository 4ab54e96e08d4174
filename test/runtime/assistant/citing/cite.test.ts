import { describe, expect, test } from 'vitest';
import { openModel } from '../../../../pipeline/net/open-model.ts';
import type { Unsupported } from '../../../../runtime/assistant/citing/cite.ts';
import {
  createPassages,
  passageBudget,
  sectionsOf,
} from '../../../../runtime/assistant/citing/passages.ts';
import { converse } from '../../../../runtime/assistant/conversation/converse.ts';
import { createMeter } from '../../../../runtime/assistant/model/meter.ts';
import { stranger } from '../../../../runtime/assistant/site/site.ts';
import type { Turn } from '../../../../runtime/assistant/turn.ts';
import type { ChatEvent } from '../../../../schema/chat.ts';
import { answerOf, expectOrder } from '../../../support/event-stream.ts';
import { startModelStub } from '../../../support/model-stub.ts';
import { guides, siteOf, type TestPage } from '../world.ts';

const pages: readonly TestPage[] = [
  ...guides,
  {
    path: 'guides/limits',
    title: 'Limits',
    markdown:
      '# Limits\n\n## Requests\n\nA project may send 600 requests per minute.\n\n## Storage\n\n| Plan | Storage |\n| --- | --- |\n| Free | 100 MB |\n| Pro | 10 GB |',
  },
  {
    path: 'zh/keys',
    title: '密钥',
    language: 'zh-CN',
    markdown: '# 密钥\n\n密钥在控制台中创建。密钥30天后过期。',
  },
  {
    path: 'ja/keys',
    title: 'キー',
    language: 'ja',
    markdown: '# キー\n\nキーはダッシュボードで作成します。キーは30日後に失効します。',
  },
];
const site = siteOf(pages);

/** Reads pages, and answers with that text; the passages are `s1`, `s2` … in the order of the reads. */
async function answer(
  text: string,
  {
    reads = ['guides/keys', 'guides/limits', 'guides/deploy', 'secret/plan'],
    unsupported,
    chunkBytes,
  }: {
    readonly reads?: readonly string[];
    readonly unsupported?: Unsupported;
    readonly chunkBytes?: number;
  } = {},
) {
  const stub = await startModelStub((_request, index) =>
    index === 0
      ? {
          toolCalls: reads.map((path) => ({
            name: 'get_page',
            arguments: JSON.stringify({ path }),
          })),
        }
      : { text, ...(chunkBytes ? { chunkBytes } : {}) },
  );
  const turn: Turn = {
    ...{ conversationId: 'cnv_1', messageId: 'msg_1', question: 'x', history: [] },
    ...{ language: 'en', visitor: stranger, site, settings: { name: 'Helper' } },
  };
  const events: ChatEvent[] = [];
  const ports = {
    model: openModel({ baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' }),
    meter: createMeter(),
    signal: new AbortController().signal,
    log: () => {},
    unsupported,
  };
  for await (const event of converse(turn, ports)) events.push(event);
  await stub.close();
  expectOrder(events);
  const end = events.at(-2);
  if (end?.type !== 'citations') throw new Error(JSON.stringify(events.at(-1)));
  const whole = answerOf(events);
  const { sources, passages = [], spans = [] } = end;
  const of = (status: string) =>
    spans.filter((span) => span.status === status).map(({ start, end }) => whole.slice(start, end));
  return {
    ...{ whole, sources, passages, spans },
    cited: of('cited'),
    unsupported: of('unsupported'),
    tools: (stub.requests[1]?.body.messages ?? []).filter(({ role }) => role === 'tool'),
  };
}

const mixed = [
  'Keys are made in the dashboard. [[s2]] Every key is encrypted with a quantum cipher. [[s2]]',
  '- A project may send 600 requests per minute [[s4]]\n- A project may send 900 requests per minute [[s4]]\n- Backups run nightly. [[s99]]',
  '| Plan | Storage |\n| --- | --- |\n| Pro | 10 GB [[s5]] |\n| Free | 10 GB [[s5]] |',
  'Run the command to deploy: [[s7]]\n\n```sh\nacme deploy --prod # [[s7]]\n```',
  'The secret roadmap names rockets. [[s9]] Undo it with a rollback of the moon. [[s8]]',
].join('\n\n');

describe('an answer that mixes true and invented sentences', () => {
  test('shows what the passages hold as cited, and nothing else', async () => {
    for (const chunkBytes of [undefined, 7, 61]) {
      const { whole, cited, unsupported, sources, passages } = await answer(
        mixed,
        chunkBytes ? { chunkBytes } : {},
      );
      expect(whole).not.toMatch(/\[\[/);
      expect(cited).toEqual([
        'Keys are made in the dashboard.',
        'A project may send 600 requests per minute',
        'Pro | 10 GB',
        'Run the command to deploy:',
      ]);
      expect(unsupported).toEqual([
        'Every key is encrypted with a quantum cipher.',
        'A project may send 900 requests per minute',
        'Backups run nightly.',
        'Free | 10 GB',
        'The secret roadmap names rockets.',
        'Undo it with a rollback of the moon.',
      ]);
      expect(whole).toContain('```sh\nacme deploy --prod');
      expect(sources.map(({ path }) => path)).toEqual([
        'guides/keys',
        'guides/limits',
        'guides/deploy',
      ]);
      expect(passages.map(({ number, url }) => `${number} ${url}`)).toEqual([
        '1 /docs/guides/keys#create-a-key',
        '2 /docs/guides/limits#requests',
        '3 /docs/guides/limits#storage',
        '4 /docs/guides/deploy#push-a-release',
      ]);
      expect(passages[0]).toMatchObject({ title: 'Keys', section: 'Create a key' });
      expect(passages[0]?.text).toContain('Keys are made in the dashboard.');
    }
  });

  test('leaves out what no passage holds where the operator wants that', async () => {
    const { whole, cited, unsupported } = await answer(mixed, { unsupported: 'drop' });
    expect(unsupported).toEqual([]);
    expect(cited).toHaveLength(4);
    expect(whole).not.toMatch(/quantum|900|nightly|Free|rockets|moon|\[\[/);
    expect(whole.trimEnd()).toBe(
      [
        'Keys are made in the dashboard.',
        '- A project may send 600 requests per minute',
        '| Plan | Storage |\n| --- | --- |\n| Pro | 10 GB |',
        'Run the command to deploy:',
        '```sh\nacme deploy --prod # \n```',
      ].join('\n\n'),
    );
  });

  test('in Chinese and Japanese as well', async () => {
    const chinese = await answer(
      '您可以在控制台中创建密钥。[[s1]]密钥90天后过期。[[s1]]密钥30天后过期[[s1]]。密钥支持区块链。[[s7]]',
      { reads: ['zh/keys'], chunkBytes: 5 },
    );
    expect(chinese.cited).toEqual(['您可以在控制台中创建密钥。', '密钥30天后过期。']);
    expect(chinese.unsupported).toEqual(['密钥90天后过期。', '密钥支持区块链。']);
    const japanese = await answer(
      'ダッシュボードでキーを作成できます。[[s1]]キーはターミナルで作成します。[[s1]]キーは30日後に失効します。[[s1]]',
      { reads: ['ja/keys'] },
    );
    expect(japanese.cited).toEqual([
      'ダッシュボードでキーを作成できます。',
      'キーは30日後に失効します。',
    ]);
    expect(japanese.unsupported).toEqual(['キーはターミナルで作成します。']);
  });

  test('a sentence without a mark, or with that of another passage, finds its own', async () => {
    const { cited, spans, passages } = await answer(
      'Keys are made in the dashboard. A project may send 600 requests per minute. [[s1]]',
    );
    expect(cited).toHaveLength(2);
    expect(spans.map((span) => span.passages)).toEqual([[1], [2]]);
    expect(passages.map(({ path }) => path)).toEqual(['guides/keys', 'guides/limits']);
  });

  test('one in another language is neither cited nor refused; its pages are sources', async () => {
    const { cited, unsupported, spans, sources } = await answer(
      'Schlüssel werden im Dashboard erstellt, sagt die Seite. [[s2]]',
      { reads: ['guides/keys'] },
    );
    expect([cited, unsupported]).toEqual([[], []]);
    expect(spans.map(({ status }) => status)).toEqual(['unchecked']);
    expect(sources.map(({ path }) => path)).toEqual(['guides/keys']);
  });
});

describe('a refusal', () => {
  test('has no sources, whatever was read', async () => {
    for (const text of [
      'The documentation does not say whether PHP is supported. [[none]]',
      'Nothing is said about PHP; the closest page is [Keys](guides/keys). [[none]]',
      'PHP is not covered by these pages.',
    ]) {
      expect((await answer(text)).sources).toEqual([]);
    }
  });

  test('is not marked as invented when the model says that it is one', async () => {
    const { spans, whole } = await answer('The pages say nothing about PHP. [[none]]', {
      unsupported: 'drop',
    });
    expect([spans, whole]).toEqual([[], 'The pages say nothing about PHP.']);
  });

  test('an answer of which nothing is left is replaced by quotes', async () => {
    const stub = await startModelStub(() => ({ text: 'Deploy by magic spells. [[s1]]' }));
    const events: ChatEvent[] = [];
    const turn: Turn = {
      ...{ conversationId: 'c', messageId: 'm', question: 'How do I deploy?', history: [] },
      ...{ language: 'en', visitor: stranger, site, settings: { name: 'Helper' } },
    };
    const ports = {
      model: openModel({ baseUrl: stub.baseUrl, apiKey: 'k', model: 'm' }),
      meter: createMeter(),
      signal: new AbortController().signal,
      log: () => {},
      unsupported: 'drop' as const,
    };
    for await (const event of converse(turn, ports)) events.push(event);
    await stub.close();
    expect(answerOf(events)).toContain('acme deploy --prod');
    expect(events.at(-2)).toMatchObject({ mode: 'extractive' });
  });
});

describe('passages before the model', () => {
  test('have ids, are whole sections in the order of the page, and never of pages of others', async () => {
    const { tools } = await answer('Fine.');
    expect(tools[0]?.content).toMatch(
      /^<document id="s1" path="guides\/keys" title="Keys" language="en">[\s\S]*<document id="s2" path="guides\/keys" title="Keys" section="Create a key"/,
    );
    expect(tools[3]?.content).toBe('Page not found.');
  });

  test('fit the budget of a tool and of a turn, cut between paragraphs', () => {
    const long = (path: string) => ({
      ...{
        path,
        title: path,
        section: '',
        anchor: '',
        url: `/${path}`,
        language: 'en',
        version: '',
      },
      text: Array.from({ length: 400 }, (_, n) => `Paragraph ${n} of some words.`).join('\n\n'),
    });
    const passages = createPassages();
    const sizes = Array.from({ length: 30 }, (_, n) => {
      const text = passages.write([long(`p${n}`), long(`q${n}`), long(`r${n}`)]);
      expect(text).not.toMatch(/Paragraph \d+ of(?! some words\.)/);
      return text.length / 4;
    });
    expect(Math.max(...sizes)).toBeLessThan(passageBudget.tool * 1.1);
    const sum = sizes.reduce((all, size) => all + size, 0);
    expect(sum).toBeLessThan(passageBudget.turn * 1.1);
    expect(sizes.at(-1)).toBeLessThan(30);
  });

  test('a page is cut at its headings, not at those in code', () => {
    const markdown =
      '# A\n\nx\n\n```md\n## B\n```\n\n## B\n\ny\n\n## C\n\nz\n\n#### `d` [of](/e)\n\nw';
    const headings = [
      { id: 'b', text: 'B', depth: 2 },
      { id: 'c', text: 'C', depth: 2 },
    ];
    // Headings below the third level are in no list of contents, but they are sections too.
    const sections = [{ id: 'd-of', heading: 'd of', trail: [], text: 'w', code: '' }];
    expect(
      sectionsOf(markdown, { headings, sections }).map(({ anchor, text }) => [anchor, text]),
    ).toEqual([
      ['', '# A\n\nx\n\n```md\n## B\n```'],
      ['b', '## B\n\ny'],
      ['c', '## C\n\nz'],
      ['d-of', '#### `d` [of](/e)\n\nw'],
    ]);
  });
});

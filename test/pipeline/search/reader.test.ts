import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SearchQuestion } from '../../../pipeline/search/answer.ts';
import { enough } from '../../../pipeline/search/find.ts';
import { fused } from '../../../pipeline/search/near.ts';
import type { PageRecord } from '../../../schema/build.ts';
import { searchOf } from '../../support/search.ts';
import { record, section } from './records.ts';

const open = (records: readonly PageRecord[], synonyms = '') => ({
  search: searchOf(records, synonyms),
});

async function paths(
  records: readonly PageRecord[],
  question: SearchQuestion | string,
  synonyms?: string,
): Promise<string[]> {
  const asked = typeof question === 'string' ? { query: question } : question;
  const { results } = await searchOf(records, synonyms)(asked);
  return results.map(({ path }) => path);
}

const site = [
  record('start', 'Install the program and start it.', { title: 'Getting started' }),
  record('memory', 'A fact about a person.', {
    title: 'Memory',
    sections: [
      section('Deleting memories', 'Removes one for good.', 'client.deleteMemory(memory_id)'),
      section('Adding memories', 'Stores one.', 'client.addMemory(text)'),
    ],
  }),
  record('webhooks', 'Tells another system what happened.', { title: 'Webhooks' }),
  record('billing', 'What a subscription costs each month.', {
    title: 'Billing',
    keywords: ['invoice'],
  }),
];

describe('a question', () => {
  test.each([
    ['an exact word', 'subscription', 'billing'],
    ['another form of the word', 'subscriptions', 'billing'],
    ['a whole identifier', 'deleteMemory', 'memory'],
    ['the own name of a method', 'addMemory()', 'memory'],
    ['a word that is not finished', 'subscrip of each month', 'billing'],
    ['a part of an identifier', 'memory id', 'memory'],
    ['the identifier as other languages write it', 'delete_memory', 'memory'],
    ['a misspelt word', 'subscribtion', 'billing'],
    ['swapped letters', 'webhosok', 'webhooks'],
    ['a hidden keyword', 'invoice', 'billing'],
    ['a title', 'getting started', 'start'],
    ['a word of the general list of synonyms', 'remove memories', 'memory'],
  ])('finds a page by %s', async (_name, query, path) => {
    expect((await paths(site, query))[0]).toBe(path);
  });

  test('takes its last word for a beginning only while it is typed', async () => {
    expect(await paths(site, { query: 'subscr', typing: true })).toEqual(['billing']);
    const other = [...site, record('other', 'The subscr of a name.')];
    expect(await paths(other, { query: 'subscr ', typing: true })).toEqual(['other']);
  });

  test("finds by the author's own synonyms", async () => {
    expect(await paths(site, 'callout')).toEqual([]);
    expect(await paths(site, 'callout', '# ours\ncallout, webhook')).toEqual(['webhooks']);
  });

  test.each([
    ['how to get rid of them', 'en', 'delete'],
    ['怎样移除它们', 'zh', 'zh/delete'],
  ])('finds by what readers say for a thing: %s', async (query, language, path) => {
    const pages = [
      record('add', 'Stores one.', { title: 'Adding' }),
      record('delete', 'Takes one from the store.', { title: 'Deleting' }),
      record('zh/add', '保存一条。', { title: '添加', language: 'zh' }),
      record('zh/delete', '从存储中去掉一条。', { title: '删除', language: 'zh' }),
    ];
    expect((await paths(pages, { query, language }))[0]).toBe(path);
  });

  test('takes a word for a misspelt one only when it begins the same', async () => {
    const pages = [record('trust', 'Whom to trust.'), record('kept', 'What is kept.')];
    expect(await paths(pages, 'turst')).toEqual(['trust']);
    expect(await paths(pages, 'rust')).toEqual([]);
  });

  test('leads to the best section, with its words marked', async () => {
    const index = open(site);
    const { results } = await index.search({ query: 'deleting a memory' });
    const [best] = results[0]?.sections ?? [];
    expect(best).toMatchObject({ url: '/memory#deleting-memories', trail: ['Deleting memories'] });
    const { results: others } = await index.search({ query: 'subscription' });
    const { text, marks } = others[0]?.sections[0]?.snippet ?? { text: '', marks: [] };
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['subscription']);
  });

  test('shows the sentence that answers it, behind what a section begins with too', async () => {
    const before = 'The queue has a name and a list of workers. '.repeat(7);
    const index = open([record('long', `${before}Its retries are counted by zone.`)]);
    const { results } = await index.search({ query: 'retries by zone' });
    expect(results[0]?.sections[0]?.snippet.text).toContain('Its retries are counted by zone.');
  });

  test('of stop words alone is still answered', async () => {
    const pages = [
      record('if', 'Branches.', { title: 'If' }),
      record('loop', 'Repeats.', { title: 'Loop' }),
    ];
    expect(await paths(pages, 'if')).toEqual(['if']);
  });

  test.each([
    '',
    '   ',
    '???',
    '"',
    "' OR 1=1 --",
    '\0',
    '\ud800',
    '*'.repeat(5000),
    'a'.repeat(5000),
  ])('without a word in it finds nothing and breaks nothing: %j', async (query) => {
    expect(await paths(site, query)).toEqual([]);
  });

  test('says which words no page has, and how sure it is', async () => {
    const index = open(site);
    const known = await index.search({ query: 'monthly subscription costs' });
    const odd = await index.search({ query: 'subscription for zeppelins in quarantine' });
    expect(odd.unknown).toEqual(['zeppelins', 'quarantine']);
    expect(known.confidence).toBeGreaterThan(odd.confidence);
    expect((await index.search({ query: 'zeppelins' })).confidence).toBe(0);
  });

  test.each([
    ['the two words that pages write', 'timezone', 'Set the time zone.', ['time', 'zone']],
    ['the one word that pages write', 'time zone', 'Set the timezone.', ['timezon']],
  ])('knows a word by %s', async (_name, query, text, stems) => {
    const index = open([record('a', text, { title: 'Clock' })]);
    const { words } = await index.search({ query: `Which ${query} is it?` });
    expect(words.every(({ isKnown }) => isKnown)).toBe(true);
    expect(words.flatMap((word) => Object.keys(word.stems))).toEqual(expect.arrayContaining(stems));
  });

  test('knows a word that is only said with others for it', async () => {
    const index = open([record('a', 'Set the flag to enable pushes.', { title: 'Pushes' })]);
    const { words } = await index.search({ query: 'How do I turn on pushes?' });
    const turn = words.find(({ word }) => word === 'turn');
    expect(turn).toMatchObject({ isWritten: false, isKnown: true });
    expect(Object.keys(turn?.stems ?? {})).toEqual(['enabl']);
  });

  test('is the surer answered the more the page is about it', async () => {
    const index = open([
      record('a', 'Mentions webhooks.', { title: 'Overview' }),
      record('b', 'Other text.', { title: 'Tokens' }),
    ]);
    const mentioned = await index.search({ query: 'webhooks' });
    const titled = await index.search({ query: 'tokens' });
    expect(titled.confidence).toBe(1);
    expect(mentioned.confidence).toBeLessThan(1);
    expect(mentioned.confidence).toBeGreaterThan(enough);
  });

  test.each([
    ['en', 'How do I run it every morning?', 'How do I pay with a zeppelin?'],
    ['zh', '如何让它在每天早上自动运行?', '如何用支付宝付款?'],
    [
      'ja',
      '毎朝自動で実行するにはどうすればいいですか?',
      '飛行船で支払うにはどうすればいいですか?',
    ],
    ['ko', '매일 아침 어떻게 자동으로 실행하나요?', '비행선으로 어떻게 결제하나요?'],
  ])(
    'is known to be answered, or not, whatever frames it: %s',
    async (language, known, unknown) => {
      const index = open([
        record('start', 'Run it every morning by itself.', { title: 'Schedule' }),
        record('zh', '每天早上自动运行。', { title: '定时', language: 'zh' }),
        record('ja', '毎朝、自動で実行します。', { title: '予定', language: 'ja' }),
        record('ko', '매일 아침 자동으로 실행합니다.', { title: '일정', language: 'ko' }),
      ]);
      const sure = await index.search({ query: known, language });
      expect(sure.confidence).toBeGreaterThanOrEqual(enough);
      const unsure = await index.search({ query: unknown, language });
      expect(unsure.confidence).toBeLessThan(enough);
    },
  );
});

describe('ranking', () => {
  test('puts a page whose title names the thing above one that mentions it', async () => {
    const pages = [
      record('a', 'Webhooks are mentioned here, among other things that this page is about.', {
        title: 'Overview',
      }),
      record('b', 'Sends events.', { title: 'Webhooks' }),
    ];
    expect(await paths(pages, 'webhooks')).toEqual(['b', 'a']);
  });

  test('knows the navigation groups of a page', async () => {
    const pages = [
      record('a', 'Limits.', { breadcrumbs: ['Docs', 'Server'] }),
      record('b', 'Limits.', { breadcrumbs: ['Docs', 'Mobile'] }),
    ];
    expect((await paths(pages, 'mobile limits'))[0]).toBe('b');
    // The outermost one is the same for most pages, and tells nothing.
    expect(await paths(pages, 'docs')).toEqual([]);
  });

  test('knows the headings above a section', async () => {
    const index = open([
      record('faq', '', {
        title: 'Questions',
        sections: [
          { ...section('Errors', 'After a restart.'), trail: ['Windows', 'Errors'], id: 'w' },
          { ...section('Errors', 'After a restart.'), trail: ['Linux', 'Errors'], id: 'l' },
        ],
      }),
    ]);
    const { results } = await index.search({ query: 'errors on linux' });
    expect(results[0]?.sections[0]?.anchor).toBe('l');
  });

  test('multiplies with the boost of a page', async () => {
    const pages = [record('a', 'limits'), record('b', 'limits', { boost: 3 })];
    expect(await paths(pages, 'limits')).toEqual(['b', 'a']);
  });

  test('shows copies of a page in several products as one find', async () => {
    const copies = ['Cloud', 'Own'].map((product) =>
      record(`${product}/limits`, 'Limits of requests.', { title: 'Limits', product }),
    );
    const index = open(copies);
    const all = await index.search({ query: 'limits' });
    expect(all.results.map(({ path }) => path)).toEqual(['Cloud/limits']);
    expect(all.results[0]?.copies.map(({ path }) => path)).toEqual(['Own/limits']);
    const own = await index.search({ query: 'limits', product: 'Own' });
    expect(own.results.map(({ path }) => path)).toEqual(['Own/limits']);
  });

  test.each([
    ['a description', 'What is counted.', ['Own/limits']],
    ['none', '', []],
  ])(
    'takes pages of other sizes for copies when they share %s',
    async (_name, description, found) => {
      const sections = [section('Requests', 'Limits.'), section('Files', 'Limits.')];
      const index = open([
        record('Cloud/limits', '', { title: 'Limits', product: 'Cloud', description, sections }),
        record('Own/limits', 'Limits.', { title: 'Limits', product: 'Own', description }),
      ]);
      const { results } = await index.search({ query: 'limits requests' });
      expect(results[0]?.copies.map(({ path }) => path)).toEqual(found);
    },
  );

  test('merges two lists by 1 / (60 + rank)', () => {
    expect(fused([1, 2, 3], [3, 4])).toEqual([3, 1, 2, 4]);
  });

  test('finds every page by its title', async () => {
    const word = fc.stringMatching(/^[a-z]{3,10}$/);
    const titles = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
      selector: (words) => [...words].sort().join(' '),
    });
    await fc.assert(
      fc.asyncProperty(titles, async (all) => {
        const pages = all.map((words, i) => record(`p${i}`, 'Text.', { title: words.join(' ') }));
        const index = open(pages);
        for (const page of pages) {
          const { results } = await index.search({ query: page.title, limit: 50 });
          expect(results.map(({ path }) => path)).toContain(page.path);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('languages', () => {
  const pages = [
    record('start', 'Run a workflow every morning.', { title: 'Schedule' }),
    record('zh/start', '每天早上自动运行工作流。', { title: '定时触发器', language: 'zh' }),
    record('ja/start', 'ワークフローを毎朝実行します。', { title: 'スケジュール', language: 'ja' }),
    record('ko/start', '매일 아침 워크플로를 실행합니다.', { title: '일정', language: 'ko' }),
    record('th/start', 'เรียกใช้เวิร์กโฟลว์ทุกเช้า', { title: 'กำหนดเวลา', language: 'th' }),
    record('de/start', 'Startet einen Ablauf jeden Morgen.', { title: 'Zeitplan', language: 'de' }),
  ];
  test.each([
    ['工作流', 'zh/start'],
    ['毎朝のワークフロー', 'ja/start'],
    ['워크플로 실행', 'ko/start'],
    ['เวิร์กโฟลว์', 'th/start'],
    ['workflow', 'start'],
  ])('follow the script of %s', async (query, path) => {
    expect(await paths(pages, query)).toEqual([path]);
  });

  test('are the reader’s own where the script does not tell', async () => {
    expect(await paths(pages, { query: 'Zeitplan', language: 'de' })).toEqual(['de/start']);
    expect(await paths(pages, { query: 'Ablaufs', language: 'de-AT' })).toEqual(['de/start']);
  });

  test('fall back to the source where the reader’s has no pages', async () => {
    expect(await paths(pages, { query: 'schedule', language: 'fr' })).toEqual(['start']);
  });
});

describe('who may find what', () => {
  const pages = [
    record('open', 'The secret of cooking.'),
    record('session', 'The secret of the house.', { protected: true }),
    record('staff', 'The secret of the staff.', { protected: true, groups: ['staff'] }),
    record('unlisted', 'The secret of nobody.', { search: false, assistant: false }),
    record('quiet', 'The secret of robots.', { search: false }),
  ];
  const query = 'secret';
  test.each([
    ['a stranger', {}, ['open']],
    ['a session without groups', { groups: [] }, ['open', 'session']],
    ['a session of another group', { groups: ['guests'] }, ['open', 'session']],
    ['a session of the group', { groups: ['staff'] }, ['open', 'session', 'staff']],
    ['the assistant for a stranger', { audience: 'assistant' as const }, ['open', 'quiet']],
  ])('%s', async (_name, more, found) => {
    expect((await paths(pages, { query, ...more })).sort()).toEqual(found);
  });

  test('pages of a hidden version are found only by readers of that version', async () => {
    const versions = [
      record('v2/a', 'Limits.', { version: 'v2' }),
      record('v1/a', 'Limits.', { version: 'v1', hidden: true }),
      record('about', 'Limits in general.'),
    ];
    expect((await paths(versions, 'limits')).sort()).toEqual(['about', 'v2/a']);
    expect((await paths(versions, { query: 'limits', version: 'v1' })).sort()).toEqual([
      'about',
      'v1/a',
    ]);
    expect((await paths(versions, { query: 'limits', version: 'v2' })).sort()).toEqual([
      'about',
      'v2/a',
    ]);
  });
});

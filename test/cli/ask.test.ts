import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCurrent } from '../../pipeline/output/read.ts';
import { addAnswer, addQuestion, rateConversation } from '../../runtime/store/conversations.ts';
import { migrate } from '../../runtime/store/migrate.ts';
import { openStore } from '../../runtime/store/open.ts';
import { march, newId, project as newProject, org } from '../runtime/store/world.ts';
import { docent } from '../support/command.ts';
import { unpack } from '../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const pages = {
  'docs.json': minimalConfig(['keys', 'queues']),
  'keys.mdx':
    '---\ntitle: Keys\n---\n\n## Rotate a key\n\nTo rotate a key, run `acme keys rotate`.\n\n## Limits\n\nA project has at most 20 keys.\n',
  'queues.mdx':
    '---\ntitle: Queues\n---\n\nA queue is a list of messages.\n\n## Pause\n\nPause a queue with `acme queue pause`.\n',
};

const questions = [
  { question: 'How do I rotate a key?', pages: ['keys'], words: ['acme keys rotate'] },
  { question: 'And how do I pause it?', after: ['What is a queue?'], pages: ['queues'] },
  { question: 'How do I rotate a key in Fortran?', answered: false },
];

const lines = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).join('\n');

/** A site with its questions, and what a build of it left. */
async function world(content: string = lines(questions)) {
  const dir = writeFiles(tempDir(), { ...pages, 'tests/questions.jsonl': content });
  const out = tempDir();
  expect((await docent('build', dir, '--out', out)).code).toBe(0);
  return { dir, out };
}

describe('docent ask', () => {
  test('prints the answer to a question with its sources', async () => {
    const { dir, out } = await world();
    const asked = await docent('ask', dir, 'How many keys does a project have?', '--out', out);
    expect(asked.code).toBe(0);
    expect(asked.out).toContain('at most 20 keys');
    expect(asked.out).toContain('Sources:\n- Keys: /keys#limits');
    const none = await docent('ask', dir, 'What about Fortran?', '--out', out, '--json');
    expect(none.code).toBe(1);
    expect(JSON.parse(none.out)).toMatchObject({ answered: false, sources: [] });
  });

  test("asks the site's own questions, and says where an answer is not as expected", async () => {
    const { dir, out } = await world();
    const good = await docent('ask', dir, '--out', out);
    expect(good.out).toContain('3 of 3 questions as expected');
    expect(good.code).toBe(0);

    const wrong = lines([...questions, { question: 'What is a queue?', words: ['a stack'] }]);
    writeFiles(dir, { 'tests/questions.jsonl': wrong });
    const bad = await docent('ask', dir, '--out', out);
    expect(bad.code).toBe(1);
    expect(bad.out).toContain('tests/questions.jsonl\n  4:1 error');
    expect(bad.out).toContain('without "a stack"');
    expect((await docent('ask', dir, '--out', out, '--threshold', '75')).code).toBe(0);

    const json = JSON.parse((await docent('ask', dir, '--out', out, '--json')).out);
    expect(json).toMatchObject({ right: 3, total: 4, share: 75 });
    expect(json.questions[3]).toMatchObject({ line: 4, right: false, pages: ['queues'] });
    const github = await docent('ask', dir, '--out', out, '--format', 'github');
    expect(github.out).toMatch(/^::error .*line=4/m);
  });

  test('reports malformed lines and unknown pages with their positions', async () => {
    const { dir, out } = await world(
      '{"question": "How do I rotate a key?"}\n{"question": 1}\n{"qestion": "a"}\n{"question": "a",\n{"question": "How do I rotate a key?", "pages": ["gone"]}\n{"question": "a", "answered": false, "pages": ["keys"]}',
    );
    const { code, out: printed } = await docent('ask', dir, '--out', out, '--json');
    expect(code).toBe(1);
    const { problems } = JSON.parse(printed);
    const at = (line: number) =>
      problems.filter((one: { line: number }) => one.line === line) as {
        code: string;
        column: number;
        message: string;
      }[];
    expect(at(2)[0]).toMatchObject({ code: 'question-malformed', column: 14 });
    expect(
      at(3)
        .map(({ message }) => message)
        .join(),
    ).toContain('qestion');
    expect(at(4)[0]).toMatchObject({ code: 'question-malformed' });
    expect(at(5)[0]).toMatchObject({ code: 'question-page' });
    expect(at(6)[0]).toMatchObject({ code: 'question-malformed', column: 38 });
  });

  test('asks from the page that the reader is on', async () => {
    const setup = (by: string) =>
      `---\ntitle: Setup\n---\n\n## Install the gadget\n\nTo install the gadget, run \`${by}\`.\n`;
    const group = (page: string) => [{ group: 'Start', pages: [page] }];
    const versions = [
      { version: 'v2', groups: group('v2/setup') },
      { version: 'v1', groups: group('v1/setup') },
    ];
    const question = 'How do I install the gadget?';
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig([], { navigation: { versions } }),
      'v1/setup.mdx': setup('old add gadget'),
      'v2/setup.mdx': setup('new add gadget'),
      'tests/questions.jsonl': lines([
        { question, words: ['new add gadget'] },
        { question, page: 'v1/setup', pages: ['v1/setup'], words: ['old add gadget'] },
      ]),
    });
    const out = tempDir();
    expect((await docent('build', dir, '--out', out)).code).toBe(0);
    expect((await docent('ask', dir, '--out', out)).out).toContain('2 of 2 questions as expected');
    writeFiles(dir, { 'tests/questions.jsonl': lines([{ question, page: 'v3/setup' }]) });
    const unknown = await docent('ask', dir, '--out', out);
    expect(unknown.out).toContain('There is no page "v3/setup"');
  });

  test('says what to do without a build or without questions', async () => {
    const dir = writeFiles(tempDir(), pages);
    const out = tempDir();
    expect((await docent('ask', dir, 'Why?', '--out', out)).err).toContain('Run "docent build"');
    expect((await docent('ask', dir, '--out', out)).err).toContain('There are no questions in');
  });
});

test('docent check asks the questions of a site, unless told not to, and publishes none', async () => {
  const { dir, out } = await world(lines([{ question: 'What is a queue?', words: ['a stack'] }]));
  const checked = await docent('check', dir, '--json');
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.out)).toMatchObject([
    { path: 'tests/questions.jsonl', code: 'question-failed', line: 1 },
  ]);
  expect((await docent('check', dir, '--no-questions')).code).toBe(0);
  const id = readCurrent(out) ?? '';
  expect(existsSync(join(unpack(out, id), 'site/keys.md'))).toBe(true);
  expect(existsSync(join(unpack(out, id), 'site/tests/questions.jsonl'))).toBe(false);
});

test('docent ask --from-conversations proposes what readers rated, and what was refused', async () => {
  const database = join(tempDir(), 'docent.db');
  const store = openStore(database);
  await migrate(store);
  const orgId = await org(store);
  const project = await newProject(store, orgId);
  let now = 1;
  const say = async (
    question: string,
    { pages = [], satisfied }: { pages?: readonly string[]; satisfied?: boolean } = {},
  ) => {
    const of = { projectId: project.id, conversationId: newId('cnv') };
    await store.transaction(async (trx) => {
      await addQuestion(trx, {
        ...{ ...of, visitorId: 'v', isNew: true, id: newId('msg'), text: question, now: now++ },
      });
      await addAnswer(trx, {
        ...{ ...of, orgId, id: newId('msg'), text: 'An answer.', now: now++ },
        ...{ status: 'completed', tokens: 0, estimated: false, duration: 1, firstText: 1 },
        ...{ cited: null, period: march },
        sources: JSON.stringify(pages.map((path) => ({ path, title: path, url: `/${path}` }))),
      });
    });
    if (satisfied !== undefined) await rateConversation(store.db, of.conversationId, satisfied);
  };
  await say('How do I rotate a key?', { pages: ['keys'], satisfied: true });
  await say('How do I rotate keys in Fortran?');
  await say('how do I rotate keys in fortran');
  await say('Nobody rated this', { pages: ['queues'] });
  await store.close();

  const { code, out } = await docent('ask', '--from-conversations', '--database', database);
  expect(code).toBe(0);
  expect(out.split('\n').map((line) => JSON.parse(line))).toEqual([
    {
      question: 'how do I rotate keys in fortran',
      answered: false,
      note: 'asked 2 times, not answered',
    },
    { question: 'How do I rotate a key?', pages: ['keys'], note: 'asked once, rated helpful' },
  ]);
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { main } from '../../cli.ts';
import {
  type AskedSegment,
  answerOf,
  askedIn,
  translated,
} from '../pipeline/translate/fake-model.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../support/model-stub.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

let stub: ModelStub | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await stub?.close();
  stub = undefined;
});

const files = {
  'docs.json': minimalConfig(['good', 'bad', 'refused', 'broken', 'done', 'handmade'], {
    i18n: { defaultLanguage: 'en', languages: ['de', 'ja'] },
  }),
  'good.mdx': '---\ntitle: Good page\n---\n\nSome words that are easy to say in another way.\n',
  'bad.mdx': '---\ntitle: Bad page\n---\n\nSome words.\n\nUse [the link](/good) with `docent`.\n',
  'refused.mdx': '---\ntitle: Refused page\n---\n\nWords that are too long for the model.\n',
  'broken.mdx': '---\ntitle: Broken page\n---\n\n<Note>\n\nNever closed.\n',
  'done.mdx': '---\ntitle: Done page\n---\n\nWords that were translated before.\n',
  'handmade.mdx': '---\ntitle: Handmade page\n---\n\nWords of a page.\n',
  'de/handmade.mdx': '---\ntitle: Von Hand\n---\n\nWorte einer Seite.\n',
};

function answer(segments: readonly AskedSegment[], language: string): StubAnswer {
  const texts = segments.map(({ text }) => text).join('\n');
  if (texts.includes('too long')) return { status: 400, error: { message: 'context length' } };
  return {
    text: answerOf(segments, ({ text }) =>
      text.includes('<g1>')
        ? translated(text, language).replace(/<\/?g1>/g, '')
        : translated(text, language),
    ),
  };
}

/** A site and its outputs, where one page is translated already, and a real model server. */
async function world() {
  stub = await startModelStub(({ body }) => {
    const messages = body.messages as never;
    const { to } = JSON.parse((messages as { content: string }[]).at(-1)?.content ?? '{}');
    return answer(askedIn({ messages }), /\((.+)\)$/.exec(to)?.[1] ?? '');
  });
  vi.stubEnv('OPENAI_BASE_URL', stub.baseUrl);
  vi.stubEnv('OPENAI_API_KEY', 'k');
  vi.stubEnv('DOCENT_TRANSLATE_MODEL', 'm');
  const dir = writeFiles(tempDir(), files);
  const out = tempDir();
  const run = async (...more: string[]) => {
    const written = { out: '', err: '' };
    const add = (stream: 'out' | 'err') => (text: string) => {
      written[stream] += `${text}\n`;
    };
    const line = ['node', 'docent', 'translate', dir, '--out', out, ...more];
    const code = await main(line, { out: add('out'), err: add('err'), interactive: false });
    return { code, ...written };
  };
  await run('--language', 'de,ja', '--page', 'done');
  return { dir, out, run };
}

describe('docent translate', () => {
  test('closes with counts of pages and words that add up, for each language', async () => {
    const { run } = await world();
    const { code, out } = await run('--language', 'de, ja');
    expect(code).toBe(1);
    const counts = ['de', 'ja'].map((language) => {
      const line = out.split('\n').find((text) => text.startsWith(`${language}: 6 pages`)) ?? '';
      const [all = [], ...parts] = [...line.matchAll(/(\d+) [^,()]+? \((\d+)(?: words)?\)/g)];
      const sum = (index: number) => parts.reduce((total, part) => total + Number(part[index]), 0);
      expect([sum(1), sum(2)], line).toEqual([Number(all[1]), Number(all[2])]);
      return line.replace(/ \(\d+( words)?\)/g, '');
    });
    expect(counts).toEqual([
      'de: 6 pages: 1 translated, 1 kept as written by hand, 2 failed, 1 unchanged, 1 with errors',
      'ja: 6 pages: 2 translated, 2 failed, 1 unchanged, 1 with errors',
    ]);
  });

  test('says in words of the writer what failed where, and goes on with the other pages', async () => {
    const { run } = await world();
    const { err, out } = await run('--language', 'de');
    expect(err.split('\n')).toEqual(
      expect.arrayContaining([
        'bad.mdx:7:1: the link `[…](/good)` is missing in the translation: "Use [the link](/good) with `docent`."',
        'refused.mdx: The language model answered 400: context length.',
        'broken.mdx: the page has errors; "docent check" shows them',
      ]),
    );
    expect(out).toContain('1 translated');
  });

  test('prints one document with --json', async () => {
    const { run } = await world();
    const { code, out, err } = await run('--language', 'de', '--json');
    expect([code, err]).toEqual([1, '']);
    const { languages, problems } = JSON.parse(out);
    expect(problems).toEqual([]);
    expect(languages).toMatchObject([
      {
        language: 'de',
        pages: { all: { pages: 6 }, translated: { pages: 1 }, failed: { pages: 2 } },
        stopped: null,
      },
    ]);
    const [{ failures }] = languages;
    expect(failures).toContainEqual({
      ...{ page: 'bad', path: 'bad.mdx', line: 7, column: 1 },
      message: 'the link `[…](/good)` is missing in the translation',
      source: 'Use [the link](/good) with `docent`.',
    });
    expect(failures).toContainEqual({
      ...{ page: 'refused', path: 'refused.mdx', line: null, column: null },
      message: 'The language model answered 400: context length.',
      source: '',
    });
  });

  test('prints one document with --json, too, when nothing can be translated', async () => {
    const { dir, run } = await world();
    const unknown = await run('--language', 'de,xx', '--json');
    expect([unknown.code, JSON.parse(unknown.out)]).toMatchObject([
      1,
      {
        languages: [],
        problems: [{ message: expect.stringContaining('Unexpected language "xx"') }],
      },
    ]);
    writeFiles(dir, { 'glossary.json': '[{ "tem": 1 }]' });
    const glossary = await run('--language', 'de', '--json');
    expect([glossary.code, JSON.parse(glossary.out)]).toMatchObject([
      1,
      { languages: [], problems: [{ path: 'glossary.json', line: 1 }] },
    ]);
  });

  test('counts the pages of its scope alone', async () => {
    const { dir, run } = await world();
    expect((await run('--language', 'de', '--page', 'good')).out).toContain(
      'de: 1 page (10 words): 1 translated (10), 0 failed (0), 0 unchanged (0)\n',
    );
    writeFiles(dir, { 'done.mdx': files['done.mdx'].replace('before', 'long ago') });
    expect((await run('--language', 'de', '--scope', 'stale')).out).toMatch(
      /de: 3 pages \(\d+ words\): 1 translated \(\d+\), 1 kept as written by hand \(\d+\), 0 failed \(0\), 1 unchanged/,
    );
  });

  test('says what it would cost in every language, and asks for nothing', async () => {
    const { run } = await world();
    const before = stub?.requests.length;
    const { code, out } = await run('--language', 'de,ja', '--dry-run');
    expect(code).toBe(0);
    for (const language of ['de', 'ja']) {
      const line = `\\d pages to translate into ${language}: \\d+ segments, \\d+ in the translation memory, about \\d+ tokens in \\d+ requests\\.`;
      expect(out).toMatch(new RegExp(line));
    }
    expect(stub?.requests.length).toBe(before);
  });

  test('estimates without a model', async () => {
    vi.stubEnv('OPENAI_BASE_URL', '');
    vi.stubEnv('OPENAI_API_KEY', '');
    vi.stubEnv('DOCENT_TRANSLATE_MODEL', '');
    const dir = writeFiles(tempDir(), files);
    const printed: string[] = [];
    const line = ['node', 'docent', 'translate', dir, '--out', tempDir()];
    const run = (...more: string[]) =>
      main([...line, '--language', 'de', ...more], {
        out: (text) => void printed.push(text),
        err: (text) => void printed.push(text),
        interactive: false,
      });
    expect(await run('--dry-run')).toBe(0);
    expect(printed.join('\n')).toMatch(/^5 pages to translate into de: \d+ segments, 0 in the/);
    printed.length = 0;
    expect(await run()).not.toBe(0);
    expect(printed.join('\n')).toContain('No language model is configured.');
  });

  test('reports without a model what is translated, what is not and why, and what it has cost', async () => {
    const { run, dir } = await world();
    await run('--language', 'de');
    vi.stubEnv('OPENAI_BASE_URL', '');
    vi.stubEnv('DOCENT_TRANSLATE_MODEL', '');
    const { code, out } = await run('--report', '--json', '--price', '1,2.5');
    expect(code).toBe(0);
    const [de, ja] = JSON.parse(out).languages;
    expect([de.language, ja.language]).toEqual(['de', 'ja']);
    expect(de.pages).toEqual({
      ...{ completed: 2, partial: 0, kept: 1, stale: 0, failed: 3, missing: 0 },
    });
    expect(de.failures.map(({ page }: { page: string }) => page)).toEqual([
      ...['bad', 'broken', 'refused'],
    ]);
    expect(de.failures[0].reason).toContain('the link');
    expect(de.cost).toBeCloseTo((de.inputTokens + 2.5 * de.outputTokens) / 1e6, 4);
    expect(de.inputTokens).toBeGreaterThan(0);
    expect(de.proofs).toEqual([
      {
        ...{ model: 'm', checks: ['marks', 'words', 'language'] },
        ...{ segments: expect.any(Number), latest: expect.stringMatching(/^\d{4}-/) },
      },
    ]);
    vi.stubEnv('DOCENT_TRANSLATE_PRICE', '1,2.5');
    expect(JSON.parse((await run('--report', '--json')).out).languages[0].cost).toBe(de.cost);
    writeFiles(dir, { 'good.mdx': '---\ntitle: Good page\n---\n\nOther words of it.\n' });
    const stale = await run('--report', '--language', 'de');
    expect(stale.out).toMatch(/^de: 6 pages: 1 completed, 1 written by hand, 1 stale, 3 failed/);
    expect(stale.out).toContain('failed: bad: bad.mdx:7:');
    expect(stale.out).toMatch(/segments by m, checked for marks, words, language, last on \d/);
  });

  test('needs a language, unless it only reports, and prices that it can read', async () => {
    const { run } = await world();
    expect((await run()).err).toContain("required option '--language <codes>' not specified");
    expect((await run('--report', '--price', '1')).err).toContain('such as 0.15,0.6');
  });
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type WatchBuild, watchSite } from '../../../pipeline/watch.ts';
import { listen } from '../../../runtime/listen.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const soon = { timeout: 60_000, interval: 20 };
const names = Array.from({ length: 300 }, (_, index) => `page-${String(index).padStart(3, '0')}`);

const code = (name: string) => `\`\`\`js\nconst name = '${name}';\n\`\`\``;
/** Pages so long that at first only their front matter is read. */
const filling = 'More words of this page.\n'.repeat(50);
const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n\n${filling}`;

/** Starts on a site that takes a while to be rendered as a whole, and does not wait for that. */
async function start(more: Record<string, unknown> = {}) {
  const pages = Object.fromEntries(
    names.map((name) => [`${name}.mdx`, page(name, `Words of ${name}.\n\n${code(name)}`)]),
  );
  const dir = writeFiles(tempDir(), { 'docs.json': minimalConfig(names), ...pages, ...more });
  const builds: WatchBuild[] = [];
  const errors: Error[] = [];
  const watch = watchSite({
    dir,
    version: '0',
    onBuild: (built) => builds.push(built),
    onError: (error) => errors.push(error),
  });
  const server = await listen(
    { site: watch, version: '0', log: () => {}, before: watch.before, after: watch.after },
    { port: 0, host: '127.0.0.1' },
  );
  onTestFinished(async () => {
    await watch.close();
    await server.close();
    expect(errors).toEqual([]);
  });
  const get = async (path: string) => (await fetch(server.url + path)).text();
  /** What the open page at this path hears. */
  const hear = async (path: string) => {
    const build = /live-[^"]+\.js(\?build=\d+)/.exec(await get(path))?.[1];
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const { body } = await fetch(`${server.url}/_docent/dev${build}`, {
      headers: { referer: server.url + path },
      signal: stop.signal,
    });
    let heard = '';
    void body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(
        new WritableStream({
          write: (text) => {
            heard += text;
          },
        }),
      )
      .catch(() => {});
    return () => heard;
  };
  return { dir, builds, watch, get, hear };
}

test('pages are served before the others are rendered, the very ones that a complete site has', async () => {
  const { builds, watch, get, hear } = await start();
  const asked = ['/page-000', '/page-299', '/page-150.md'];
  const early: string[] = [];
  for (const path of asked) {
    early.push(await get(path));
    expect(builds).toEqual([]);
  }
  expect(early[1]).toContain('Words of page-299.');
  const heard = await hear('/page-299');
  await watch.ready;
  expect(builds[0]).toMatchObject({ pages: names.length, problems: [] });
  expect(await Promise.all(asked.map(get))).toEqual(early);
  expect(heard()).not.toContain('data:');
});

test('what needs all pages waits for them: the search, llms.txt and feeds', async () => {
  const { builds, get } = await start({
    'page-299.mdx': page('Last', '<Update label="May">\nNews.\n</Update>\n\nQuixotic words.'),
  });
  const [search, llms, feed] = await Promise.all([
    get('/_docent/search/en-p.json'),
    get('/llms-full.txt'),
    get('/page-299/rss.xml'),
    get('/page-000'),
  ]);
  expect(search).toContain('Quixotic words.');
  expect(llms).toContain('Words of page-298.');
  expect(feed).toContain('May');
  await expect.poll(() => builds.length, soon).toBe(1);
});

test('problems of pages that are rendered later are reported, and reach a page that shows them', async () => {
  const { builds, watch, get, hear } = await start({
    'page-000.mdx': page('First', 'See [the last](/page-299#gone).'),
    'page-298.mdx': page('Next to last', 'Two {{nobody}}.'),
  });
  expect(await get('/page-000')).not.toContain('to fix');
  expect(builds).toEqual([]);
  const heard = await hear('/page-000');
  await watch.ready;
  const found = builds[0]?.problems.map(({ file, ruleId }) => [file, ruleId]);
  expect(found).toEqual([
    ['page-000.mdx', 'broken-anchor'],
    ['page-298.mdx', 'undefined-variable'],
  ]);
  await expect.poll(heard, soon).toContain('{"type":"update"}');
  expect(await get('/page-000')).toContain('1 problem to fix');
});

test('a page has the scripts that its text asks for before other texts are read, and no other page loads again', async () => {
  const { builds, watch, get, hear } = await start({
    'page-001.mdx': page('Drawn', '```mermaid\nflowchart LR\n  A --> B\n```'),
    'page-002.mdx': page('Clicked', '<button onClick={() => alert(1)}>Click</button>'),
    'page-298.mdx': page('Drawn later', '```mermaid\nsequenceDiagram\n  A->>B: Hi\n```'),
    'snippets/counter.jsx': 'export const Counter = () => <i onClick={() => {}}>0</i>;\n',
    'page-003.mdx': page(
      'Counted',
      "import { Counter } from '/snippets/counter.jsx';\n\n<Counter />",
    ),
  });
  const paths = ['/page-000', '/page-001', '/page-002', '/page-003'];
  const early: string[] = [];
  for (const path of paths) {
    early.push(await get(path));
    // A browser loads the files that all pages share with the first one.
    await get(/src="(\/_docent\/[^"]+\.js)"/.exec(early[0] ?? '')?.[1] ?? '/none');
  }
  const [plain = '', drawn = '', clicked = '', counted = ''] = early;
  expect(plain).not.toContain('data-diagrams');
  const drawing = /data-diagrams="([^"]+)"/.exec(drawn)?.[1] ?? '/none';
  expect(await get(drawing)).toContain('flowchart');
  for (const html of [clicked, counted]) {
    const island = /"module":"([^"]+)"/.exec(html)?.[1] ?? '/none';
    expect(await get(island)).toContain('onClick');
  }
  const heard = await Promise.all(paths.map(hear));
  expect(builds).toEqual([]);
  await watch.ready;
  expect(await Promise.all(paths.map(get))).toEqual(early);
  for (const text of heard) expect(text()).not.toContain('data:');
});

test('a plain page stays when a page that is read later asks for scripts', async () => {
  const { builds, watch, get, hear } = await start({
    'page-298.mdx': page('Drawn later', '```mermaid\nsequenceDiagram\n  A->>B: Hi\n```'),
  });
  const early = await get('/page-000');
  const heard = await hear('/page-000');
  expect(builds).toEqual([]);
  await watch.ready;
  expect(await get('/page-000')).toBe(early);
  expect(heard()).not.toContain('data:');
  expect(await get('/page-298')).toContain('data-diagrams');
});

test('bytes that are not UTF-8 are reported of pages that were not read at first', async () => {
  const { dir, watch, builds, get } = await start();
  const bytes = Buffer.from(page('page-250', 'Words.'));
  bytes.write('\xff', bytes.length - 30, 'latin1');
  writeFileSync(join(dir, 'page-250.mdx'), bytes);
  await get('/page-000');
  await watch.ready;
  await expect
    .poll(() => builds.at(-1)?.problems.map(({ file, ruleId }) => [file, ruleId]), soon)
    .toEqual([['page-250.mdx', 'not-utf8']]);
});

test('edits during the first pass are shown: a text, a title, a new page, a page that is gone', async () => {
  const { dir, builds, watch, get } = await start();
  await get('/page-000');
  expect(builds).toEqual([]);
  writeFileSync(join(dir, 'page-000.mdx'), page('page-000', 'Other words.'));
  await expect.poll(() => get('/page-000'), soon).toContain('Other words.');
  writeFileSync(join(dir, 'page-200.mdx'), page('Another title', 'Other words here as well.'));
  writeFileSync(join(dir, 'new.mdx'), page('New', 'New words.'));
  rmSync(join(dir, 'page-299.mdx'));
  await expect.poll(() => get('/page-000'), soon).toContain('Another title');
  await expect.poll(() => get('/new'), soon).toContain('New words.');
  await watch.ready;
  expect(await get('/page-200')).toContain('Other words here as well.');
  expect(await get('/page-000')).toContain('Other words.');
  await expect.poll(() => builds.at(-1)?.pages, soon).toBe(names.length);
  await expect.poll(() => get('/page-299'), soon).not.toContain('Words of page-299.');
});

test('a title that is changed during the first pass is shown before all pages are rendered', async () => {
  const { dir, builds, get } = await start();
  await get('/page-000');
  // As long as the one before.
  writeFileSync(join(dir, 'page-200.mdx'), page('Renamed!', 'Other words.'));
  await expect.poll(() => get('/page-000'), soon).toContain('Renamed!');
  expect(builds).toEqual([]);
});

test('a change of docs.json during the first pass is followed', async () => {
  const { dir, builds, watch, get } = await start();
  await get('/page-000');
  expect(builds).toEqual([]);
  writeFileSync(
    join(dir, 'docs.json'),
    JSON.stringify(minimalConfig(names.slice(0, 200), { name: 'Renamed' })),
  );
  await expect.poll(() => get('/page-001'), soon).toContain('Renamed');
  await watch.ready;
  expect(await get('/page-002')).toContain('Renamed');
});

test('a watch that is closed during its first pass does no more', async () => {
  const { builds, watch, get } = await start();
  await get('/page-000');
  const waiting = get('/llms.txt');
  await watch.close();
  await waiting;
  await watch.ready;
  expect(builds).toEqual([]);
});

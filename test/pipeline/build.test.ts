import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BuildOptions, buildSite } from '../../pipeline/build.ts';
import { checkSite } from '../../pipeline/check.ts';
import {
  openDeployment,
  readCurrent,
  readDeploymentFile,
  readPageRecords,
} from '../../pipeline/output/read.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { changeFiles, contentsOf } from '../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const newId = createIds();
const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;

function build(dir: string, out: string, more: Partial<BuildOptions> = {}) {
  return buildSite({
    dir,
    out,
    project: 'test',
    version: '0.0.0',
    now: () => Date.UTC(2026, 0, 1),
    newId: (prefix) => newId(prefix as 'dpl'),
    ...more,
  });
}

/** A site of three pages, a snippet and a picture, in a folder of its own. */
function site(more: Record<string, unknown> = {}): { dir: string; out: string } {
  const root = tempDir();
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': minimalConfig(['index', 'guides/start', 'guides/more']),
    'index.mdx': page('Home', 'Go to [the start](/guides/start).\n\n```js\nconst a = 1;\n```'),
    'guides/start.mdx': page(
      'Start',
      'import Hint from "/snippets/hint.mdx";\n\n<Hint />\n\n## Next\n\nSee [home](/).',
    ),
    'guides/more.mdx': page('More', 'Look: ![A picture](/img/a.svg)'),
    'snippets/hint.mdx': 'A hint for all.',
    'img/a.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
    ...more,
  });
  return { dir, out: join(root, 'out') };
}

/** Everything of the live site: path → content. */
function contents(out: string, part = 'site'): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, bytes] of contentsOf(out, readCurrent(out) ?? '')) {
    if (path.startsWith(`${part}/`)) {
      found[path.slice(part.length + 1)] = Buffer.from(bytes).toString('latin1');
    }
  }
  return found;
}

const errors = (problems: readonly { severity: string; ruleId: string }[]) =>
  problems.filter((problem) => problem.severity === 'error').map((problem) => problem.ruleId);

describe('a build', () => {
  test('writes every page with its twin, its assets and what machines read', async () => {
    const { dir, out } = site();
    const result = await build(dir, out);
    expect(errors(result.problems)).toEqual([]);
    const files = contents(out);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'index.html',
        'index.md',
        'guides/start/index.html',
        'guides/start.md',
        'img/a.svg',
        '404.html',
        'llms.txt',
        'llms-full.txt',
        'sitemap.xml',
        'robots.txt',
      ]),
    );
    expect(files['guides/start/index.html']).toContain('A hint for all.');
    expect(contents(out, 'source')).toHaveProperty(['snippets/hint.mdx']);
    const id = readCurrent(out) ?? '';
    expect(readPageRecords(out, id).map((record) => record.path)).toEqual([
      'guides/more',
      'guides/start',
      'index',
    ]);
    const live = openDeployment(out, id);
    const manifest = readDeploymentFile(out, id, 'manifest');
    expect(live.file('/')?.path).toBe('index.html');
    expect(live.file('/guides/start')?.hash).toBe(manifest?.pages['guides/start']?.htmlHash);
  });

  test('keeps its own files where docs.json redirects from them, and says so once', async () => {
    const paths = ['llms.txt', 'llms-full.txt', 'sitemap.xml', 'robots.txt', '404.html'];
    const made = [...paths, 'guides/start.md', 'index.md'];
    const sources = [...made, 'img/a.svg', 'guides/more/index.html'];
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more'], {
        redirects: sources.map((path) => ({ source: `/${path}`, destination: '/guides/more' })),
      }),
    });
    const result = await build(dir, out);
    const told = ({ problems }: Pick<typeof result, 'problems'>) =>
      problems.map(({ ruleId, severity, actual }) => [severity, ruleId, actual]);
    const expected = made.map((path) => ['warning', 'redirect-over-file', `/${path}`]);
    expect(told(result).sort()).toEqual(expected.sort());
    expect(told(await checkSite({ dir })).sort()).toEqual(expected.sort());
    const files = Object.keys(contents(out));
    expect(files).toEqual(expect.arrayContaining(sources));
    expect(files.filter((path) => /\.\w+\/index\.html$/.test(path))).toEqual([]);
  });

  test('writes the scripts of the widget where the site has an assistant', async () => {
    const scriptsOf = async (assistant: object) => {
      const config = minimalConfig(['index', 'guides/start', 'guides/more'], { assistant });
      const { dir, out } = site({ 'docs.json': config });
      await build(dir, out);
      return Object.keys(contents(out)).filter((path) => path.startsWith('_docent/widget'));
    };
    expect((await scriptsOf({})).length).toBeGreaterThan(24);
    expect(await scriptsOf({ enabled: false })).toEqual([]);
  });

  test('is byte for byte the same without the cache, and with a used one', async () => {
    const { dir, out } = site();
    await build(dir, out);
    await build(dir, out);
    const cached = contents(out);
    await build(dir, join(dir, '../other'), { cache: false });
    expect(contents(join(dir, '../other'))).toEqual(cached);
  });

  test('makes of a change to one of many pages what a build without a cache makes', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `part-${at % 7}/page-${at}`);
    const text = (name: string) => page(`About ${name}`, `Words of ${name}.\n\n## More\n\nSee it.`);
    const { dir, out } = site(Object.fromEntries(names.map((name) => [`${name}.mdx`, text(name)])));
    await build(dir, out);
    const rename = (from: string, to: string) =>
      renameSync(join(dir, `${from}.mdx`), join(dir, `${to}.mdx`));
    const changes: readonly (() => void)[] = [
      () => writeFiles(dir, { 'part-3/page-17.mdx': page('About it', 'Unheard of.\n\n## New') }),
      () => {
        writeFiles(dir, { 'part-1/page-new.mdx': text('something new') });
        rename('part-4/page-4', 'part-0/page-four');
      },
      () => {
        rmSync(join(dir, 'part-2/page-2.mdx'));
        rmSync(join(out, 'cache/search'), { recursive: true });
      },
    ];
    for (const [at, change] of changes.entries()) {
      change();
      writeFiles(dir, { 'part-5/page-5.mdx': text(`change ${at}`) });
      await build(dir, out);
      const cold = join(tempDir(), 'out');
      await build(dir, cold);
      expect(contents(out)).toEqual(contents(cold));
    }
  });

  test('makes of a change what a build without a cache makes', async () => {
    const { dir, out } = site();
    await build(dir, out);
    const changes: readonly Record<string, unknown>[] = [
      { 'snippets/hint.mdx': 'Another hint.' },
      { 'guides/more.mdx': page('More and more', 'Look: ![A picture](/img/a.svg)') },
      { 'guides/more.mdx': page('More and more', 'Look no further.') },
      { 'guides/more.mdx': page('More\ndescription: A word of it.', 'Look no further.') },
      {
        'guides/more.mdx': page(
          'News',
          '<Update label="May" rss={{ title: "May" }}>It began.</Update>',
        ),
      },
      {
        'guides/more.mdx': page(
          'News',
          '<Update label="May" rss={{ title: "May" }}>It ended.</Update>',
        ),
      },
      { 'docs.json': minimalConfig(['index', 'guides/more', 'guides/start']) },
      {
        'docs.json': minimalConfig(['index', 'guides/more', 'guides/start'], { description: 'D' }),
      },
    ];
    for (const change of changes) {
      writeFiles(dir, change);
      const before = contents(out)['llms-full.txt'];
      await build(dir, out);
      const cold = join(tempDir(), 'out');
      await build(dir, cold);
      expect(contents(out)).toEqual(contents(cold));
      expect(contents(out)['llms-full.txt']).not.toBe(before);
    }
  });

  test("makes of a file that comes and goes in a generated file's place what a build without a cache makes", async () => {
    const redirects = [{ source: '/files/guide.pdf', destination: '/guides/start' }];
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more'], { redirects }),
    });
    const own = ['files/guide.pdf', 'llms-full.txt', 'robots.txt'];
    await build(dir, out);
    const generated = contents(out);
    for (const path of own) {
      writeFiles(dir, { [path]: 'A file of the author.' });
      const { problems } = await build(dir, out);
      const cold = join(tempDir(), 'out');
      await build(dir, cold);
      expect(problems).toEqual([]);
      expect(contents(out)).toEqual(contents(cold));
    }
    for (const path of own) rmSync(join(dir, path));
    await build(dir, out);
    expect(contents(out)).toEqual(generated);
  });

  test('shows the day of the last commit on a page that asks for it, and on no other', async () => {
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more']),
      'guides/more.mdx': '---\ntitle: More\ntimestamp: true\n---\n\nMore words.\n',
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
        cwd: dir,
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' },
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Add');
    await build(dir, out);
    const files = contents(out);
    expect(files['guides/more/index.html']).toContain('<time datetime="2026-01-01T');
    expect(files['guides/start/index.html']).not.toContain('<time datetime');
  });

  test('lists a page with the day of its last commit', async () => {
    const config = { metadata: { timestamp: true } };
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more'], config),
    });
    const git = (date: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
        cwd: dir,
        env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      });
    const commit = (date: string) => {
      git(date, 'add', '.');
      git(date, 'commit', '-qm', 'Change');
    };
    const days = () => contents(out)['sitemap.xml']?.match(/<lastmod>.{10}/g);
    git('', 'init', '-q');
    commit('2026-01-01T00:00:00Z');
    await build(dir, out);
    expect(days()).toEqual(Array(3).fill('<lastmod>2026-01-01'));
    writeFiles(dir, { 'guides/more.mdx': page('More', 'Other words.') });
    commit('2026-02-02T00:00:00Z');
    await build(dir, out);
    expect(days()?.sort()).toEqual(
      ['01-01', '01-01', '02-02'].map((day) => `<lastmod>2026-${day}`),
    );
  });

  test('touches nothing but its own folder and what names it when nothing changed', async () => {
    const { dir, out } = site();
    await build(dir, out);
    const before = stamps(out);
    const second = await build(dir, out);
    expect(second.stats.rendered).toBe(0);
    expect(second.events.map((event) => event.type)).toEqual([
      'deployment.started',
      'deployment.completed',
    ]);
    const after = stamps(out);
    const id = second.deployment?.id ?? '';
    const touched = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(touched.filter((path) => !path.includes(id))).toEqual(['current']);
    // All of the site's files are the very files of the first build.
    expect(second.stats.linked).toBe(second.stats.files);
  });

  test('recreates files that were removed from the live deployment', async () => {
    const { dir, out } = site();
    await build(dir, out);
    const before = contents(out);
    const live = readCurrent(out) ?? '';
    changeFiles(out, live, 'guides/start.md');
    const second = await build(dir, out);
    expect(second.problems).toEqual([]);
    expect(second.stats.rendered).toBe(1);
    expect(contents(out)).toEqual(before);
    const records = readPageRecords(out, second.deployment?.id ?? '');
    expect(records.map(({ path }) => path)).toEqual(['guides/more', 'guides/start', 'index']);
  });

  test('makes everything again that a damaged deployment has lost', async () => {
    const { dir, out } = site();
    await build(dir, out);
    const first = readCurrent(out) ?? '';
    const [before, records] = [contents(out), readPageRecords(out, first)];
    rmSync(join(out, 'deployments', first, 'contents'), { recursive: true });
    const second = await build(dir, out);
    expect(second.problems).toEqual([]);
    expect(contents(out)).toEqual(before);
    expect(readPageRecords(out, second.deployment?.id ?? '')).toEqual(records);
  });

  test('begins again without a cache that is full of noise', async () => {
    const { dir, out } = site();
    await build(dir, out);
    for (const name of ['body', 'texts']) {
      const pack = join(out, `cache/${name}.pack`);
      const bytes = readFileSync(pack);
      // All entries, but not the index behind them: everything still seems to be there.
      bytes.fill('?', 0, bytes.lastIndexOf('[["'));
      writeFileSync(pack, bytes);
    }
    writeFileSync(join(dir, 'guides/more.mdx'), page('More', 'Another text.'));
    const second = await build(dir, out);
    expect(second.problems).toEqual([]);
    await build(dir, join(dir, '../other'), { cache: false });
    expect(contents(out)).toEqual(contents(join(dir, '../other')));
    expect(readdirSync(join(out, 'deployments'))).toHaveLength(2);
  });

  test('begins again without a cache whose entries are damaged one by one', async () => {
    const { dir, out } = site();
    await build(dir, out);
    for (const name of ['body', 'texts']) {
      const pack = join(out, `cache/${name}.pack`);
      const bytes = readFileSync(pack);
      // What begins the pack and its index are whole: all entries seem to be there.
      bytes.fill('?', 21, bytes.lastIndexOf('[["'));
      writeFileSync(pack, bytes);
    }
    writeFileSync(join(dir, 'guides/more.mdx'), page('More', 'Another text.'));
    expect((await build(dir, out)).problems).toEqual([]);
    await build(dir, join(dir, '../other'), { cache: false });
    expect(contents(out)).toEqual(contents(join(dir, '../other')));
  });

  test('shows pages that pages import in their place, and makes these again with them', async () => {
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'views/a', 'views/b'], {
        i18n: { defaultLanguage: 'en', languages: ['fr'] },
      }),
      'index.mdx': page(
        'Home',
        'import A from "./views/a.mdx"\nimport B, { Comp } from "/views/b"\nimport M from "./m.md"\n\n<A who="you" /><B /><Comp /><M />',
      ),
      'fr/index.mdx': page('Accueil', 'import A from "/views/a.mdx"\n\n<A who="vous" />'),
      'fr/views/a.mdx': page('A', 'Bonjour {who}.'),
      'views/a.mdx': page('A', 'import B from "./b.mdx"\n\nHello {props.who}. <B />'),
      'views/b.mdx': page(
        'B',
        'import A from "./a.mdx"\n\nexport const Comp = () => <i>a component</i>\n\nSecond. <A />',
      ),
      'm.md': 'Plain {braces}.',
    });
    await build(dir, out);
    const before = contents(out);
    const home = before['index.html'] ?? '';
    for (const words of ['Hello you.', 'Second.', '<i>a component</i>', 'Plain {braces}.']) {
      expect(home).toContain(words);
    }
    expect(before['views/b/index.html']).toContain('Second.');
    expect(before['fr/index.html']).toContain('Bonjour vous.');
    writeFileSync(join(dir, 'views/b.mdx'), page('B', 'Third.'));
    await build(dir, out);
    expect(contents(out)['index.html']).toContain('Third.');
  });

  test('renders exactly the pages that a change concerns', async () => {
    const { dir, out } = site();
    await build(dir, out);
    writeFileSync(join(dir, 'snippets/hint.mdx'), 'Another hint.');
    const snippet = await build(dir, out);
    expect(snippet.stats.rendered).toBe(1);
    expect(contents(out)['guides/start/index.html']).toContain('Another hint.');
    expect(
      snippet.events
        .slice(2)
        .map(({ type, data }) => [type, (data as { pagePath: string }).pagePath]),
    ).toEqual([['page.updated', 'guides/start']]);
    writeFileSync(join(dir, 'guides/more.mdx'), page('More', 'No picture any more.'));
    expect((await build(dir, out)).stats.rendered).toBe(1);
    // A title is in the navigation of all pages.
    writeFileSync(join(dir, 'guides/more.mdx'), page('Most', 'No picture any more.'));
    expect((await build(dir, out)).stats.rendered).toBe(3);
    expect(contents(out)['index.html']).toContain('Most');
  });

  test('writes a link again when the heading that it means has another id', async () => {
    const link = 'Go to [the start](/guides/start#v1-2).';
    const { dir, out } = site({ 'index.mdx': page('Home', link) });
    const start = (heading: string) => page('Start', `## ${heading}\n\nSee [home](/).`);
    const target = () =>
      /href="(\/guides\/start[^"]*)">the start/.exec(contents(out)['index.html'] ?? '')?.[1];
    writeFiles(dir, { 'guides/start.mdx': start('v1.2') });
    await build(dir, out);
    expect(target()).toBe('/guides/start#v12');
    writeFiles(dir, { 'guides/start.mdx': start('v1.2 {#second}') });
    expect((await build(dir, out)).stats.rendered).toBe(2);
    expect(target()).toBe('/guides/start#second');
    expect((await build(dir, out)).stats.rendered).toBe(0);
    const kept = contents(out);
    await build(dir, out);
    expect(contents(out)).toEqual(kept);
    writeFiles(dir, { 'guides/start.mdx': start('v1-2') });
    await build(dir, out);
    expect(target()).toBe('/guides/start#v1-2');
  });

  test('follows a picture whose size changed to the page that shows it', async () => {
    const { dir, out } = site();
    await build(dir, out);
    writeFileSync(
      join(dir, 'img/a.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="77"/>',
    );
    const { stats } = await build(dir, out);
    expect(stats.rendered).toBe(1);
    expect(contents(out)['guides/more/index.html']).toContain('width="99"');
  });

  test('tells created, updated and deleted pages', async () => {
    const { dir, out } = site();
    const first = await build(dir, out);
    expect(first.events.slice(2).map((event) => event.type)).toEqual(Array(3).fill('page.created'));
    renameSync(join(dir, 'guides/more.mdx'), join(dir, 'guides/extra.mdx'));
    writeFileSync(
      join(dir, 'docs.json'),
      JSON.stringify(minimalConfig(['index', 'guides/start', 'guides/extra'])),
    );
    const second = await build(dir, out);
    expect(
      second.events
        .slice(2)
        .map(({ type, data }) => [type, (data as { pagePath: string }).pagePath]),
    ).toEqual([
      ['page.created', 'guides/extra'],
      ['page.deleted', 'guides/more'],
    ]);
    expect(Object.keys(contents(out))).not.toContain('guides/more/index.html');
  });

  test('publishes a page with an error, and reports it', async () => {
    const { dir, out } = site();
    const first = await build(dir, out);
    writeFileSync(join(dir, 'guides/more.mdx'), page('More', 'Before {{nobody}}.'));
    const second = await build(dir, out);
    expect(second.deployment?.status).toBe('completed');
    expect(readCurrent(out)).toBe(second.deployment?.id);
    expect(readCurrent(out)).not.toBe(first.deployment?.id);
    expect(second.problems).toMatchObject([
      {
        ruleId: 'undefined-variable',
        severity: 'error',
        file: 'guides/more.mdx',
        place: { start: { line: 5, column: 8 } },
      },
    ]);
    expect(second.events.map((event) => event.type)).toEqual([
      'deployment.started',
      'deployment.completed',
      'page.updated',
    ]);
    const more = contents(out)['guides/more/index.html'];
    expect(more).toContain('>More</h1>');
    expect(more).toContain('Before {{nobody}}.');
  });

  test('knows the files for agents that folders have', async () => {
    const links = ['guides', 'more', 'alone'].map((folder) => `[x](/${folder}/llms.txt)`);
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more', 'more/a', 'more/b']),
      'index.mdx': `${links.join(' ')}\n`,
      'more/a.mdx': 'A\n',
      'more/b.mdx': 'B\n',
      'alone/page.mdx': 'C\n',
    });
    const { problems } = await build(dir, out);
    const broken = problems.filter(({ ruleId }) => ruleId === 'broken-link');
    expect(broken.map(({ actual }) => actual)).toEqual(['/alone/llms.txt']);
    expect(Object.keys(contents(out))).toContain('guides/llms.txt');
  });

  test('publishes the author’s own files instead of those it would make', async () => {
    const own = { 'robots.txt': 'User-agent: own\n', 'llms.txt': '# Own\n' };
    const { dir, out } = site(own);
    for (const _ of ['first', 'again']) {
      await build(dir, out);
      expect(contents(out)).toMatchObject(own);
    }
  });

  test('publishes a page that MDX refuses', async () => {
    const { dir, out } = site({ 'guides/more.mdx': page('More', '<Card title="x"') });
    const { deployment, problems } = await build(dir, out);
    expect(deployment?.pagesBuilt).toBe(3);
    expect(errors(problems)).toEqual(['mdx-syntax']);
    expect(contents(out)['guides/more/index.html']).toContain('>More</h1>');
  });

  test('publishes nothing with an error in it when it is strict', async () => {
    const { dir, out } = site();
    const first = await build(dir, out);
    writeFileSync(join(dir, 'guides/more.mdx'), page('More', '<Card title="x"'));
    const second = await build(dir, out, { strict: 'errors' });
    expect(second.deployment).toBeUndefined();
    expect(errors(second.problems)).toEqual(['mdx-syntax']);
    expect(second.events.map((event) => event.type)).toEqual([
      'deployment.started',
      'deployment.failed',
    ]);
    expect((second.events[1]!.data as { error: string }).error).toMatch(/^guides\/more\.mdx:\d+: /);
    expect(readCurrent(out)).toBe(first.deployment?.id);
  });

  test('minds warnings only when it is asked to', async () => {
    const { dir, out } = site();
    writeFileSync(join(dir, 'index.mdx'), page('Home', '<Crad>x</Crad>'));
    expect((await build(dir, out, { strict: 'errors' })).deployment).toBeDefined();
    const refused = await build(dir, out, { strict: 'warnings' });
    expect(refused.deployment).toBeUndefined();
    expect((refused.events[1]!.data as { error: string }).error).toMatch(/^index\.mdx:\d+: .*Crad/);
  });

  test.each([
    ['is no JSON', '{ "name": ', 'json-syntax'],
    ['has a value of a wrong type', minimalConfig(['index'], { name: 5 }), 'wrong-type'],
    [
      'has a value outside of its list',
      minimalConfig(['index'], { theme: 'mnt' }),
      'unexpected-value',
    ],
    [
      'has a colour that is none',
      minimalConfig(['index'], { colors: { primary: 'green' } }),
      'wrong-format',
    ],
    [
      'lacks a field',
      { navigation: { groups: [{ group: 'A', pages: ['index'] }] }, name: 'x' },
      'missing-field',
    ],
  ])('publishes nothing from a docs.json that %s', async (_, config, code) => {
    const { dir, out } = site();
    const first = await build(dir, out);
    writeFiles(dir, { 'docs.json': config });
    const result = await build(dir, out);
    expect(result.deployment).toBeUndefined();
    expect(errors(result.problems)).toContain(code);
    expect(readCurrent(out)).toBe(first.deployment?.id);
  });

  test('publishes what is there of what docs.json names', async () => {
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/nowhere', 'GET /none'], {
        logo: { light: '/none.svg' },
        variables: [{ name: 'a', type: 'computed', expression: 'a +' }],
        redirects: [
          { source: '/x', destination: '/y' },
          { source: '/y', destination: '/x' },
        ],
      }),
    });
    const result = await build(dir, out);
    expect(result.deployment?.status).toBe('completed');
    expect(errors(result.problems).sort()).toEqual([
      'missing-operation',
      'missing-page',
      'redirect-loop',
      'variable-expression',
    ]);
    const home = contents(out)['index.html'] ?? '';
    expect(home).toContain('href="/guides/start"');
    expect(home).not.toContain('nowhere');
  });

  test('does not build its own outputs when they lie in the site', async () => {
    const { dir } = site();
    const out = join(dir, 'public-out');
    await build(dir, out);
    const second = await build(dir, out);
    expect(second.stats.pages).toBe(3);
    expect(Object.keys(contents(out)).filter((path) => path.includes('public-out'))).toEqual([]);
  });

  test('leads from the root to the first page when there is no index', async () => {
    const { dir, out } = site({ 'docs.json': minimalConfig(['guides/start', 'guides/more']) });
    rmSync(join(dir, 'index.mdx'));
    await build(dir, out);
    expect(openDeployment(out, readCurrent(out) ?? '').routes.home).toBe('guides/start');
    expect(contents(out)['index.html']).toContain('url=/guides/start');
  });

  test('keeps what needs a session out of the public folder', async () => {
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more'], {
        auth: {
          enabled: true,
          provider: 'custom',
          jwksUrl: 'https://id.example.com/jwks.json',
          loginUrl: 'https://id.example.com/login',
          publicPaths: ['/', 'guides/start'],
        },
      }),
    });
    const result = await build(dir, out);
    expect(errors(result.problems)).toEqual([]);
    const open = contents(out);
    const closed = contents(out, 'protected');
    expect(Object.keys(closed)).toEqual(
      expect.arrayContaining(['guides/more/index.html', 'guides/more.md', 'img/a.svg']),
    );
    expect(Object.keys(open)).toContain('guides/start/index.html');
    expect(
      Object.keys(open).filter((path) => path.includes('guides/more') || path.includes('a.svg')),
    ).toEqual([]);
    expect(open['llms-full.txt']).not.toContain('A picture');
  });

  test('keeps the code of components of protected pages out of the public folder', async () => {
    const counter = (secret: string) =>
      `export const Counter = () => {\n  const [n, set] = useState("${secret}");\n  return <button onClick={() => set(n + 1)}>{n}</button>;\n};\n`;
    const { dir, out } = site({
      'docs.json': minimalConfig(['index', 'guides/start', 'guides/more'], {
        auth: {
          enabled: true,
          provider: 'custom',
          jwksUrl: 'https://id.example.com/jwks.json',
          loginUrl: 'https://id.example.com/login',
          publicPaths: ['/', 'guides/start'],
        },
      }),
      'guides/start.mdx': page('Start', `${counter('for everyone')}\n<Counter />`),
      'guides/more.mdx': page(
        'More',
        `import { Counter as Other } from "/snippets/other.jsx"\n\n${counter('kestrel one')}\n<Counter /> <Other />`,
      ),
      'snippets/other.jsx': counter('kestrel two'),
    });
    const { problems } = await build(dir, out);
    expect(errors(problems)).toEqual([]);
    const open = JSON.stringify(contents(out));
    expect(open.includes('for everyone')).toBe(true);
    expect(open.includes('kestrel')).toBe(false);
    const closed = contents(out, 'protected');
    const scripts = Object.keys(closed).filter((path) => path.endsWith('.js'));
    expect(scripts.map((path) => closed[path]).join()).toMatch(
      /kestrel one[\s\S]*kestrel two|kestrel two[\s\S]*kestrel one/,
    );
    const live = openDeployment(out, readCurrent(out) ?? '');
    for (const path of scripts) expect(live.file(`/${path}`)?.protected).toBe(true);
  });

  test('still reports what is wrong in a snippet when the first page that includes it is removed', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index']),
      'index.mdx': page('Home', 'Text.'),
      'a.mdx': page('A', 'import Hint from "/snippets/hint.mdx"\n\n<Hint />'),
      'b.mdx': page('B', 'import Hint from "/snippets/hint.mdx"\n\n<Hint />'),
      'snippets/hint.mdx': 'A <Hint',
    });
    const out = tempDir();
    expect(errors((await build(dir, out)).problems)).toEqual(['mdx-syntax']);
    rmSync(join(dir, 'a.mdx'));
    expect(errors((await build(dir, out)).problems)).toEqual(['mdx-syntax']);
  });

  test('finds the same as a check, and as one that takes what it has rendered', async () => {
    const { dir, out } = site();
    writeFileSync(join(dir, 'index.mdx'), page('Home', 'A [bad link](/nowhere) and <Crad/>.'));
    const { problems } = await build(dir, out);
    expect((await checkSite({ dir })).problems).toEqual(problems);
    expect((await checkSite({ dir, built: out })).problems).toEqual(problems);
    expect(problems.map((problem) => problem.ruleId).sort()).toEqual([
      'broken-link',
      'unknown-component',
    ]);
  });

  test('says in one sentence that its folder is no folder', async () => {
    const { dir, out } = site();
    mkdirSync(join(out, '..'), { recursive: true });
    writeFileSync(out, 'a file');
    await expect(build(dir, out)).rejects.toThrow(/Can't write .*there is a file where a folder/);
  });
});

/** Inode, size and time of change of every file, folders left out. */
function stamps(out: string): Record<string, string> {
  const found: Record<string, string> = {};
  if (!existsSync(out)) return found;
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { ino, size, mtimeMs } = statSync(file);
    found[file.slice(out.length + 1)] = `${ino} ${size} ${mtimeMs}`;
  }
  return found;
}

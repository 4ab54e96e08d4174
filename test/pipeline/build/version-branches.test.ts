import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { prepareBranches } from '../../../pipeline/build/version-branches.ts';
import { checkSite } from '../../../pipeline/check.ts';
import { buildSite } from '../../support/build.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

const git = (dir: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: dir,
    encoding: 'utf8',
  });

const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

/** A repository with the branches `main` and `1.x`, the site in `docs/`. */
function repository(version: object = {}): { readonly root: string; readonly dir: string } {
  const root = tempDir();
  const dir = join(root, 'docs');
  git(root, 'init', '-q', '-b', '1.x');
  writeFiles(dir, {
    'docs.json': {
      name: 'Old name',
      colors: { primary: '#ff0000' },
      navigation: {
        groups: [{ group: 'Old guides', pages: ['index', 'guides/start', 'guides/gone'] }],
      },
    },
    'index.mdx': page('Old home', '[Start](/guides/start) [Far](/guides/far)'),
    'guides/start.mdx': page(
      'Old start',
      'import Note from "/snippets/note.mdx";\n\n<Note />\n\n![Map](/images/map.svg) [gone](./gone)\n\n```\n[code](/guides/start)\n```',
    ),
    'guides/gone.mdx': page('Gone', 'Only in version one.'),
    'snippets/note.mdx': 'A note of version one.',
    'images/map.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>old</title></svg>',
    'style.css': 'body { color: red }',
  });
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'One');
  git(root, 'checkout', '-q', '-b', 'main');
  git(root, 'rm', '-q', 'docs/guides/gone.mdx', 'docs/style.css');
  writeFiles(dir, {
    'docs.json': {
      name: 'Site',
      colors: { primary: '#16a34a' },
      navigation: {
        versions: [
          {
            name: '2.0',
            url: '/',
            default: true,
            groups: [{ group: 'Guides', pages: ['index', 'guides/start', 'guides/far'] }],
          },
          { name: '1.0', url: '/v1', branch: '1.x', ...version },
        ],
      },
    },
    'index.mdx': page('Home', '[Start](/guides/start)'),
    'guides/start.mdx': page('Start', 'Version two. ![Map](/images/map.svg)'),
    'guides/far.mdx': page('Far', 'Only in version two.'),
    'images/map.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>new</title></svg>',
  });
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'Two');
  return { root, dir };
}

const errors = (problems: readonly { severity: string; reason: string }[]) =>
  problems.filter(({ severity }) => severity !== 'note').map(({ reason }) => reason);

describe('a version of the branch in version.branch', () => {
  test('is built below its prefix, with links, pictures and snippets of its own', async () => {
    const { root, dir } = repository();
    const before = git(root, 'status', '--porcelain', '--branch', '--untracked-files=all');
    const built = await buildSite(dir, tempDir());
    expect(errors(built.problems)).toEqual([]);
    const read = (path: string) => readFileSync(join(built.site ?? '', path), 'utf8');
    const start = read('v1/guides/start/index.html');
    expect(start).toContain('A note of version one.');
    expect(start).toContain('src="/v1/images/map.svg"');
    expect(start).toContain('href="/v1/guides/gone"');
    expect(start).toContain('[code](/guides/start)');
    expect(start).toContain('Old guides');
    const home = read('v1/index.html');
    expect(home).toContain('href="/v1/guides/start"');
    // What the branch does not have is looked for in the site itself.
    expect(home).toContain('href="/guides/far"');
    expect(read('guides/start/index.html')).toContain('src="/images/map.svg"');
    expect(read('guides/start/index.html')).not.toContain('Old start');
    expect(read('images/map.svg')).toContain('new');
    expect(read('v1/images/map.svg')).toContain('old');
    // Global settings are those of the default branch.
    expect(start).toContain('<title>Old start');
    expect(start).not.toContain('Old name');
    expect(existsSync(join(built.site ?? '', 'v1/style.css'))).toBe(false);
    expect(existsSync(join(built.site ?? '', 'guides/gone/index.html'))).toBe(false);
    // The repository is as it was.
    expect(git(root, 'status', '--porcelain', '--branch', '--untracked-files=all')).toBe(before);
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  test('leaves a page of the default version the date that it asks for', async () => {
    const { root, dir } = repository();
    const asking = '---\ntitle: Far\ntimestamp: true\n---\n\nOnly in version two.\n';
    writeFiles(dir, { 'guides/far.mdx': asking });
    git(root, 'commit', '-aqm', 'Three');
    const built = await buildSite(dir, tempDir());
    const read = (path: string) => readFileSync(join(built.site ?? '', path), 'utf8');
    expect(read('guides/far/index.html')).toContain('<time datetime=');
    expect(read('guides/start/index.html')).not.toContain('<time datetime=');
  });

  test('is kept out of search engines when it is hidden', async () => {
    const { dir } = repository({ hidden: true });
    const built = await buildSite(dir, tempDir(), { origin: 'https://docs.example.com' });
    expect(errors(built.problems)).toEqual([]);
    const read = (path: string) => readFileSync(join(built.site ?? '', path), 'utf8');
    expect(read('v1/guides/start/index.html')).toContain('noindex');
    expect(read('guides/start/index.html')).not.toContain('noindex');
    expect(read('sitemap.xml')).not.toContain('/v1');
  });

  test('is the folder itself when that branch is checked out', async () => {
    const { dir } = repository({ branch: 'main', groups: [] });
    const prepared = await prepareBranches(dir);
    expect(prepared).toMatchObject({ dir, problems: [] });
  });

  test('is built as it was committed, whatever lies in the folder', async () => {
    const { dir } = repository();
    writeFileSync(join(dir, 'guides/start.mdx'), page('Draft', 'Not committed yet.'));
    const built = await buildSite(dir, tempDir());
    const read = (path: string) => readFileSync(join(built.site ?? '', path), 'utf8');
    expect(read('guides/start/index.html')).toContain('Not committed yet.');
    expect(read('v1/guides/start/index.html')).not.toContain('Not committed yet.');
  });
});

describe("a version that can't be built", () => {
  const reasonsOf = async (dir: string) => {
    const { problems } = await checkSite({ dir, threads: 1 });
    return problems.filter(({ ruleId }) => ruleId === 'version-branch');
  };

  test('has a missing branch, reported with its position', async () => {
    const { dir } = repository({ branch: '0.x' });
    const [problem, ...more] = await reasonsOf(dir);
    expect(more).toEqual([]);
    expect(problem?.reason).toBe(
      'There is no branch "0.x" in this clone, expected one for the version "1.0"',
    );
    const text = readFileSync(join(dir, 'docs.json'), 'utf8');
    const { start, end } = problem?.place ?? { start: { offset: 0 }, end: { offset: 0 } };
    expect(text.slice(start.offset, end.offset)).toBe('"0.x"');
  });

  test('leaves the other versions as they are', async () => {
    const { dir } = repository();
    const text = readFileSync(join(dir, 'docs.json'), 'utf8');
    const config = JSON.parse(text);
    config.navigation.versions.push({ name: '0.9', url: '/v0', branch: '0.x' });
    writeFiles(dir, { 'docs.json': config });
    const built = await buildSite(dir, tempDir());
    expect(built.problems.map(({ ruleId }) => ruleId)).toContain('version-branch');
    const read = (path: string) => readFileSync(join(built.site ?? '', path), 'utf8');
    expect(read('guides/start/index.html')).toContain('Version two.');
    expect(read('v1/guides/start/index.html')).toContain('A note of version one.');
  });

  test.each([
    ['--output=/x', 'There is no branch "--output=/x"'],
    ['main@{1}', 'There is no branch "main@{1}"'],
    ['../1.x', 'There is no branch "../1.x"'],
    ['1.x^', 'There is no branch "1.x^"'],
  ])('names no branch at all: %s', async (branch, reason) => {
    const [problem] = await reasonsOf(repository({ branch }).dir);
    expect(problem?.reason).toContain(reason);
  });

  test.each([
    [{ url: '/guides' }, 'a folder with that name exists'],
    [{ url: '/../v1' }, 'no URL prefix'],
    [{ url: '/' }, 'no URL prefix'],
  ])('has an impossible prefix: %j', async (version, reason) => {
    const [problem] = await reasonsOf(repository(version).dir);
    expect(problem?.reason).toContain(reason);
  });

  test('lies in no repository', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': {
        name: 'Site',
        colors: { primary: '#16a34a' },
        navigation: { versions: [{ name: '1', url: '/v1', branch: '1.x' }] },
      },
    });
    const [problem] = await reasonsOf(dir);
    expect(problem?.reason).toContain('the site is not in a Git repository');
  });

  test('and problems of docs.json keep their lines', async () => {
    const { dir } = repository();
    const file = join(dir, 'docs.json');
    const text = readFileSync(file, 'utf8').replace('"guides/far"', '"guides/never"');
    writeFileSync(file, text);
    const { problems } = await checkSite({ dir, threads: 1 });
    const problem = problems.find(({ reason }) => reason.includes('guides/never'));
    const line = text.split('\n').findIndex((one) => one.includes('guides/never')) + 1;
    expect(problem?.place?.start.line).toBe(line);
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { openGitHub } from '../../../runtime/git/github.ts';
import { storeHandText } from '../../../runtime/store/hand-texts.ts';
import { insertLanguage } from '../../../runtime/store/languages.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { findProject } from '../../../runtime/store/projects.ts';
import { completeRecord, findRecord, releaseOwnership } from '../../../runtime/store/records.ts';
import type { ExportRequest } from '../../../runtime/tasks/export.ts';
import { createExport } from '../../../runtime/tasks/export.ts';
import { type Fault, type GitHubServer, startGitHub } from '../git/github-server.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { deploy, march, noon, org, page, project } from '../store/world.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

interface World {
  readonly server: GitHubServer;
  readonly store: Store;
  readonly projectId: string;
  readonly run: (
    branch?: string,
    more?: Partial<ExportRequest>,
  ) => ReturnType<ReturnType<typeof createExport>>;
  readonly translate: (path: string, text: string) => Promise<void>;
  readonly isOwned: (path: string) => Promise<boolean>;
}

eachStore('exporting translations', (open) => {
  async function world(
    fault?: Fault,
    paths = ['index', 'guides/setup'],
    sources: Readonly<Record<string, string>> = {
      'docs/index.mdx': 'Hello\n',
      'README.md': 'Read\n',
    },
  ): Promise<World> {
    const opened: TestStore = await open();
    const server = await startGitHub(fault);
    closing.push(server.close, opened.drop);
    const { store } = opened;
    const orgId = await org(store);
    const { id: projectId } = await project(store, orgId);
    await store.db
      .updateTable('projects')
      .set({ repo_provider: 'github', repo_owner: 'o', repo_name: 'r', repo_path: '/docs' })
      .where('id', '=', projectId)
      .execute();
    await deploy(
      store,
      projectId,
      paths.map((path) => page(path)),
    );
    await store.transaction((trx) =>
      insertLanguage(trx, projectId, { code: 'fr', autoTranslate: false, now: noon }),
    );
    const translate = async (pagePath: string, text: string) => {
      await store.transaction((trx) =>
        completeRecord(
          trx,
          { projectId, language: 'fr', pagePath },
          {
            orgId,
            period: march,
            text,
            title: 'T',
            fromHash: `${pagePath}@1`,
            contentHash: 'h',
            now: noon,
          },
        ),
      );
    };
    if (Object.keys(sources).length > 0) server.push('main', sources);
    const host = openGitHub({ token: 't', baseUrl: server.baseUrl }, { sleep: async () => {} });
    const exports = createExport({ store, host, now: () => noon });
    return {
      server,
      store,
      projectId,
      translate,
      run: async (branch = 'docent/translations-fr-1', more = {}) => {
        const row = await findProject(store.db, orgId, projectId);
        if (!row) throw new Error('no project');
        return exports({ project: row, language: 'fr', branch, branchGiven: false, ...more });
      },
      isOwned: async (pagePath) =>
        (await findRecord(store.db, { projectId, language: 'fr', pagePath }))?.human_owned === 1,
    };
  }

  test('writes one commit on a new branch, and the pages are a person’s', async () => {
    const { server, run, translate, isOwned } = await world();
    await translate('index', 'Bonjour\n');
    await translate('guides/setup', 'Réglages\n');
    const done = await run();
    expect(done).toMatchObject({
      branch: 'docent/translations-fr-1',
      filesWritten: 2,
      conflicts: [],
    });
    expect(done.commitSha).toBe(server.head('docent/translations-fr-1'));
    expect(server.file('docent/translations-fr-1', 'docs/fr/index.mdx')).toBe('Bonjour\n');
    expect(server.file('docent/translations-fr-1', 'docs/fr/guides/setup.mdx')).toBe('Réglages\n');
    expect(server.file('docent/translations-fr-1', 'README.md')).toBe('Read\n');
    expect(server.file('main', 'docs/fr/index.mdx')).toBeUndefined();
    expect(server.log('docent/translations-fr-1')).toEqual([
      'Docent docs(fr): export translations (2 files)',
      'Ann by hand',
    ]);
    expect(await isOwned('index')).toBe(true);
    // The same once more writes nothing.
    const again = await run();
    expect(again).toMatchObject({ filesWritten: 0, commitSha: done.commitSha });
    expect(server.log('docent/translations-fr-1')).toHaveLength(2);
  });

  test('writes what a person has edited here, once for each edit, until the site has it as a file', async () => {
    const { server, store, projectId, run, translate } = await world();
    await translate('index', 'Bonjour\n');
    const ref = { projectId, language: 'fr', pagePath: 'index' };
    const edit = async (text: string, contentHash: string) => {
      const record = await findRecord(store.db, ref);
      const seen = { sourceHash: 'index@1', contentHash: record?.content_hash ?? null };
      const made = { text, title: 'T', contentHash, headings: [], now: noon };
      const fallback = { segments: 0, parts: [] };
      const hand = { ...made, seen, fallback, isCurrent: true, isAccepted: false };
      await storeHandText(store, ref, hand, async () => {});
    };
    await edit('Bonsoir\n', 'hash 1');
    expect(await run('fr')).toMatchObject({ filesWritten: 1, conflicts: [] });
    expect(server.file('fr', 'docs/fr/index.mdx')).toBe('Bonsoir\n');
    expect(await run('fr')).toMatchObject({ filesWritten: 0 });
    await edit('Salut\n', 'hash 2');
    expect(await run('fr')).toMatchObject({ filesWritten: 1, conflicts: [] });
    expect(server.file('fr', 'docs/fr/index.mdx')).toBe('Salut\n');
    const file = { path: 'index', language: 'fr', title: 'T', hash: 'a file' };
    await deploy(store, projectId, [page('index'), page('guides/setup')], { owned: [file] });
    expect(await run('other')).toMatchObject({ filesWritten: 0, conflicts: [] });
  });

  test('writes nothing where nothing is translated', async () => {
    const { server, run } = await world();
    expect(await run()).toEqual({
      branch: 'docent/translations-fr-1',
      commitSha: '',
      filesWritten: 0,
      conflicts: [],
    });
    expect(server.head('docent/translations-fr-1')).toBeUndefined();
  });

  test('leaves files of others alone, and says so', async () => {
    const { server, run, translate, isOwned } = await world();
    await translate('index', 'Bonjour\n');
    await translate('guides/setup', 'Réglages\n');
    const before = server.push('main', { 'docs/fr/index.mdx': 'Salut, de ma main\n' });
    const done = await run();
    expect(done).toMatchObject({ filesWritten: 1, conflicts: ['docs/fr/index.mdx'] });
    expect(server.file(done.branch, 'docs/fr/index.mdx')).toBe('Salut, de ma main\n');
    expect(await isOwned('index')).toBe(false);
    expect(server.head('main')).toBe(before);
  });

  test('overwrites what it wrote itself, once the page was given back', async () => {
    const { server, run, translate, store, projectId } = await world();
    await translate('index', 'Bonjour\n');
    await run('fr');
    await releaseOwnership(store, { projectId, language: 'fr', pagePath: 'index' });
    await translate('index', 'Bonsoir\n');
    expect(await run('fr')).toMatchObject({ filesWritten: 1, conflicts: [] });
    expect(server.file('fr', 'docs/fr/index.mdx')).toBe('Bonsoir\n');
    await releaseOwnership(store, { projectId, language: 'fr', pagePath: 'index' });
    await translate('index', 'Bonne nuit\n');
    server.push('fr', { 'docs/fr/index.mdx': 'Corrigé\n' });
    expect(await run('fr')).toMatchObject({ filesWritten: 0, conflicts: ['docs/fr/index.mdx'] });
    expect(server.file('fr', 'docs/fr/index.mdx')).toBe('Corrigé\n');
  });

  test('starts over if someone else was faster', async () => {
    let made: GitHubServer | undefined;
    const { server, run, translate } = await world((line) => {
      // Another commit arrives between reading the head and moving it.
      if (line.startsWith('POST') && line.endsWith('/git/commits') && made) {
        made.push('fr', { 'other.txt': 'x' });
        made = undefined;
      }
      return undefined;
    });
    await translate('index', 'Bonjour\n');
    server.push('fr', { 'a.txt': 'a' });
    made = server;
    expect(await run('fr')).toMatchObject({ filesWritten: 1 });
    expect(server.file('fr', 'other.txt')).toBe('x');
    expect(server.file('fr', 'docs/fr/index.mdx')).toBe('Bonjour\n');
  });

  describe('when the host fails', () => {
    test('asks again after a 502, also when the branch has moved unheard', async () => {
      const seen = new Set<string>();
      const { server, run, translate, isOwned } = await world((line) => {
        if (seen.has(line)) return undefined;
        seen.add(line);
        return { status: 502, after: line.includes('/git/refs') };
      });
      await translate('index', 'Bonjour\n');
      const done = await run();
      expect(done.filesWritten).toBe(1);
      expect(server.head(done.branch)).toBe(done.commitSha);
      expect(await isOwned('index')).toBe(true);
    });

    test('asks again after a 409, and goes on from what others wrote meanwhile', async () => {
      const seen = new Set<string>();
      let pushed: GitHubServer | undefined;
      const { server, run, translate, isOwned } = await world((line) => {
        if (!/^(POST|PATCH)/.test(line) || seen.has(line)) return undefined;
        seen.add(line);
        if (line.startsWith('PATCH')) pushed?.push('fr', { 'other.txt': 'x' });
        return { status: 409, message: 'Conflict' };
      });
      pushed = server;
      await translate('index', 'Bonjour\n');
      server.push('fr', { 'a.txt': 'a' });
      expect(await run('fr')).toMatchObject({ filesWritten: 1, commitSha: server.head('fr') });
      expect(server.file('fr', 'other.txt')).toBe('x');
      expect(server.file('fr', 'docs/fr/index.mdx')).toBe('Bonjour\n');
      expect(await isOwned('index')).toBe(true);
      expect([...seen].filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
    });

    test('says that a repository without a commit needs the sources first', async () => {
      const { run, translate, isOwned, server } = await world(undefined, undefined, {});
      // Nothing is translated: nothing is to be written, wherever.
      expect(await run()).toMatchObject({ filesWritten: 0, commitSha: '' });
      await translate('index', 'Bonjour\n');
      await expect(run()).rejects.toMatchObject({
        code: 'UPSTREAM_ERROR',
        message: expect.stringContaining('Push the sources of the site first.'),
        details: [{ code: 'REPO_CONFLICT' }],
      });
      expect(await isOwned('index')).toBe(false);
      server.push('main', { 'docs/index.mdx': 'Hello\n' });
      expect((await run()).filesWritten).toBe(1);
    });

    test('takes a limit that is said with 403 for a limit', async () => {
      let asked = 0;
      const { run, translate } = await world((line) => {
        if (!line.endsWith('/git/trees') || asked++ > 1) return undefined;
        return { status: 403, message: 'You have exceeded a secondary rate limit.' };
      });
      await translate('index', 'Bonjour\n');
      expect((await run()).filesWritten).toBe(1);
    });

    test.each([
      [403, 'REPO_PERMISSION'],
      [409, 'REPO_CONFLICT'],
      [404, 'REPO_NOT_FOUND'],
      [422, 'REPO_UNAVAILABLE'],
      [500, 'REPO_UNAVAILABLE'],
    ])('marks nothing after %i', async (status, code) => {
      const { run, translate, isOwned, server } = await world((line) =>
        line.startsWith('POST') && line.endsWith('/git/refs') ? { status } : undefined,
      );
      await translate('index', 'Bonjour\n');
      await expect(run()).rejects.toMatchObject({
        code: 'UPSTREAM_ERROR',
        details: [{ code }],
      });
      expect(await isOwned('index')).toBe(false);
      expect(server.head('docent/translations-fr-1')).toBeUndefined();
    });
  });

  test('refuses paths that would be one file, and the deployed branch unasked', async () => {
    const { run, translate } = await world(undefined, ['Guide', 'guide']);
    await translate('Guide', 'A\n');
    await translate('guide', 'B\n');
    await expect(run()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(run('main')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('leaves alone what an organization shares with another, under any name', async () => {
    const { server, store, projectId, run, translate } = await world();
    await translate('index', 'Bonjour\n');
    const other = await project(store, await org(store));
    const name = (id: string, owner: string, repo: string) =>
      store.db
        .updateTable('projects')
        .set({ repo_provider: 'github', repo_owner: owner, repo_name: repo })
        .where('id', '=', id)
        .execute();
    await name(other.id, 'O', 'R');
    const before = server.requests.length;
    const refused = { code: 'UPSTREAM_ERROR', details: [{ code: 'REPO_PERMISSION' }] };
    await expect(run('main', { branchGiven: true })).rejects.toMatchObject(refused);
    await name(other.id, 'o', 'elsewhere');
    for (const [owner, repo] of [
      ['o', 'r.git'],
      ['..', 'r'],
      ['o/r', 'r'],
    ] as const) {
      await name(projectId, owner, repo);
      const missing = { code: 'UPSTREAM_ERROR', details: [{ code: 'REPO_NOT_FOUND' }] };
      await expect(run()).rejects.toMatchObject(missing);
    }
    expect(server.requests.length).toBe(before);
  });

  test('writes hundreds of files in several trees and one commit', async () => {
    const paths = Array.from({ length: 230 }, (_, i) => `p/${i}`);
    const { server, run, translate } = await world(undefined, paths);
    for (const path of paths) await translate(path, `Page ${path}\n`);
    expect((await run()).filesWritten).toBe(230);
    expect(server.requests.filter((line) => line === 'POST /repos/o/r/git/trees')).toHaveLength(3);
    expect(server.log('docent/translations-fr-1')).toHaveLength(2);
  }, 180_000);
});

import { expect, test } from 'vitest';
import type { GitHost, TreeFile } from '../../../../runtime/git/host.ts';
import { cancelJob, closeJob } from '../../../../runtime/store/job-ends.ts';
import { beginPage, finishPage, requeuePages } from '../../../../runtime/store/job-pages.ts';
import { createJob } from '../../../../runtime/store/jobs.ts';
import { addLanguage } from '../../../../runtime/store/languages.ts';
import { listRecords, listTexts } from '../../../../runtime/store/records.ts';
import type { JobPageRow } from '../../../../runtime/store/tables.ts';
import type { ExportRequest } from '../../../../runtime/tasks/export.ts';
import { createExport } from '../../../../runtime/tasks/export.ts';
import { eachStore } from '../../store/each-store.ts';
import { deploy, march, newId, noon, org, page, project } from '../../store/world.ts';

/** A round in PostgreSQL takes several times as long. */
const rounds = (kind: 'sqlite' | 'postgres') => (kind === 'sqlite' ? 100 : 20);
const paths = ['a', 'b', 'c', 'd', 'e'];

/** A repository in memory; trees are maps by name. */
function memoryHost() {
  const trees = new Map<string, ReadonlyMap<string, string>>([['t0', new Map()]]);
  const commits = new Map([['c0', 't0']]);
  const branches = new Map([['main', 'c0']]);
  const blobs = new Map<string, string>();
  const host: GitHost = {
    defaultBranch: async () => 'main',
    head: async (_repository, branch) => branches.get(branch),
    treeOf: async (_repository, commit) => commits.get(commit) ?? '',
    files: async (_repository, tree, folder) =>
      new Map(
        [...(trees.get(tree) ?? [])].flatMap(([path, content]) =>
          path.startsWith(`${folder}/`)
            ? [[path.slice(folder.length + 1), blobs.get(content) ?? content] as const]
            : [],
        ),
      ),
    writeTree: async (_repository, base, files: readonly TreeFile[]) => {
      const name = `t${trees.size}`;
      const next = new Map(trees.get(base));
      for (const { path, content } of files) next.set(path, content);
      trees.set(name, next);
      return name;
    },
    commit: async (_repository, { tree }) => {
      const name = `c${commits.size}`;
      commits.set(name, tree);
      return name;
    },
    moveBranch: async (_repository, { branch, from, to }) => {
      if (branches.get(branch) !== from) return false;
      branches.set(branch, to);
      return true;
    },
  };
  const files = () => new Map(trees.get(commits.get(branches.get('fr') ?? '') ?? ''));
  return { host, files };
}

/** A small sure generator of numbers below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed * 7919 + 17;
  return (n) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

eachStore('jobs, edits, exports and crashes', (open) => {
  test('whatever happens in whatever order, an exported page is never touched again', async () => {
    const opened = await open();
    const { store } = opened;
    const orgId = await org(store);
    let pagesExported = 0;
    for (let round = 0; round < rounds(store.kind); round++) {
      const roll = dice(round);
      const row = await project(store, orgId);
      const projectId = row.id;
      let version = 1;
      await deploy(
        store,
        projectId,
        paths.map((path) => page(path)),
      );
      await addLanguage(
        store,
        { orgId, projectId },
        { code: 'fr', autoTranslate: false, now: noon },
      );
      const { host, files } = memoryHost();
      const run = createExport({ store, host, now: () => noon });
      const exported = new Map<string, string>();
      const jobs: string[] = [];
      const open: JobPageRow[] = [];
      const textsNow = async () =>
        new Map(
          (await listTexts(store.db, { projectId, language: 'fr' })).map((text) => [
            text.page_path,
            text,
          ]),
        );
      const steps: (() => Promise<void>)[] = [
        async () => {
          const id = newId('job');
          const job = {
            ...{ id, orgId, projectId, language: 'fr', scope: 'all' as const, pagePath: null },
            ...{ force: roll(2) === 0, now: noon, period: march },
          };
          await createJob(store, job, async () => {});
          jobs.push(id);
        },
        async () => {
          const begun = await beginPage(store, jobs[roll(jobs.length)] ?? '', noon);
          if (begun) open.push(begun);
        },
        async () => {
          const [begun] = open.splice(roll(open.length), 1);
          if (!begun) return;
          const outcome =
            roll(4) === 0
              ? { type: 'failed' as const, code: 'TRANSLATION_FAILED', message: 'm' }
              : {
                  type: 'completed' as const,
                  text: `${begun.page_path} ${roll(1e9)}`,
                  title: 'T',
                  fromHash: `${begun.page_path}@${1 + roll(version)}`,
                  contentHash: 'h',
                };
          await finishPage(store, begun, { orgId, period: march, outcome, now: noon });
        },
        async () => {
          version++;
          const changed = paths.filter(() => roll(2) === 0);
          const now = paths.map((path) => page(path, changed.includes(path) ? version : 1));
          await deploy(store, projectId, now);
        },
        async () => {
          const request: ExportRequest = {
            project: {
              ...row,
              changed_config: null,
              ...{ repo_provider: 'github', repo_owner: 'o', repo_name: 'r' },
            },
            ...{ language: 'fr', branch: 'fr', branchGiven: true },
          };
          await run(request);
          for (const [path, text] of await textsNow()) {
            if (text.human_owned === 1 && !exported.has(path)) exported.set(path, text.text);
          }
        },
        async () => {
          const jobId = jobs[roll(jobs.length)] ?? '';
          if (roll(2) === 0) await requeuePages(store, jobId, noon);
          else if (jobId) await cancelJob(store, { projectId, jobId, now: noon });
        },
      ];
      // Pages begin and end more often than anything else happens, so that there is much to export.
      const order = [0, 1, 1, 1, 2, 2, 2, 3, 4, 5];
      for (let step = 0; step < 60; step++) {
        await steps[order[roll(order.length)] ?? 0]?.();
        const texts = await textsNow();
        for (const [path, text] of exported) {
          expect(texts.get(path)?.text).toBe(text);
          expect(files().get(`fr/${path}.mdx`)).toBe(text);
        }
      }
      pagesExported += exported.size;
      // All jobs end, and nothing is left on its way.
      for (const id of jobs) {
        await requeuePages(store, id, noon);
        await cancelJob(store, { projectId, jobId: id, now: noon });
        await closeJob(store, id, noon);
      }
      const query = { projectId, language: 'fr', status: 'in_progress', limit: 10, offset: 0 };
      expect((await listRecords(store.db, query)).rows, `round ${round}`).toEqual([]);
    }
    // Without exports nothing would have been proven.
    console.log(`${store.kind}: ${pagesExported} pages exported in ${rounds(store.kind)} rounds`);
    expect(pagesExported).toBeGreaterThan(rounds(store.kind));
    await opened.drop();
  }, 240_000);
});

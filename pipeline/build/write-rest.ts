import { join } from 'node:path';
import type { Problem } from '../../schema/errors.ts';
import type { Site } from '../../schema/site.ts';
import { codeVersion } from '../cache/version.ts';
import { recordsKey } from '../search/records-key.ts';
import { storeOf } from '../search/versions.ts';
import type { BuildOptions } from './build-options.ts';
import type { BuildTools } from './build-tools.ts';
import { addAll, copySources } from './copy-files.ts';
import { collectAfter, manyPages } from './engine.ts';
import type { ReadSite } from './read-site.ts';
import type { RenderedPages } from './render-pages.ts';
import { type IndexSource, indexDeployment, searchFiles } from './search-stage.ts';
import type { Shell } from './shell.ts';
import { otherFiles } from './site-files.ts';
import type { Thread, Threads } from './threads/threads.ts';

/** Writes everything of a deployment besides the documents of its pages. */
export async function writeRest(
  { id, layout, writer, cache, threads }: BuildTools,
  input: RenderedPages & {
    readonly site: Site;
    readonly read: ReadSite;
    readonly shell: Shell;
    readonly dir: string;
  },
  options: Pick<BuildOptions, 'out' | 'cache' | 'sectionTables' | 'embeddings' | 'keep'>,
): Promise<readonly Problem[]> {
  const { site, read, shell, dir, setting, rendered } = input;
  const { out, sectionTables, embeddings, keep = 5 } = options;
  const list = writer.recordList();
  const records = { ...list, key: recordsKey(list.pages.map(([, hash]) => hash)) };
  const source: IndexSource = { site, dir, cache, codeVersion: codeVersion(), records };
  const thread = await threadFor(site, threads);
  const searching = searchFiles(source, {
    thread,
    ...(options.cache === false
      ? {}
      : { kept: { folder: join(layout.cache, 'search'), codeVersion: codeVersion() } }),
  });
  // Awaited below, but something else may fail first.
  searching.catch(() => {});
  copySources(writer, read);
  const addIndex = async () => {
    const { files, close } = await searching;
    try {
      await addAll(writer, files);
    } finally {
      await close();
    }
    // What comes next has the memory of the threads.
    await threads.close();
  };
  // The texts of all pages of a large site and its index are not in memory at the same time.
  const isLarge = site.pages.size > manyPages;
  if (isLarge) await addIndex();
  await addAll(writer, otherFiles({ site, dir, shell, setting, rendered, cache }));
  // While the thread still cuts the index of a small one.
  collectAfter({ pages: site.pages.size, rendered: rendered.rendered });
  if (!isLarge) await addIndex();
  const problems = await indexDeployment(source, {
    ...{ out, keep },
    store: storeOf(out, sectionTables),
    deployment: id,
    ...(embeddings ? { embeddings } : {}),
  });
  return [...problems, ...writer.problems];
}

/** A thread for the index, where any runs. That of a large site is cut here: there is no memory for another heap. */
async function threadFor(site: Site, threads: Threads): Promise<Thread | undefined> {
  if (site.pages.size > manyPages) await threads.close();
  return threads.running[0];
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFiles } from '../../schema/config/file.ts';
import { configFileIn } from '../config/file.ts';
import type { OutputFile } from '../output/output-file.ts';
import type { DeploymentWriter } from '../output/write.ts';
import { bytesHash } from '../source/hash.ts';
import type { ReadSite } from './read-site.ts';

/** Pages whose files wait for the disk. */
export const mostPending = 48;

/** Adds files in their order, so that it is always the same one of two that is refused. */
export async function addAll(
  writer: DeploymentWriter,
  files: readonly OutputFile[],
): Promise<void> {
  let pending: Promise<unknown>[] = [];
  for (const file of files) {
    pending.push(writer.add(file));
    if (pending.length < mostPending) continue;
    await Promise.all(pending);
    pending = [];
  }
  await Promise.all(pending);
}

/** Keeps the source tree as built, so that the runtime can build again. */
export function copySources(writer: DeploymentWriter, { tree }: ReadSite): void {
  const config = join(tree.dir, configFileIn(tree.dir));
  writer.addSource({
    path: 'docs.json',
    hash: bytesHash(readFileSync(config)),
    from: config,
  });
  const files = new Map<string, { readonly path: string; readonly hash: string }>();
  for (const file of [...tree.assets.values(), ...tree.texts.values()]) files.set(file.path, file);
  // The configuration has one name there, whichever it has here.
  for (const name of configFiles) files.delete(name);
  for (const { path, hash } of files.values()) {
    writer.addSource({ path, hash, from: join(tree.dir, path) });
  }
}

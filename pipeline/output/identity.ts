import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Deployment, Manifest, ManifestFile } from '../../schema/build.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { given } from '../../schema/given.ts';
import { writeDurably, writeLines } from './files.ts';
import type { DeploymentFolder } from './layout.ts';

/** Writes what a deployment is known by, `deployment.json` last: a folder without it is incomplete. */
export function writeIdentity(
  folder: DeploymentFolder,
  {
    manifest,
    files,
    events,
    deployment,
  }: {
    readonly manifest: Omit<Manifest, 'files'>;
    /** A line for each file of the site, by address, ascending. */
    readonly files: Iterable<string>;
    readonly events: readonly SiteEvent[];
    readonly deployment: Deployment;
  },
): void {
  writeLines(folder.files, files);
  const { redirects, home, folders, homes } = manifest;
  const routes = { redirects, ...given({ home, folders, homes }) };
  writeFileSync(folder.routes, json(routes));
  writeDurably(folder.manifest, json(manifest));
  writeDurably(folder.pendingEvents, jsonLines(events));
  writeDurably(folder.deployment, json(deployment));
}

/** SHA-256 of the lists of a deployment, in hex: of its files, of its pages, and of its sources. */
export function hashOfLists({ files, outline, sources }: DeploymentFolder): string {
  const digest = createHash('sha256');
  for (const list of [files, outline, sources]) digest.update(readFileSync(list));
  return digest.digest('hex');
}

/** A line of JSON. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** A line for each value. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map(json).join('');
}

/** Lines of the list of files: each begins with the address, by which it is looked up. */
export function* fileLines(
  files: Iterable<readonly [address: string, file: ManifestFile]>,
): Iterable<string> {
  for (const [address, file] of files) yield JSON.stringify({ address, ...file });
}

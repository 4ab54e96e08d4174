import { writeFileSync } from 'node:fs';
import type { Deployment, Manifest } from '../../schema/build.ts';
import type { SiteEvent } from '../../schema/events.ts';
import { writeDurably, writeLines } from './files.ts';
import type { DeploymentFolder } from './layout.ts';

/** Writes what a deployment is known by, `deployment.json` last: a folder without it is incomplete. */
export function writeIdentity(
  folder: DeploymentFolder,
  {
    manifest,
    events,
    deployment,
  }: {
    readonly manifest: Manifest;
    readonly events: readonly SiteEvent[];
    readonly deployment: Deployment;
  },
): void {
  writeLines(folder.files, fileLines(manifest.files));
  const { redirects, home, homes } = manifest;
  const routes = {
    redirects,
    ...(home === undefined ? {} : { home }),
    ...(homes === undefined ? {} : { homes }),
  };
  writeFileSync(folder.routes, json(routes));
  const { files: _, ...pages } = manifest;
  writeDurably(folder.manifest, json(pages));
  writeDurably(folder.pendingEvents, jsonLines(events));
  writeDurably(folder.deployment, json(deployment));
}

/** A line of JSON. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** A line for each value. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map(json).join('');
}

/** Each line begins with the address, by which it is looked up. */
function* fileLines(files: Manifest['files']): Iterable<string> {
  for (const [address, file] of Object.entries(files)) yield JSON.stringify({ address, ...file });
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../pipeline/output/files.ts';
import { layoutOf } from '../pipeline/output/layout.ts';
import { readText } from '../pipeline/output/previous.ts';

/** Deployments that are remembered: those of the live site and of a few previews, on a few servers. */
const most = 50;

const fileOf = (out: string) => join(layoutOf(out).cache, 'deployed.json');

/** Remembers which deployment of a folder a server made one of. */
export function noteDeployed(
  { out, id }: { readonly out: string; readonly id: string },
  onServer: string,
): void {
  const { [onServer]: _, ...others } = read(out);
  const kept = Object.entries(others).slice(1 - most);
  mkdirSync(layoutOf(out).cache, { recursive: true });
  writeDurably(fileOf(out), `${JSON.stringify({ ...Object.fromEntries(kept), [onServer]: id })}\n`);
}

/** The deployment of a folder that one of a server was made of; undefined if that is not known. */
export function deployedAs(out: string, onServer: string | null): string | undefined {
  const known = read(out);
  return onServer !== null && Object.hasOwn(known, onServer) ? known[onServer] : undefined;
}

function read(out: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readText(fileOf(out)) ?? '{}');
  } catch {
    return {};
  }
}

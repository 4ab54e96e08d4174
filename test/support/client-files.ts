import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleClient } from '../../pipeline/site/layout/client-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the scripts of all sites. */
    readonly clientFiles: string;
  }
}

let folder: string;

/** Bundles the scripts of all sites once for all tests, as compilation does for all builds. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'docent-client-'));
  const file = join(folder, 'client.json');
  writeFileSync(file, JSON.stringify(await bundleClient()));
  project.provide('clientFiles', file);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the documentation trees that were built, each by the first test that needs it. */
    readonly builtCorpora: string;
  }
}

let folder: string;

export function setup(project: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'docent-corpora-'));
  project.provide('builtCorpora', folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}

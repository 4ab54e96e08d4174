import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../support/corpus.ts';
import { readBlocks } from './handbook.ts';
import { newcomer } from './newcomer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder where the page "Installation" installs the package. */
    readonly installed: string;
  }
}

let root: string;

/** Makes the package and installs it as the handbook says, once for all journeys. */
export function setup(project: TestProject): void {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'docent-journeys-')));
  const clone = join(root, 'docent');
  mkdirSync(clone);
  const [make, install] = readBlocks('install', 0);
  const lines = make?.text.trim().split('\n') ?? [];
  const expected = ['git clone "$REPOSITORY" docent', 'cd docent', 'npm ci', 'npm pack'];
  if (lines.join() !== expected.join() || install === undefined) {
    throw new Error(`docs/install.mdx changed: this file must do what it says now.\n${lines}`);
  }
  // The checkout is the clone, with its packages installed; the package goes to a folder of its own.
  execFileSync('bash', ['-ec', lines.at(-1) ?? ''], {
    cwd: projectRoot,
    env: newcomer(root, { npm_config_pack_destination: clone }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const offline = `npm() {
    if [ "$1" = install ]; then '${process.execPath}' '${join(import.meta.dirname, 'install.ts')}' "$2"
    else command npm "$@"; fi
  }`;
  const said = execFileSync('bash', ['-ec', `${offline}\n${install.text}`], {
    cwd: clone,
    env: newcomer(root),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (!/^\d+\.\d+\.\d+$/m.test(said))
    throw new Error(`The last command printed no version: ${said}`);
  project.provide('installed', join(root, 'my-project'));
}

export function teardown(): void {
  rmSync(root, { recursive: true, force: true });
}

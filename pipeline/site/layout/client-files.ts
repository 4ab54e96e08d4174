import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShellFile } from './tools.ts';

/** Script that other sites name: the only one without a hash. */
export const widgetScript = '_docent/widget.js';

/** Whether a script is of the widget: the one that other sites name, or a module that it loads. */
export function isOfWidget(path: string): boolean {
  return path === widgetScript || path.startsWith('_docent/widget-');
}

/** What runs in the browser: files to write, and which of them a document names. */
export interface ClientFiles {
  readonly files: readonly ShellFile[];
  /** Path of the module every page loads; it imports others only when they are used. */
  readonly script: string;
  /** Path of the live-reload client of `docent dev`. */
  readonly live: string;
  /** Path of the script of the page that a sign-in returns to. */
  readonly oauth: string;
}

/** Where compilation puts the answer of `bundleClient`. */
const compiled = join(import.meta.dirname, 'client.json');
let known: Promise<ClientFiles> | undefined;

/** The scripts of all sites: the compiled ones, or bundled from the sources once for a process. */
export function clientFiles(): Promise<ClientFiles> {
  known ??= (existsSync(compiled) ? readCompiled() : bundled()).catch((error) => {
    // A server with too many open files tries again later.
    known = undefined;
    throw error;
  });
  return known;
}

async function readCompiled(): Promise<ClientFiles> {
  return JSON.parse(await readFile(compiled, 'utf8'));
}

async function bundled(): Promise<ClientFiles> {
  const { bundleClient } = await import('./client-bundle.ts');
  return bundleClient();
}

import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { heapFlags } from '../heap.ts';

// Code is only taken from a process with the same flags, and kept in a folder for those of its start.
const program = `
  import { enableCompileCache } from 'node:module';
  import { setFlagsFromString } from 'node:v8';
  const [cache, url, ...flags] = process.argv.slice(1);
  enableCompileCache(cache);
  for (const flag of flags) setFlagsFromString(flag);
  await import(url);`;

/** Milliseconds that it may take; without it the module is compiled where it is imported. */
const patience = 20_000;

/**
 * Has another process compile a module, which leaves the code where this one finds it. Parsing large tables
 * takes memory that is not given back to the system: this process would keep it for as long as it runs.
 */
export async function compileApart(url: string): Promise<void> {
  const cache = getCompileCacheDir();
  if (cache === undefined) return;
  // The folder is named for the version of Node.js, in the one that was asked for.
  const own = ['--input-type=module', '--eval', program, '--'];
  const args = [...own, dirname(cache), url, ...heapFlags];
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: {}, timeout: patience });
  await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
}

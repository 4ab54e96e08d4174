import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs a command of Docent in a process of its own. */
export function docent(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const cli = pathToFileURL(join(import.meta.dirname, '../cli.js')).href;
  const program = `
    import { enableCompileCache } from 'node:module';
    enableCompileCache();
    const { main } = await import(${JSON.stringify(cli)});
    process.exitCode = await main(['node', 'docent', ...process.argv.slice(1)]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  });
}

/** The address that a server prints when it is ready. */
export async function readUrl(server: ChildProcess): Promise<string> {
  for await (const part of server.stdout ?? []) {
    const url = /http:\S+/.exec(String(part))?.[0];
    if (url) return url;
  }
  throw new Error('The server ended.');
}

/** What the process holds in memory; systems without /proc don't say. */
export function memoryOf(pid: number | undefined): string {
  try {
    const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return `${Math.round(Number(kB) / 1000)} MB`;
  } catch {
    return 'unknown';
  }
}

/** Makes a key of the service that the folder belongs to. */
export async function newKey(out: string): Promise<string> {
  const command = docent(['keys', 'create', '--out', out]);
  let text = '';
  for await (const part of command.stdout ?? []) text += String(part);
  const key = /\bdocent_live_\w+/.exec(text)?.[0];
  if (!key) throw new Error('There is no key.');
  return key;
}

/** Id of the one project of a server. */
export async function projectOf(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/projects`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data: readonly { id: string }[] };
  if (!data[0]) throw new Error('There is no project.');
  return data[0].id;
}

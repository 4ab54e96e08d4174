import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { given } from '../../schema/given.ts';

/** Data from Git about a site's folder; everything is left out if it is unknown. */
export interface GitFacts {
  /** ISO 8601 date of the last commit by file path (relative to the folder). */
  readonly dates: ReadonlyMap<string, string>;
  readonly branch?: string;
  readonly commitSha?: string;
  readonly commitMessage?: string;
  /** For edit and issue links; only from hosts whose addresses are known. */
  readonly repository?: { readonly url: string; readonly branch: string; readonly folder: string };
}

/** Options of `readHistory`. */
export interface HistoryOptions {
  /** Files whose dates are wanted; the log is left as soon as all are known. */
  readonly files?: Iterable<string>;
  /** Longest time for the log, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Reads the history of a folder in one pass. Never fails: no git, no repository or a shallow clone
 * (whose dates would be those of the clone) give no dates.
 */
export async function readHistory(dir: string, options: HistoryOptions = {}): Promise<GitFacts> {
  if (!mayBeRepository(dir)) return { dates: new Map() };
  const head = await git(dir, [
    'rev-parse',
    '--is-shallow-repository',
    '--show-prefix',
    '--abbrev-ref',
    'HEAD',
  ]);
  if (head === undefined) return { dates: new Map() };
  const wanted = options.files === undefined ? undefined : new Set(options.files);
  const [shallow, prefix = '', name = 'HEAD'] = head.split('\n');
  const [last, remote] = await Promise.all([
    git(dir, ['log', '-1', '--format=%H%n%s']),
    git(dir, ['remote', 'get-url', 'origin']),
  ]);
  const [commitSha, commitMessage] = last?.split('\n') ?? [];
  const branch = name === 'HEAD' ? undefined : name;
  const url = remote === undefined ? undefined : webAddress(remote.trim());
  const dates =
    shallow === 'false' && wanted?.size !== 0 ? await readDates(dir, wanted, options) : new Map();
  const folder = prefix.replace(/\/$/, '');
  return {
    dates,
    ...given({ branch }),
    ...(commitSha ? { commitSha } : {}),
    ...(commitMessage ? { commitMessage } : {}),
    ...(url === undefined ? {} : { repository: { url, branch: branch ?? 'main', folder } }),
  };
}

/** Starting a process costs a build more than these looks do. */
function mayBeRepository(dir: string): boolean {
  if (process.env.GIT_DIR !== undefined) return true;
  for (let at = resolve(dir); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true;
    if (at === dirname(at)) return false;
  }
}

/** `git@host:owner/name.git` and its kin → `https://host/owner/name`; names and passwords are dropped. */
export function webAddress(remote: string): string | undefined {
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote);
  const long = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/(.+)$/.exec(remote);
  const [, host, path] = long ?? short ?? [];
  if (host === undefined || path === undefined) return undefined;
  if (!/(?:^|\.)(?:github|gitlab|bitbucket|codeberg|gitea)\b/i.test(host)) return undefined;
  const name = path.replace(/\.git\/?$/, '').replace(/^\/+|\/+$/g, '');
  return /^[\w.-]+(?:\/[\w.-]+)+$/.test(name) ? `https://${host}/${name}` : undefined;
}

const mark = '\u0001';

function readDates(
  dir: string,
  wanted: ReadonlySet<string> | undefined,
  options: HistoryOptions,
): Promise<Map<string, string>> {
  const dates = new Map<string, string>();
  let date = '';
  let left = '';
  return new Promise((resolve) => {
    const child = start(dir, [
      '-c',
      'log.showSignature=false',
      'log',
      '-z',
      `--format=${mark}%cI`,
      '--name-only',
      '--no-renames',
      '--relative',
      '--',
      '.',
    ]);
    const timer = setTimeout(() => child.kill(), options.timeout ?? 20_000);
    const read = (token: string) => {
      const text = token.replace(/^\n+/, '');
      if (text.startsWith(mark)) {
        const [first = '', ...files] = text.slice(1).split('\n');
        const time = Date.parse(first);
        date = Number.isNaN(time) ? '' : new Date(time).toISOString();
        for (const file of files) if (file !== '') note(file);
      } else if (text !== '') note(text);
    };
    const note = (file: string) => {
      const path = file.normalize('NFC');
      if (date === '' || dates.has(path) || (wanted !== undefined && !wanted.has(path))) return;
      dates.set(path, date);
      if (wanted !== undefined && dates.size === wanted.size) child.kill();
    };
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      const tokens = (left + chunk).split('\0');
      left = tokens.pop() ?? '';
      for (const token of tokens) read(token);
    });
    const end = () => {
      clearTimeout(timer);
      read(left);
      left = '';
      resolve(dates);
    };
    child.on('close', end);
    child.on('error', end);
  });
}

/** What a git command prints; undefined when it fails, or takes more than a minute. */
export function git(
  dir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = start(dir, args, environment);
    const timer = setTimeout(() => child.kill(), 60_000);
    let out = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      out += chunk;
    });
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve(code === 0 ? out : undefined);
    };
    child.on('close', end);
    child.on('error', () => end(null));
  });
}

/** Nothing that a repository's own configuration says may run, ask or write. */
function start(
  dir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  return spawn('git', ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=off', ...args], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      LC_ALL: 'C',
      ...environment,
    },
  });
}

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuildProgress } from '../../pipeline/build.ts';
import type { Rebuild, Rebuilt } from './rebuild.ts';

/** What the process of a build says: how far it is, and once how it ended. */
export type Answer =
  | { readonly type: 'progress'; readonly progress: BuildProgress }
  | { readonly type: 'done'; readonly result?: Rebuilt }
  | { readonly type: 'failed'; readonly message: string };

type End = Exclude<Answer, { readonly type: 'progress' }>;

/** Milliseconds that the process has to end by itself when the server stops. */
const grace = 1500;

/**
 * Builds in a process of its own that ends with the build: what a build loads and needs in memory is gone
 * with it, and whatever happens to it happens to no reader. Undefined when there is nothing to do.
 * @throws an `Error` of one sentence when the process ended before the build did
 */
export async function rebuildApart(
  task: Rebuild,
  {
    environment,
    signal,
    onProgress = () => {},
  }: {
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Ends the process. */
    readonly signal: AbortSignal;
    readonly onProgress?: (progress: BuildProgress) => void;
  },
): Promise<Rebuilt | undefined> {
  signal.throwIfAborted();
  const file = fileURLToPath(new URL('./rebuild-process.js', import.meta.url));
  // The sources (in tests) have no compiled module next to them.
  if (!existsSync(file))
    return (await import('./rebuild.ts')).rebuild(task, environment, onProgress);
  const child = fork(file, [], {
    execArgv: [],
    env: environmentOf(environment),
    // What anything prints by itself is no output of the server.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const giveBack = endOnAbort(child, signal);
  try {
    const answer = await answerOf(child, task, onProgress);
    signal.throwIfAborted();
    if (answer.type === 'failed') throw new Error(answer.message);
    return answer.result;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    giveBack();
  }
}

/** The answer of the process, once it has ended. */
function answerOf(
  child: ChildProcess,
  task: Rebuild,
  onProgress: (progress: BuildProgress) => void,
): Promise<End> {
  return new Promise((resolve, reject) => {
    let answer: End | undefined;
    child.on('message', (message) => {
      const said = message as Answer;
      if (said.type === 'progress') onProgress(said.progress);
      else answer = said;
    });
    child.on('error', reject);
    child.once('close', (code, killedBy) => {
      if (answer) return resolve(answer);
      const how = killedBy === null ? `ended with code ${code}` : `was ended by ${killedBy}`;
      const why = killedBy === 'SIGKILL' ? '; the machine may have too little memory for it' : '';
      reject(new Error(`The process of the build ${how} before the build was done${why}.`));
    });
    // A process that has ended reports it with its exit.
    child.send(task, () => {});
  });
}

/** Ends the process on the signal; returns a function that stops listening to it. */
function endOnAbort(child: ChildProcess, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    timer = setTimeout(() => child.kill('SIGKILL'), grace);
  };
  signal.addEventListener('abort', end);
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  };
}

/** What a build reads of the environment: where things are, and how to get out to the network. */
const passedOn = [
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'LANG', 'LC_ALL', 'TZ'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA'],
  ...['NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'SSL_CERT_FILE'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'SSL_CERT_DIR', 'LANCEDB_LOG'],
];

/** What makes vectors, where a model for them is named. */
const forVectors = ['DOCENT_EMBEDDING_MODEL', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'];

/** What reaches the tables of sections, where these are in object storage. */
const forTables = [
  ...['DOCENT_SECTION_TABLES', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  ...['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ENDPOINT', 'AWS_ENDPOINT_URL', 'AWS_ALLOW_HTTP'],
  ...['AWS_ROLE_ARN', 'AWS_ROLE_SESSION_NAME', 'AWS_WEB_IDENTITY_TOKEN_FILE'],
  ...['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', 'AWS_CONTAINER_CREDENTIALS_FULL_URI'],
];

/** The environment of a build: without the keys that it doesn't need. */
export function environmentOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names = [
    ...passedOn,
    ...(environment.DOCENT_EMBEDDING_MODEL ? forVectors : []),
    ...(environment.DOCENT_SECTION_TABLES ? forTables : []),
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

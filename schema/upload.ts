/** A file of a deployment folder, as it is sent to a server. */
export interface UploadFile {
  /** In the deployment folder, with forward slashes: `site/guides/start/index.html`. */
  readonly path: string;
  /** sha-256 hex of the content. */
  readonly sha256: string;
  readonly size: number;
  /** sha-256 hex of its blocks, in order; absent for a file that is one block. */
  readonly blocks?: readonly string[];
}

/** The files of a deployment: all of them, or how they differ from those of a deployment of the server. */
export interface UploadList {
  readonly base?: string;
  /** Name of the preview that it becomes; the live site when it is left out. */
  readonly preview?: string;
  readonly files: readonly UploadFile[];
  /** Paths of the base that it does not have. */
  readonly removed?: readonly string[];
}

/** What a server takes, whatever the plan; sizes in bytes. */
export const uploadLimits = {
  files: 200_000,
  file: 500 * 1024 * 1024,
  total: 20 * 1024 * 1024 * 1024,
  block: 1024 * 1024,
  /** Of one request with blocks. */
  request: 4 * 1024 * 1024,
  path: 1024,
} as const;

/** Something in a list of files that no deployment can have. */
export interface PathTrouble {
  readonly path: string;
  readonly code: 'bad-path' | 'duplicate';
  readonly message: string;
}

const folders = /^(?:site|protected|parts|source|records)\/./;
const single = new Set(
  ['config', 'deployment', 'former', 'manifest', 'problems', 'proxy'].map((name) => `${name}.json`),
);

/** Whether a path is one that a build writes and a server can't make itself. */
function isUploaded(path: string): boolean {
  return folders.test(path) || single.has(path);
}

/**
 * What is wrong with the paths of files that a deployment gets: names that leave its folder, files that no build
 * writes, and two files of one name, among them or with `others`, with which nothing is wrong by themselves. Linear in
 * the number of paths.
 */
export function pathTroubles(
  paths: Iterable<string>,
  others: {
    readonly has: (path: string) => boolean;
    readonly keys: () => Iterable<string>;
  } = new Map(),
): readonly PathTrouble[] {
  const found: PathTrouble[] = [];
  const own = new Set<string>();
  for (const path of paths) {
    const trouble = found.length < 100 ? troubleOf(path, own) : undefined;
    if (trouble) found.push(trouble);
    own.add(path);
  }
  const both = new Set<string>();
  for (const path of own) {
    for (const folder of parentsOf(path)) {
      if (own.has(folder) || others.has(folder)) both.add(folder);
    }
  }
  // There may be a hundred thousand others: only what is as long as one of these can be one of these.
  const lengths = new Set([...own].map((path) => path.length));
  for (const path of others.keys()) {
    for (const folder of parentsOf(path, lengths)) if (own.has(folder)) both.add(folder);
  }
  for (const path of both) {
    found.push({ path, code: 'duplicate', message: `${path} is a file and a folder` });
  }
  return found.slice(0, 100);
}

function troubleOf(path: string, known: ReadonlySet<string>): PathTrouble | undefined {
  if (!isNormal(path)) {
    const message = `Unexpected path "${path}", expected a relative one without "..", "." and empty names`;
    return { path, code: 'bad-path', message };
  }
  if (!isUploaded(path)) {
    const message = `Unexpected file "${path}": a build writes no such file, or the server makes it itself`;
    return { path, code: 'bad-path', message };
  }
  if (known.has(path)) return { path, code: 'duplicate', message: `${path} is listed twice` };
  return undefined;
}

/** Relative, without steps and control characters, and with names that every file system takes. */
function isNormal(path: string): boolean {
  return (
    path.length <= uploadLimits.path &&
    path.isWellFormed() &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    !/[\\\0-\x1f\x7f]/.test(path) &&
    path
      .split('/')
      .every((name) => !/^\.{0,2}$/.test(name) && new TextEncoder().encode(name).length <= 250)
  );
}

/** The folders that a file is in; of certain `lengths`, if given. */
function parentsOf(path: string, lengths?: ReadonlySet<number>): string[] {
  const found: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (lengths?.has(end) !== false) found.push(path.slice(0, end));
  }
  return found;
}

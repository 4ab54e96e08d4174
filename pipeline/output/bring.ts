import { open } from 'node:fs/promises';
import { type Content, findContent, readContent } from './contents.ts';
import { type MadeOf, partsOf } from './file-parts.ts';
import { kept } from './recent.ts';

/** Brings a content of a deployment that is not in its folder, by its hash; answers the file that it is now in. */
export type BringContent = (hash: string) => Promise<string | undefined>;

/** Which bytes of a file (`end` included). */
export interface Portion {
  readonly start?: number;
  readonly end?: number;
}

/** How many contents are brought ahead of the one that is read: one after the other, each would be waited for. */
const ahead = 8;

/** A file, or some of its bytes, content by content. */
export async function* piecesOfFile(
  folder: string,
  { file, bring }: { readonly file: MadeOf; readonly bring: BringContent | undefined },
  { start = 0, end = file.bytes - 1 }: Portion = {},
): AsyncGenerator<Uint8Array> {
  const wanted = partsIn(file, { start, end });
  let asked = 0;
  for (const [index, { hash, part }] of wanted.entries()) {
    for (; bring && asked < Math.min(index + ahead, wanted.length); asked++) {
      const next = wanted[asked];
      // What is wrong with it is found when it is read.
      if (next && !contentIn(folder, next.hash)) bring(next.hash).catch(() => {});
    }
    yield* piecesOf(folder, { hash, bring }, part);
  }
}

/** The contents that these bytes are in, and which bytes of each. */
function partsIn(file: MadeOf, { start, end }: Required<Portion>) {
  let before = 0;
  return partsOf(file).flatMap(({ hash, bytes }) => {
    const part = { start: Math.max(0, start - before), end: Math.min(bytes - 1, end - before) };
    before += bytes;
    return part.start <= part.end ? [{ hash, part }] : [];
  });
}

/** A content, or some of its bytes; one that is not here is brought, twice if it has to make room again. */
async function* piecesOf(
  folder: string,
  { hash, bring }: { readonly hash: string; readonly bring: BringContent | undefined },
  part: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  const here = contentIn(folder, hash);
  try {
    if (here) return yield* readContent(here, part);
  } catch (error) {
    // Its pack has made room for others since it was found.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !bring) throw error;
  }
  for (let left = 2; ; left--) {
    const file = await bring?.(hash);
    if (file === undefined) throw new MissingContentError(hash);
    try {
      const handle = await open(file);
      yield* handle.createReadStream(part);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) throw error;
    }
  }
}

/** A content that is neither in the folder of its deployment nor anywhere else. */
class MissingContentError extends Error {
  override readonly name = 'MissingContentError';

  constructor(hash: string) {
    super(`The content ${hash} of a deployment is missing. Run "docent build" again.`);
  }
}

/** Where a content is, from memory if it was asked for before. */
function contentIn(folder: string, hash: string): Content | undefined {
  return kept<Content>(`${folder} ${hash}`, () => {
    const found = findContent(folder, hash);
    return found && JSON.stringify(found);
  });
}

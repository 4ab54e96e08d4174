import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { ApiError } from '../../schema/errors.ts';
import { hasTag, tagOf } from '../http/etags.ts';

/** Largest `docs.json` in bytes, as the service API has it. */
const largest = 1024 * 1024;

/** What a site without a `docs.json` begins with. */
const empty = '{}\n';

/** A `docs.json` as an editor shows it, with line feeds alone, and its version on the disk. */
export interface SettingsText {
  readonly text: string;
  readonly tag: string;
}

/** The file behind a `docs.json`; absent as long as there is none. */
interface Written {
  readonly file: string;
  readonly mode: number;
  /** Every character of it, a byte order mark too. */
  readonly whole: string;
}

/** Reads the `docs.json` of a folder. */
export function readSettings(dir: string): SettingsText {
  return shown(find(dir));
}

/**
 * Writes a text in the place of the `docs.json` of a folder, whole or not at all. Byte order mark, ends of lines and
 * permissions stay as they were.
 *
 * @throws ApiError `PRECONDITION_FAILED` if the file has changed since the version that was asked for
 */
export function writeSettings(
  dir: string,
  text: string,
  ifMatch: string | undefined,
): SettingsText {
  const found = find(dir);
  const { tag } = shown(found);
  if (ifMatch !== undefined && !hasTag(ifMatch, tag, 'strongly')) {
    const reason = 'The docs.json has changed on the disk since it was read. Read it again.';
    throw new ApiError('PRECONDITION_FAILED', reason, { headers: { ETag: tag } });
  }
  const whole = found ? likeBefore(text, found.whole) : text;
  if (Buffer.byteLength(whole) > largest) throw tooLarge();
  const file = found?.file ?? join(realpathSync(dir), 'docs.json');
  replace(file, whole, found?.mode);
  return shown({ file, whole, mode: 0 });
}

function shown(found: Written | undefined): SettingsText {
  if (!found) return { text: empty, tag: '"none"' };
  const text = found.whole.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  return { text, tag: tagOf(found.whole) };
}

/** Links are followed, but not out of the folder. */
function find(dir: string): Written | undefined {
  const root = realpathSync(dir);
  const path = join(root, 'docs.json');
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
  const file = realOf(path);
  if (!file?.startsWith(root + sep)) {
    throw new ApiError(
      'FORBIDDEN',
      'docs.json is a link that leads out of the folder, or nowhere. Put the file itself in the folder.',
    );
  }
  const { mode, size } = statSync(file);
  if (size > largest) throw tooLarge();
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { file, mode, whole: decoder.decode(readFileSync(file)) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ApiError('CONFLICT', 'docs.json is not UTF-8. Save it as UTF-8 in an editor first.');
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function tooLarge(): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', 'docs.json is larger than 1 MB.');
}

/** A text with the byte order mark and the ends of lines of the one that it replaces. */
function likeBefore(text: string, before: string): string {
  const ends = before.split('\n').length - 1;
  const returns = before.split('\r\n').length - 1;
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + (returns * 2 > ends ? text.replaceAll('\n', '\r\n') : text);
}

/** The watcher ignores names with a dot in front: nothing is rebuilt for the half. */
function replace(file: string, content: string, mode: number | undefined): void {
  const half = join(dirname(file), `.docs.json.${randomUUID()}.half`);
  try {
    const handle = openSync(half, 'wx');
    try {
      if (mode !== undefined) fchmodSync(handle, mode);
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}

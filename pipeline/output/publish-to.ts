import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ManifestFile, siteMarker } from '../../schema/build.ts';
import { compressed, isCompressible } from './compress.ts';
import { allContents, readContent } from './contents.ts';
import { partsOf } from './file-parts.ts';
import { clearError, folderWriter } from './files.ts';
import { deploymentLayout, layoutOf } from './layout.ts';
import { readManifest } from './read.ts';

const choose = 'choose another folder with --to';

/**
 * Refuses a folder that can't be replaced with a site.
 * @throws Error whose message is for a person
 */
export function checkFolder(folder: string): void {
  try {
    if (!existsSync(folder)) return;
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file, expected a folder.`);
    const names = readdirSync(folder);
    if (names.length === 0 || names.includes(siteMarker)) return;
  } catch (error) {
    throw clearError(error, folder, choose);
  }
  throw new Error(
    `${folder} has files that are not from "docent build --to". Choose another folder, or empty this one.`,
  );
}

/**
 * Writes the public files of a deployment to a folder of the user's, for static hosts: first next to it, then
 * in its place, so that the folder never has half of a site.
 */
export async function publishTo(
  folder: string,
  from: { readonly out: string; readonly id: string },
): Promise<void> {
  checkFolder(folder);
  const beside = (what: string) => join(dirname(folder), `.${basename(folder)}.${from.id}.${what}`);
  const [fresh, old] = [beside('new'), beside('old')];
  try {
    mkdirSync(dirname(folder), { recursive: true });
    await writeSite(fresh, from);
    writeFileSync(join(fresh, siteMarker), `${from.id}\n`);
    const isThere = existsSync(folder);
    if (isThere) renameSync(folder, old);
    try {
      renameSync(fresh, folder);
    } catch (error) {
      if (isThere) renameSync(old, folder);
      throw error;
    }
    rmSync(old, { recursive: true, force: true });
  } catch (error) {
    throw clearError(error, folder, choose);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function writeSite(
  folder: string,
  { out, id }: { readonly out: string; readonly id: string },
): Promise<void> {
  const { contents } = deploymentLayout(join(layoutOf(out).deployments, id));
  const manifest = readManifest(out, id);
  if (!manifest) throw new Error(`Can't read the deployment ${id} in ${out}.`);
  const all = allContents(contents);
  const writer = folderWriter();
  const files = Object.values(manifest.files).filter((file) => !file.protected);
  const paths = new Set(files.map(({ path }) => path));
  const write = async (file: ManifestFile): Promise<void> => {
    const contents = partsOf(file).map(({ hash }) => all.get(hash));
    const pieces = async function* () {
      for (const content of contents) {
        if (!content) throw new Error(`The content of ${file.path} is missing in ${out}.`);
        yield* readContent(content);
      }
    };
    const to = join(folder, file.path);
    await writer.run(to, async () => {
      await pipeline(pieces, createWriteStream(to));
      await writeCompressed(folder, file, (path) => paths.has(path));
    });
  };
  try {
    await Promise.all(files.map(write));
  } finally {
    // Whoever removes the folder after an error must find nothing that still writes to it.
    await writer.close();
  }
}

/** Pages and pieces of the search are many and small: hosts compress them themselves. */
const small = /(?:\.html|\.md|^_docent\/search\/[^/]+\.json)$/;

/** Bytes of a file that is compressed in memory. */
const mostInMemory = 2_000_000;

/** Compressed forms next to a file, for hosts that send these. */
async function writeCompressed(
  folder: string,
  { path, type, bytes }: ManifestFile,
  isTaken: (path: string) => boolean,
): Promise<void> {
  if (small.test(path) || !isCompressible(type, bytes)) return;
  const from = join(folder, path);
  if (bytes > mostInMemory) {
    if (isTaken(`${path}.gz`)) return;
    await pipeline(
      createReadStream(from),
      createGzip({ level: 6 }),
      createWriteStream(`${from}.gz`),
    );
    return;
  }
  const plain = await readFile(from);
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const made = await compressed(encoding, plain);
    if (made.length < bytes && !isTaken(path + ending)) writeFileSync(from + ending, made);
  }
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allContents, readContentNow } from '../../pipeline/output/contents.ts';
import { encode } from '../../pipeline/output/encode.ts';
import { type MadeOf, partsOf } from '../../pipeline/output/file-parts.ts';
import { deploymentLayout, layoutOf } from '../../pipeline/output/layout.ts';
import { PackWriter } from '../../pipeline/output/pack-writer.ts';
import { readManifest, readSources } from '../../pipeline/output/read.ts';

/**
 * Writes the contents of a deployment to a folder of files, once: `site/` with the public ones, `protected/` and
 * `source/`. The folder is in that of the outputs, and goes with it.
 */
export function unpack(out: string, id: string): string {
  const folder = join(out, `.unpacked-${id}`);
  if (existsSync(folder)) return folder;
  for (const [path, bytes] of contentsOf(out, id)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  return folder;
}

/** The contents of a deployment by path: `site/index.html`, `source/docs.json`. */
export function* contentsOf(out: string, id: string): Iterable<readonly [string, Uint8Array]> {
  const manifest = readManifest(out, id);
  if (!manifest) throw new Error(`There is no deployment ${id} in ${out}`);
  const { contents } = deploymentLayout(join(layoutOf(out).deployments, id));
  const all = allContents(contents);
  const read = (path: string, file: MadeOf) => {
    const parts = partsOf(file).map(({ hash }) => {
      const content = all.get(hash);
      if (!content) throw new Error(`The content of ${path} is missing`);
      return readContentNow(content);
    });
    return Buffer.concat(parts);
  };
  for (const file of Object.values(manifest.files)) {
    yield [`${file.protected ? 'protected' : 'site'}/${file.path}`, read(file.path, file)];
  }
  for (const [path, source] of Object.entries(readSources(out, id))) {
    yield [`source/${path}`, read(path, source)];
  }
}

let changes = 0;

/** Gives the files of a deployment whose paths begin like this another content; without one, they are lost. */
export function changeFiles(
  out: string,
  id: string,
  path: string,
  change?: (text: string) => string,
): void {
  const { contents, files } = deploymentLayout(join(layoutOf(out).deployments, id));
  const pack = new PackWriter(contents, `changed-${++changes}`);
  const texts = new Map(contentsOf(out, id));
  const lines = readFileSync(files, 'utf8').split('\n').filter(Boolean);
  const changed = lines.flatMap((line) => {
    const { parts: _, ...file } = JSON.parse(line);
    if (!file.path.startsWith(path)) return [line];
    if (!change) return [];
    const place = `${file.protected ? 'protected' : 'site'}/${file.path}`;
    const { hash, bytes } = encode(file.path, change(String(texts.get(place))));
    pack.add(hash, file.path, bytes);
    return [JSON.stringify({ ...file, hash, bytes: bytes.length })];
  });
  pack.finish(undefined, () => true);
  writeFileSync(files, `${changed.join('\n')}\n`);
}

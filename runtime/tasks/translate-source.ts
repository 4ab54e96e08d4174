import { join } from 'node:path/posix';
import {
  openDeployment,
  readOutline,
  readPages,
  sourceReader,
} from '../../pipeline/output/read.ts';
import { formatOf } from '../../pipeline/source/format.ts';
import { sourceHash } from '../../pipeline/source/hash.ts';
import type { PageToTranslate } from '../../pipeline/translate/page.ts';
import { snippetFolder } from '../../pipeline/translation/translated-snippets.ts';
import type { PageOutline } from '../../schema/build.ts';
import type { ProjectRow } from '../store/tables.ts';

/** A deployment of a project in an output folder of this server. */
export interface Deployed {
  readonly out: string;
  readonly id: string;
}

/** Output folder that holds a deployment. */
export type FolderOf = (deploymentId: string) => string | undefined;

/** The deployment of a project; undefined if this server has none. */
export function deployedIn(
  folderOf: FolderOf,
  { deployment_id: id }: Pick<ProjectRow, 'deployment_id'>,
): Deployed | undefined {
  const out = id === null ? undefined : folderOf(id);
  return id === null || out === undefined ? undefined : { id, out };
}

/** A source file that can be translated. */
export interface Source {
  readonly page: PageToTranslate;
  readonly file: string;
  readonly sourceHash: string;
}

/** A page as it is deployed; undefined when it is not, or is not a file. */
export async function pageSource(site: Deployed, path: string): Promise<Source | undefined> {
  const record = (await outlinesOf(site)).get(path);
  if (record === undefined || record.origin !== 'file') return undefined;
  const { title, file, sourceHash } = record;
  const text = sourceText(sourceReader(site.out, site.id), file);
  if (text === undefined) throw new Error(`The source ${file} of ${site.id} is missing.`);
  return { page: { path, text, title, format: formatOf({ path: file, text }) }, file, sourceHash };
}

let remembered:
  | { readonly key: string; readonly outlines: Promise<ReadonlyMap<string, PageOutline>> }
  | undefined;

/** Of the last deployment that was asked for. What pages say would be far more. */
function outlinesOf({ out, id }: Deployed): Promise<ReadonlyMap<string, PageOutline>> {
  const key = `${out} ${id}`;
  if (remembered?.key !== key) remembered = { key, outlines: readOutlines(out, id) };
  return remembered.outlines;
}

async function readOutlines(out: string, id: string): Promise<ReadonlyMap<string, PageOutline>> {
  const outlines = new Map<string, PageOutline>();
  for await (const page of readOutline(out, id)) outlines.set(page.path, page);
  return outlines;
}

/** Snippets that pages include and that no person has translated, by path. */
export async function snippetSources(
  site: Deployed,
  language: string,
  isMeant: (pagePath: string) => boolean,
): Promise<Source[]> {
  const { config, deployment } = openDeployment(site.out, site.id);
  const paths = new Set<string>();
  for (const page of readPages(site.out, site.id)) {
    const isSource =
      page.translationOf === undefined && page.language === deployment.sourceLanguage;
    if (isSource && isMeant(page.path)) for (const path of page.snippets ?? []) paths.add(path);
  }
  const read = sourceReader(site.out, site.id);
  const handmade = snippetFolder(config, language);
  return [...paths].sort().flatMap((path): Source[] => {
    const text = sourceText(read, path);
    if (text === undefined || read(join(handmade, path))) return [];
    const page = { path, text, title: '', format: formatOf({ path, text }) };
    return [{ page, file: path, sourceHash: sourceHash(text) }];
  });
}

function sourceText(read: ReturnType<typeof sourceReader>, path: string): string | undefined {
  const bytes = read(path);
  return bytes && Buffer.from(bytes).toString('utf8');
}

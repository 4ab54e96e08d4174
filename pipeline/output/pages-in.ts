import { readFileSync } from 'node:fs';
import type { Manifest, SourceFiles } from '../../schema/build.ts';
import { findContent, readContentNow } from './contents.ts';
import type { DiffPages } from './diff.ts';
import type { DeploymentFolder } from './layout.ts';

/** The pages of a deployment without its other files: a large site has a hundred thousand of these. */
interface DeployedPages extends DiffPages {
  readonly manifest: Omit<Manifest, 'files'>;
}

/** The pages of a deployment as the diff sees them; undefined if they can't be read. */
export function pagesIn(
  folder: DeploymentFolder,
  sources?: SourceFiles,
): DeployedPages | undefined {
  const manifest = readJson<DeployedPages['manifest']>(folder.manifest);
  return manifest && { manifest, sourceOf: sourcesIn(folder, sources) };
}

/** Reads texts of a deployment's source; undefined for missing ones. Its list is read if it is not `known`. */
export function sourcesIn(
  { sources, contents }: DeploymentFolder,
  known?: SourceFiles,
): DiffPages['sourceOf'] {
  let files = known;
  return (file) => {
    files ??= readJson<SourceFiles>(sources) ?? {};
    const entry = Object.hasOwn(files, file) ? files[file] : undefined;
    const content = entry && findContent(contents, entry.hash);
    return content && readContentNow(content).toString('utf8');
  };
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

import { readDeploymentFile, readPageRecords, sourceReader } from './output/read.ts';
import { ownSynonyms, synonymsFile } from './search/synonyms.ts';
import { writePieces } from './search/write-pieces.ts';

/** A deployment of an output folder, and the folder that its search index is written to. */
export interface Rewrite {
  readonly out: string;
  readonly deployment: string;
  readonly to: string;
}

/** Writes the search index of a deployment again, from its page records. */
export function rewriteSearch({ out, deployment, to }: Rewrite): void {
  const facts = readDeploymentFile(out, deployment, 'deployment');
  const look = {
    basePath: facts?.basePath ?? '',
    sourceLanguage: facts?.sourceLanguage ?? 'en',
    synonyms: readSynonyms(out, deployment),
  };
  writePieces(readPageRecords(out, deployment), look, to);
}

/** The author's list as it was built, from the source tree that a deployment keeps. */
export function readSynonyms(out: string, deployment: string): string {
  const source = sourceReader(out, deployment);
  const read = (name: string) => new TextDecoder().decode(source(name));
  return ownSynonyms(read(synonymsFile), groupsIn(read('docs.json')));
}

/** `search.synonyms` of a site that was built with it, and so is valid. */
function groupsIn(config: string): readonly (readonly string[])[] {
  try {
    return JSON.parse(config).search?.synonyms ?? [];
  } catch {
    return [];
  }
}

import type { OwnParts } from '../../pipeline/build/rebuild-plan.ts';
import type { BuildProgress } from '../../pipeline/build.ts';
import { readEmbeddings } from '../../pipeline/net/embeddings.ts';
import { rebuildSite } from '../../pipeline/rebuild.ts';
import type { RebuildCause } from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import { createIds, type NewId } from '../store/ids.ts';

/** A build that the server asks for: of the live deployment, with translations and settings of the database. */
export interface Rebuild extends OwnParts {
  readonly out: string;
  readonly project: string;
  /** Docent's own version. */
  readonly version: string;
  readonly cause: RebuildCause;
  /** Id of the deployment that it makes: the server knows it before `current` moves. */
  readonly deployment: string;
}

/** What came of it: a deployment that is live, or the first error that kept it from being. */
export type Rebuilt =
  | { readonly type: 'built'; readonly deployment: string }
  | { readonly type: 'refused'; readonly reason: string };

/** Builds in this process; undefined when there is nothing to do. */
export async function rebuild(
  { out, project, version, translations, configText, cause, deployment }: Rebuild,
  environment: Readonly<Record<string, string | undefined>>,
  onProgress?: (progress: BuildProgress) => void,
): Promise<Rebuilt | undefined> {
  const newId = createIds();
  const embeddings = readEmbeddings(environment);
  const result = await rebuildSite({
    out,
    project,
    version,
    translations,
    cause,
    ...given({ configText }),
    ...(onProgress ? { onProgress } : {}),
    ...(embeddings ? { embeddings } : {}),
    now: Date.now,
    newId: (prefix) => (prefix === 'dpl' ? deployment : newId(prefix as Parameters<NewId>[0])),
  });
  if (result === undefined) return undefined;
  if (result.deployment) return { type: 'built', deployment };
  const error = result.problems.find(({ severity }) => severity === 'error');
  return { type: 'refused', reason: error?.reason ?? 'no reason' };
}

import { join } from 'node:path';
import { type BuildResult, buildSite as build } from '../../pipeline/build.ts';
import type { EmbeddingModel } from '../../pipeline/net/model.ts';
import { serve as serveOutputs } from '../../runtime/main.ts';
import type { SiteTranslations } from '../../schema/build.ts';
import { unpack } from './outputs.ts';

/** A build of a test, and where its files are. */
export interface BuiltSite extends BuildResult {
  readonly out: string;
  /** The folder for static hosts; undefined when the build failed. */
  readonly site?: string;
}

const version = '0.0.0-test';
/** Never the same in two processes, which may go on from the same outputs. */
let ids = process.pid * 1e6;

/** Builds a folder into `out` as the command line does. */
export async function buildSite(
  dir: string,
  out: string,
  more: {
    readonly cache?: boolean;
    readonly origin?: string;
    /** Address of the server that answers for a static host. */
    readonly runtime?: string;
    readonly translations?: SiteTranslations;
    readonly embeddings?: EmbeddingModel;
    readonly sectionTables?: string;
  } = {},
): Promise<BuiltSite> {
  const result = await build({
    dir,
    out,
    project: 'test',
    version,
    now: Date.now,
    newId: (prefix) => `${prefix}_${String(ids++).padStart(26, '0')}`,
    keep: 5,
    cache: true,
    ...more,
  });
  const { deployment } = result;
  if (!deployment) return { ...result, out };
  return {
    ...result,
    out,
    // Many tests need no files: they are written when they are asked for.
    get site() {
      return join(unpack(out, deployment.id), 'site');
    },
  };
}

/** Serves `out` on a free port of this machine; the caller closes it. */
export function serve(out: string) {
  return serveOutputs({ out, port: 0, host: '127.0.0.1', version, log: () => {} });
}

import {
  openDeployment,
  readCurrent,
  readDeploymentFile,
  type SiteReader,
} from '../../pipeline/output/read.ts';
import type { DeploymentProblem, DeploymentProblems, Manifest } from '../../schema/build.ts';
import { type SiteChanges, siteChanges } from '../../schema/site-changes.ts';
import { opens } from './address.ts';
import { type Preview, previewFolder, readPreview } from './record.ts';

/** A preview as its readers get it. */
export interface OpenPreview {
  readonly preview: Preview;
  readonly reader: SiteReader;
  /** What its build found wrong, without notes. */
  readonly problems: readonly DeploymentProblem[];
  /** What differs from the live deployment; answered from memory until one of the two changes. */
  readonly changes: (live: string) => SiteChanges;
}

/** Finds what an address below `/_preview/` names, in the folder of a project. */
export type FindPreview = (
  project: string,
  asked: { readonly name: string; readonly token: string },
) => OpenPreview | undefined;

/** Previews that stay open: few are looked at on the same day. */
const most = 20;

/** Opens previews as they are asked for. */
export function openPreviewSites(): FindPreview {
  /** By folder; the one that was asked for last is the last. */
  const open = new Map<string, OpenPreview>();
  return (project, { name, token }) => {
    const preview = readPreview(project, name);
    const folder = previewFolder(project, name);
    const known = open.get(folder);
    open.delete(folder);
    if (!preview || !opens(preview, token)) return undefined;
    const id = readCurrent(folder);
    if (id === undefined) return undefined;
    const isSame = known?.reader.deployment.id === id && known.preview.token === token;
    const found = isSame ? known : openOne(project, preview, id);
    open.set(folder, found);
    const [oldest] = open.keys();
    if (open.size > most && oldest !== undefined) open.delete(oldest);
    return found;
  };
}

function openOne(project: string, preview: Preview, id: string): OpenPreview {
  const folder = previewFolder(project, preview.name);
  const reader = openDeployment(folder, id);
  const problems = readDeploymentFile<DeploymentProblems>(folder, id, 'problems')?.list ?? [];
  let known: { readonly live: string; readonly changes: SiteChanges } | undefined;
  return {
    preview,
    reader,
    problems: problems.filter(({ severity }) => severity !== 'note'),
    changes: (live) => {
      if (known?.live !== live) {
        known = { live, changes: changesBetween({ project, live }, { folder, id }, reader) };
      }
      return known.changes;
    },
  };
}

function changesBetween(
  { project, live }: { readonly project: string; readonly live: string },
  { folder, id }: { readonly folder: string; readonly id: string },
  reader: SiteReader,
): SiteChanges {
  const before = readDeploymentFile<Manifest>(project, live, 'manifest');
  const next = readDeploymentFile<Manifest>(folder, id, 'manifest');
  if (!before || !next) return { added: [], changed: [], removed: [], lost: [] };
  return siteChanges(new Map(Object.entries(before.pages)), next, reader.deployment.basePath);
}

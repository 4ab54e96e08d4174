import { listDeployments } from '../../pipeline/output/read.ts';
import type { ServedSite } from '../assistant/site/live.ts';
import type { PreviewRecords } from '../previews/record.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import type { UploadPlaces } from './upload-places.ts';

/** What receiving deployments needs. */
export interface UploadTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
  readonly places: UploadPlaces;
  readonly previews: PreviewRecords;
  /** Imports a deployment that is current now. */
  readonly deployed: (id: string, folder: string) => Promise<unknown>;
  /** Records that a deployment needs no other build before it is shown. */
  readonly expect: (id: string) => void;
  /** The storage that servers share. */
  readonly shared?: SharedOutputs;
  /** Serves a folder whose `current` has changed; absent where no site is served. */
  readonly show?: (folder: string) => Promise<void>;
  /** What readers of a project get from this server. */
  readonly served?: (projectId: string) => ServedSite | undefined;
}

/** Ids of the deployments in a folder that can go live. */
export function keptIn(folder: string): ReadonlySet<string> {
  return new Set(listDeployments(folder).flatMap(({ id, failed }) => (failed ? [] : [id])));
}

import type { ApiServices } from '../api/services.ts';
import type { DraftThreads } from '../drafts/apart.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import { liveDeployment } from '../store/holds.ts';
import { shownTranslations } from '../store/memory.ts';
import type { Store } from '../store/open.ts';

/** Shows pages of live deployments with drafts. */
export function draftsOf(
  threads: DraftThreads,
  {
    store,
    folderOf,
    whole,
  }: {
    readonly store: Store;
    /** Output folder that holds a deployment. */
    readonly folderOf: (deploymentId: string) => string | undefined;
    /** Brings what is in object storage. */
    readonly whole?: SharedOutputs['whole'];
  },
): NonNullable<ApiServices['showDraft']> {
  return async (project, draft) => {
    const id = await liveDeployment(store.db, project);
    if (!id) return undefined;
    await whole?.(project.id, 'source');
    const folder = folderOf(id);
    if (folder === undefined) return undefined;
    const translations = () => shownTranslations(store.db, project.id);
    return threads.show({ project: project.id, folder, id, translations }, draft);
  };
}

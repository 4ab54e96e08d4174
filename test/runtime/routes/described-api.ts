import type { Store } from '../../../runtime/store/open.ts';
import { blockedUrl, publicOnly } from '../../../schema/network.ts';
import { fixedRepository } from '../../support/fixed-repository.ts';
import { shownDraft } from '../../support/shown-draft.ts';
import { oneOfEach } from './one-of-each.ts';
import { type TestApi, testApi } from './test-api.ts';

/** The API for tests of its description: every operation is answered without a network and without a Git host. */
export async function describedApi(
  store: Store,
  more: Parameters<typeof testApi>[1] = {},
): Promise<TestApi> {
  const api = await testApi(store, { plan: 'enterprise', ...more });
  Object.assign(api.services, {
    webhooks: {
      ...api.services.webhooks,
      // Names are not resolved: which of them exist is not a question of the description.
      vet: async (url: string) => blockedUrl(url, publicOnly),
    },
    repositoryConfig: fixedRepository,
    showDraft: shownDraft,
    exportTranslations: async () => ({
      ...{ branch: 'x', commitSha: '', filesWritten: 0, conflicts: [] },
    }),
  });
  return api;
}

/** Ids of a project that has one thing of each kind, and a repository. */
export async function wholeProject(api: TestApi): Promise<Record<string, string>> {
  const ids = await oneOfEach(api);
  const repository = { repoProvider: 'github', repoOwner: 'acme', repoName: 'docs' };
  await api.call(`PATCH /projects/${ids.projectId}`, repository);
  return ids;
}

/** The address of a described operation, as tests call it. */
export function addressOf(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace('/api/v1', '').replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x');
}

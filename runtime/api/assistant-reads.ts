import { findOrg } from '../store/orgs.ts';
import type { ApiCall } from './services.ts';

/** Counts a read of conversations or usage within the limit of the plan; the headers for its answer. */
export async function countRead(call: ApiCall): Promise<Readonly<Record<string, string>>> {
  const { services, project } = call;
  if (!services.assistant) return {};
  return services.assistant.countRead(await findOrg(services.store.db, project.org_id));
}

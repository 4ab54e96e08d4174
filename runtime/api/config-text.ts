import { requireSize, wrongConfig } from '../http/config-mistakes.ts';
import type { ProjectFacts } from '../store/projects.ts';
import type { ApiServices } from './services.ts';

/** Refuses a `docs.json` text with mistakes, each of them named. */
export async function requireConfig(
  services: Pick<ApiServices, 'checkConfig'>,
  configJson: string,
  project: ProjectFacts,
): Promise<void> {
  requireSize(configJson);
  const details = await services.checkConfig(configJson, project);
  if (details.length > 0) throw wrongConfig(details);
}

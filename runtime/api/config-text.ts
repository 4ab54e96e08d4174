import { ApiError } from '../../schema/errors.ts';
import { invalid } from '../http/body.ts';
import type { ProjectFacts } from '../store/projects.ts';
import type { ApiServices } from './services.ts';

const maxConfig = 1024 * 1024;

/** Refuses a `docs.json` text with mistakes, each of them named. */
export async function requireConfig(
  services: Pick<ApiServices, 'checkConfig'>,
  configJson: string,
  project: ProjectFacts,
): Promise<void> {
  if (Buffer.byteLength(configJson) > maxConfig) {
    throw invalid('configJson', 'out-of-range', 'Expected configJson of at most 1 MB');
  }
  const details = await services.checkConfig(configJson, project);
  if (details.length === 0) return;
  throw new ApiError('VALIDATION_ERROR', `configJson: ${details[0]?.message}`, {
    details: details.map((detail) => ({
      ...detail,
      path: detail.path === '' ? 'configJson' : `configJson.${detail.path}`,
    })),
  });
}

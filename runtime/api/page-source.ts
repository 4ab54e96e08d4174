import { ApiError } from '../../schema/errors.ts';
import type { ApiCall } from './services.ts';

/** The file of a page as a deployment was built from it: the first of several with the same sources that has it. */
export function pageSource(
  { services, project }: Pick<ApiCall, 'services' | 'project'>,
  path: string,
  deployments: readonly (string | null | undefined)[],
) {
  for (const id of deployments) {
    const file = id && services.uploads?.source(project, id, path);
    if (file) return file;
  }
  const message = `The file of "${path}" in ${deployments[0]} is not on this server any more, is above 1 MB, or was never a file.`;
  throw new ApiError('NOT_FOUND', message);
}

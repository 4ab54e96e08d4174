import { lineDifference } from '../../pipeline/output/line-difference.ts';
import { ApiError } from '../../schema/errors.ts';
import { findChange, findDeployment } from '../store/deployment-log.ts';
import type { DeploymentRow } from '../store/tables.ts';
import { pageSource } from './page-source.ts';
import type { ApiCall } from './services.ts';

/** What a deployment changed in the source of a page, as the API shows it. */
export async function pageChange(
  { services, project }: Pick<ApiCall, 'services' | 'project'>,
  deployment: DeploymentRow,
  path: string,
) {
  const { db } = services.store;
  const row = await findChange(db, deployment, path);
  if (!row) {
    throw new ApiError('NOT_FOUND', `The deployment did not change the source of "${path}".`);
  }
  const { change, title } = row;
  const { id, rebuild_of, before_id } = deployment;
  if (change !== 'created' && before_id === null) {
    throw new ApiError(
      'NOT_FOUND',
      'An earlier version of the server imported this deployment, and did not note what was before it.',
    );
  }
  const before = before_id === null ? undefined : await findDeployment(db, project.id, before_id);
  // Those that the server has built again have the same sources.
  const fileIn = (...ids: readonly (string | null | undefined)[]) =>
    pageSource({ services, project }, path, ids);
  const was = change === 'created' ? undefined : fileIn(before_id, before?.rebuild_of);
  const is = change === 'deleted' ? undefined : fileIn(id, rebuild_of);
  return {
    ...{ pagePath: path, pageTitle: title, change, file: (is ?? was)?.file ?? '' },
    before: before_id,
    ...lineDifference(was?.text ?? '', is?.text ?? ''),
  };
}

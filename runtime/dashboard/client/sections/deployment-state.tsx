import type { Deployment } from '../../../../packages/client/models.ts';
import { Badge } from '../parts/small.tsx';

/** What a deployment is for readers now. */
export function DeploymentState({ status, promotedAt }: Pick<Deployment, 'status' | 'promotedAt'>) {
  if (status === 'live') return <Badge tone="good">{promotedAt ? 'Live again' : 'Live'}</Badge>;
  if (status === 'held') return <Badge tone="wait">Not live yet</Badge>;
  return <Badge tone="plain">Earlier</Badge>;
}

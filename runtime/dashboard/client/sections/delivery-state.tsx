import type { Delivery } from '../../../../packages/client/models.ts';
import { Badge, type Tone } from '../parts/small.tsx';

/** How states of deliveries are shown: their colour and their word. */
export const deliveryStates: Readonly<Record<Delivery['status'], readonly [Tone, string]>> = {
  pending: ['wait', 'Waiting'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  cancelled: ['plain', 'Cancelled'],
  skipped_quota: ['bad', 'Over the plan'],
};

export function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  const [tone, word] = deliveryStates[status];
  return <Badge tone={tone}>{word}</Badge>;
}

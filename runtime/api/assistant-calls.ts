import { ApiError } from '../../schema/errors.ts';
import type { Assistant } from '../assistant/service.ts';
import type { ApiCall, ApiServices } from './services.ts';

/** What operations of readers who ask may answer besides. */
export const chatErrors = [
  { code: 'NOT_FOUND', description: 'No such project or conversation, or no assistant.' },
  {
    code: 'LIMIT_EXCEEDED',
    description: 'Too many messages, or the monthly tokens are used up.',
  },
] as const;

/** What readers do besides asking has a count of its own. */
export function countSmall({ readerLimits }: ApiServices, address: string) {
  return readerLimits.address(`rating ${address}`);
}

/** @throws ApiError where there is no assistant */
export function assistantOf({ services }: ApiCall): Assistant {
  if (!services.assistant) throw new ApiError('NOT_FOUND', 'The assistant is not enabled.');
  return services.assistant;
}

export function visitorOf(call: ApiCall): string {
  return (call.body as { visitorId: string }).visitorId;
}

import type { DraftView } from '../../pipeline/draft.ts';
import { ApiError } from '../../schema/errors.ts';
import { wrongConfig } from '../http/config-mistakes.ts';
import type { DraftResult } from './apart.ts';

/**
 * What Preview configuration answers; undefined means a project without a live deployment.
 * @throws ApiError when there is no page to show
 */
export function draftAnswer(
  shown: DraftResult | undefined,
): Omit<Extract<DraftView, { readonly type: 'page' }>, 'type'> {
  switch (shown?.type) {
    case 'page': {
      const { type: _, ...view } = shown;
      return view;
    }
    case 'invalid':
      throw wrongConfig(shown.details);
    case 'unknown-page':
      throw new ApiError('NOT_FOUND', 'The site has no such page. Choose another one.');
    case 'no-sources':
      throw new ApiError(
        'CONFLICT',
        'The sources of the live deployment are not kept here. Deploy the site again: the preview is built from them.',
      );
    case 'busy':
      throw later('Other pages are being rendered. Try again in a moment.');
    case 'too-slow':
      throw later(
        'Rendering the page took too long. Look for a component that takes long, or choose another page.',
      );
    case 'too-large':
      throw later('Rendering the page needed too much memory. Choose another page.');
    default:
      throw new ApiError(
        'CONFLICT',
        'No deployment of this project is live yet. Deploy the site: the preview is built from it.',
      );
  }
}

function later(message: string): ApiError {
  return new ApiError('UNAVAILABLE', message, { headers: { 'Retry-After': '2' } });
}

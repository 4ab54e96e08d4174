import { asApiError } from '../../schema/errors.ts';
import { inert } from './response.ts';

/** Turns an error into the response that every client knows; a bug shows as a plain 500. */
export function errorResponse(
  error: unknown,
  request: { readonly requestId: string; readonly accept: string | null },
): Response {
  const known = asApiError(error);
  const details = known.details.length > 0 ? { details: known.details } : {};
  const asProblem = /\bapplication\/problem\+json\b/i.test(request.accept ?? '');
  const body = asProblem
    ? {
        type: `urn:docent:error:${known.code.toLowerCase().replaceAll('_', '-')}`,
        title: known.code.charAt(0) + known.code.slice(1).toLowerCase().replaceAll('_', ' '),
        status: known.status,
        detail: known.message,
        code: known.code,
        requestId: request.requestId,
        ...details,
      }
    : {
        error: {
          code: known.code,
          message: known.message,
          status: known.status,
          requestId: request.requestId,
          ...details,
        },
      };
  return new Response(JSON.stringify(body), {
    status: known.status,
    headers: {
      'Content-Type': asProblem ? 'application/problem+json' : 'application/json',
      'Cache-Control': 'no-store',
      ...inert,
      'X-Request-Id': request.requestId,
      ...known.headers,
    },
  });
}

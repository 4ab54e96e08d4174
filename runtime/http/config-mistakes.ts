import { ApiError, type ErrorDetail } from '../../schema/errors.ts';
import { invalid } from './body.ts';

const maxConfig = 1024 * 1024;

/** Refuses a `docs.json` text that is too large to be looked at. */
export function requireSize(configJson: string): void {
  if (Buffer.byteLength(configJson) > maxConfig) {
    throw invalid('configJson', 'out-of-range', 'Expected configJson of at most 1 MB');
  }
}

/** The mistakes of a `docs.json` text as an error of the API. */
export function wrongConfig(details: readonly ErrorDetail[]): ApiError {
  return new ApiError('VALIDATION_ERROR', `configJson: ${details[0]?.message}`, {
    details: details.map((detail) => ({
      ...detail,
      path: detail.path === '' ? 'configJson' : `configJson.${detail.path}`,
    })),
  });
}

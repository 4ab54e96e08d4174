import { ApiError } from '../../../schema/errors.ts';

/** Secrets that readers paste by mistake: none of them belongs in a model's log. */
const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  /\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{20,}\b/,
  /\b[a-z]+_(?:live|test)_[A-Za-z0-9]{38}\b/,
];

/**
 * Refuses a question that contains a secret, or a word of the operator's list, before it is stored
 * or sent.
 */
export function refuseSecrets(message: string, denied: readonly string[]): void {
  if (secrets.some((secret) => secret.test(message))) {
    throw new ApiError(
      'CONTENT_FILTERED',
      'The message seems to contain a secret, such as an API key. Remove it, and revoke it if it is real.',
    );
  }
  const folded = message.toLowerCase();
  if (denied.some((word) => word !== '' && folded.includes(word.toLowerCase()))) {
    throw new ApiError('CONTENT_FILTERED', "This question can't be answered here.");
  }
}

import { createHash } from 'node:crypto';

/** The version of an answer, made from its text. */
export function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Whether a list of versions has that one: If-Match compares strongly, If-None-Match weakly (RFC 9110). */
export function hasTag(
  header: string | null | undefined,
  tag: string,
  how: 'strongly' | 'weakly',
): boolean {
  return (header ?? '')
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || (how === 'weakly' ? one.replace(/^W\//, '') : one) === tag);
}

import { isUtf8 } from 'node:buffer';
import type { Problem } from '../../schema/errors.ts';
import { placeIn } from './tree.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Bytes as text. Invalid UTF-8 is reported with its position and read with replacement characters.
 */
export function decode(
  bytes: Uint8Array,
  path: string,
): { readonly text: string; readonly problem?: Problem } {
  if (isUtf8(bytes)) return { text: utf8.decode(bytes) };
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = new TextDecoder(wide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', {
    ignoreBOM: !wide,
  }).decode(bytes);
  const at = wide ? 0 : Math.max(0, text.indexOf('\ufffd'));
  const problem: Problem = {
    severity: 'error',
    source: 'source',
    ruleId: 'not-utf8',
    file: path,
    place: placeIn(text, at, Math.min(at + 1, text.length)),
    reason: `The file is not valid UTF-8${wide ? ', it looks like UTF-16' : ''}.`,
    note: 'Save it as UTF-8.',
  };
  return { text, problem };
}

import { parseJson } from '../json-text.ts';

/**
 * What a `docs.json` text says, without a check. Comments and trailing commas don't hide it; undefined if the text
 * can't be read at all.
 */
export function configIn(text: string): unknown {
  try {
    // Most have neither, and are read many times faster so.
    return JSON.parse(text);
  } catch {
    return parseJson(text, { file: 'docs.json', origins: new WeakMap() }).value;
  }
}

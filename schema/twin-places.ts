/** What is around a reader's value in a page's Markdown: text, code, or the address of a link. */
export type TwinContext = 'text' | 'code' | 'address';

/** A value in a page's Markdown that depends on the reader. */
export interface TwinPlace {
  /** Offset of the value at build. */
  readonly at: number;
  /** Its length, as it is written there. */
  readonly length: number;
  readonly name: string;
  readonly context: TwinContext;
}

/** What a page's scripts know of its Markdown. */
export interface TwinPlaces {
  /** Length of the whole Markdown: another one is of another build. */
  readonly length: number;
  readonly places: readonly TwinPlace[];
}

/** A value as Markdown; it never becomes markup. */
export function valueInTwin(value: string, context: TwinContext): string {
  if (context === 'code') return value;
  if (context === 'address') return value.replace(/[\s()<>]/g, percentEncoded);
  return value
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

function percentEncoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A page's Markdown with other values; as it is where it is not what the places are of. */
export function withOtherValues(
  text: string,
  { length, places }: TwinPlaces,
  chosen: (name: string) => string | undefined,
): string {
  if (text.length !== length) return text;
  let made = '';
  let last = 0;
  for (const { at, length, name, context } of places) {
    const value = chosen(name);
    if (value === undefined) continue;
    made += text.slice(last, at) + valueInTwin(value, context);
    last = at + length;
  }
  return made + text.slice(last);
}

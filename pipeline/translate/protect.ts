/** Part of a text: words, or a span that must stay as it is. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly kept: boolean;
}

/** Looks like one of our own marks. */
const mark = /<\/?[xg]\d+\s*\/?>/g;
const address = /<?(?:(?:https?|ftp|mailto|file):[^\s<>"')\]]+|www\.[^\s<>"')\]]+)>?/gi;
const email = /<?[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?/g;
const braces = /\{\{[^{}\n]*\}\}/g;
/** Code in texts that are no Markdown, such as a description in front matter. */
const quotedCode = /(?<!`)(`+)(?!`)[^`]+\1(?!`)/g;

/**
 * Splits a text into words and spans that must be kept: URLs, variables, terms kept verbatim; in
 * plain strings also inline code.
 */
export function partsOf(
  value: string,
  terms: readonly { readonly start: number; readonly end: number }[] = [],
  isPlain = false,
): TextPart[] {
  const spans: { start: number; end: number }[] = [...terms];
  for (const pattern of [mark, address, email, braces, ...(isPlain ? [quotedCode] : [])]) {
    for (const match of value.matchAll(pattern)) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: TextPart[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.start < at) continue;
    if (span.start > at) parts.push({ start: at, end: span.start, kept: false });
    parts.push({ ...span, kept: true });
    at = span.end;
  }
  if (at < value.length) parts.push({ start: at, end: value.length, kept: false });
  return parts;
}

/**
 * URLs and email addresses in a text: one added by a model would become a link that is not in the
 * source.
 */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(address), ...text.matchAll(email)].map(([found]) => found);
}

/**
 * Where each character of a parsed text begins in the text as written, one entry more for its end.
 * Undefined when the two can't be laid side by side.
 */
export function align(raw: string, value: string): number[] | undefined {
  if (raw === value) return Array.from({ length: value.length + 1 }, (_, index) => index);
  const offsets: number[] = [];
  let at = 0;
  for (let i = 0; i < value.length; i++) {
    const wanted = value[i];
    if (wanted === '\n') {
      // The markers of the surrounding blocks follow the end of a line.
      const gap = /^[ \t]*(?:\r\n|\n|\r)[ \t>]*/.exec(raw.slice(at));
      if (gap === null) return undefined;
      offsets.push(at);
      at += gap[0].length;
      continue;
    }
    if (raw[at] === '\\' && raw[at + 1] === wanted && wanted !== '\\') {
      offsets.push(at);
      at += 2;
    } else if (raw[at] === '\\' && wanted === '\\') {
      offsets.push(at);
      at += raw[at + 1] === '\\' ? 2 : 1;
    } else if (raw[at] === wanted && !(wanted === '&' && entity.test(raw.slice(at, at + 34)))) {
      offsets.push(at);
      at++;
    } else if (raw[at] === '&') {
      const found = entity.exec(raw.slice(at, at + 34));
      if (found === null) return undefined;
      const long = (value.codePointAt(i) ?? 0) > 0xffff;
      offsets.push(at);
      if (long) {
        offsets.push(at);
        i++;
      }
      at += found[0].length;
    } else return undefined;
  }
  offsets.push(at);
  return at === raw.length ? offsets : undefined;
}

const entity = /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/;

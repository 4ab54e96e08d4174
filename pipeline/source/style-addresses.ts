/** An address that a style sheet names. */
export interface StyleAddress {
  readonly url: string;
  /** Offsets of the address itself. */
  readonly from: number;
  readonly to: number;
  /** Offsets of all of `url(…)` or `@import "…"`. */
  readonly start: number;
  readonly end: number;
}

/** `url(…)` and `@import "…"`, and comments, which name nothing. */
const address =
  /\/\*[\s\S]*?(?:\*\/|$)|\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]*)(?=\s*\)))|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')/dgi;

/** The addresses of a style sheet in their order. */
export function* addressesInStyles(css: string): Iterable<StyleAddress> {
  for (const match of css.matchAll(address)) {
    const [whole, ...parts] = match.indices ?? [];
    const part = parts.find((one) => one !== undefined);
    if (!whole || !part) continue;
    const [from, to] = part;
    const [start, end] = whole;
    yield { url: css.slice(from, to), from, to, start, end };
  }
}

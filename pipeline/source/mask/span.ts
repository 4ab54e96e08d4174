/**
 * `variable` `{{name}}`; `literal` an escaped `\{{name}}`; `id` a heading's `{#id}`; `math` and `display`
 * one and two dollars; `refused` is shown as text and `dropped` not at all, because MDX can't read it;
 * the others cure text that strict MDX refuses.
 */
export type SpanKind =
  | 'variable'
  | 'literal'
  | 'id'
  | 'math'
  | 'display'
  | 'comment'
  | 'less'
  | 'void'
  | 'autolink'
  | 'refused'
  | 'dropped';

/** A part of a page that the parser must not see as it is. */
export interface Span {
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  /** The text as written. */
  readonly text: string;
  /** What it says without its marks: a name, an id, a formula. */
  readonly value: string;
  /** A formula on lines of its own. */
  readonly block: boolean;
}

/** A text of the same length, line by line, in which stand-ins took the place of the spans. */
export interface Masked {
  readonly text: string;
  readonly spans: readonly Span[];
  /** Those of the spans that their stand-in names, by number. */
  readonly named: readonly Span[];
  /** First character of the block that the stand-ins are written in. */
  readonly base: number;
}

export interface MaskOptions {
  readonly format: 'mdx' | 'md';
  /** Where the body starts. */
  readonly from: number;
  /** Whether the site has math; where it doesn't say, only a page that plainly uses math gets it. */
  readonly latex?: boolean | undefined;
  /** Also mask what strict MDX refuses: comments, heading ids, stray `<`, void tags, autolinks. */
  readonly cures: boolean;
  /** What the parser refused before, in order: it becomes a span of its kind. */
  readonly refused?: readonly Refusal[];
  /** Ranges without tags, expressions and modules: every sign that could begin one is text. */
  readonly plain?: readonly (readonly [number, number])[];
}

/** A part of a page that MDX can't read. */
export interface Refusal {
  readonly kind: 'refused' | 'dropped';
  readonly start: number;
  readonly end: number;
}

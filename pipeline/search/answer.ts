import type { AskedWord } from './cover.ts';
import type { Snippet } from './snippet.ts';

/** A question to the index. */
export interface SearchQuestion {
  readonly query: string;
  /** Pages wanted, 1 … 50 (default 10). */
  readonly limit?: number;
  /** The reader's language; a question in another script is looked up in its own. */
  readonly language?: string;
  /** Only this version, or this product; pages that belong to none are found as well. */
  readonly version?: string;
  readonly product?: string;
  /** No version but those that are shown first. */
  readonly firstVersions?: boolean;
  /** Groups of the reader's session; undefined for a reader without one. */
  readonly groups?: readonly string[];
  /** Who searches: pages can be excluded for either. */
  readonly audience?: 'search' | 'assistant';
  /** The last word may be unfinished. */
  readonly typing?: boolean;
  /** Longest snippet in characters, at most 500 (default 220). */
  readonly snippet?: number;
  readonly signal?: AbortSignal;
}

/** A section of a page that was found. */
export interface FoundSection {
  readonly id: string;
  readonly url: string;
  readonly anchor: string;
  readonly heading: string;
  readonly trail: readonly string[];
  readonly snippet: Snippet;
}

/** A page that was found, its best section first. */
export interface FoundPage {
  readonly path: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly breadcrumbs: readonly string[];
  readonly language: string;
  readonly version: string;
  readonly product: string;
  readonly score: number;
  /** How much of the question the page has, 0 … 1. */
  readonly confidence: number;
  readonly sections: readonly FoundSection[];
  /** Other versions' or products' pages that say the same. */
  readonly copies: readonly {
    readonly path: string;
    readonly url: string;
    readonly version: string;
    readonly product: string;
  }[];
}

/** What was found. */
export interface FoundAnswer {
  readonly results: readonly FoundPage[];
  /** Pages found in all. */
  readonly total: number;
  /** Language of the pages that were searched. */
  readonly language: string;
  /** 0 … 1; below `enoughConfidence` there is no ground for an answer. */
  readonly confidence: number;
  /** Words that no page has. */
  readonly unknown: readonly string[];
  /** What the question asks for, word by word. */
  readonly words: readonly AskedWord[];
}

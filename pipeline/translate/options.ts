import type { Model } from '../net/model.ts';
import type { FindComments } from './comments.ts';
import type { Term } from './glossary.ts';
import type { TranslationMemory } from './memory.ts';

/** Properties whose text readers see: component → names. */
export type VisibleProps = Readonly<Record<string, readonly string[]>>;

/** A page to translate. */
export interface PageToTranslate {
  readonly path: string;
  readonly text: string;
  readonly format: 'mdx' | 'md';
  readonly title: string;
}

/** Segments that a run has asked for, by their keys in the memory, until they are answered. */
export type AskedSegments = Map<string, Promise<void>>;

/** How to translate. */
export interface TranslateOptions {
  readonly from: string;
  readonly to: string;
  readonly style: 'formal' | 'informal';
  readonly glossary: readonly Term[];
  readonly model: Model;
  readonly memory: TranslationMemory;
  /** Segments that pages of the same run have asked for: a page waits for the answer of another. */
  readonly asked?: AskedSegments;
  /** Asks for every segment, whatever the memory holds, and replaces what it holds. */
  readonly force?: boolean;
  /** `styling.latex` of the site. */
  readonly latex?: boolean | undefined;
  /** Finds comments in code, where they are to be translated as well. */
  readonly comments?: FindComments | undefined;
  /** Properties of components that are translated as well. */
  readonly props?: VisibleProps | undefined;
  /** Accepts any words: the model only shows what a translation would look like. */
  readonly pseudo?: boolean;
  readonly signal?: AbortSignal;
}

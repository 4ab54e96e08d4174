import { keyOf } from '../cache/cache.ts';
import type { Term } from './glossary.ts';
import { promptVersion, termKey } from './prompt.ts';
import { legendOf, type Segment } from './segments.ts';

/** Why a translation was taken for one. */
export interface SegmentProof {
  /** Name of the model that made it. */
  readonly model: string;
  /** The checks that it has passed. */
  readonly checks: readonly string[];
}

/** Previous translations, by content: the position of a text does not matter. */
export interface TranslationMemory {
  get(key: string): string | undefined | Promise<string | undefined>;
  set(key: string, target: string, proof: SegmentProof): void | Promise<void>;
  /** Forgets a translation that turned out to be wrong on its page. */
  drop(key: string): void | Promise<void>;
}

/** Everything that can change the translation of a segment. */
export function memoryKey(
  segment: Segment,
  asked: {
    readonly from: string;
    readonly to: string;
    readonly style: string;
    readonly model: string;
  },
): string {
  const marks = Object.entries(legendOf(segment.items));
  return keyOf(
    promptVersion,
    segment.source,
    marks.flat().join('\n'),
    asked.from,
    asked.to,
    asked.style,
    asked.model,
    termKey(segment.terms as readonly Term[], asked.to),
  );
}

/** A memory that lasts as long as the process. */
export function mapMemory(entries: Map<string, string> = new Map()): TranslationMemory {
  return {
    get: (key) => entries.get(key),
    set: (key, target) => void entries.set(key, target),
    drop: (key) => void entries.delete(key),
  };
}

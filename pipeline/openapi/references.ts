import type { Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { asObject, asText, atPointer, type Json } from './json.ts';
import { placeOfWords, problem } from './problems.ts';
import type { Description } from './read.ts';
import { joinSource } from './sources.ts';
import { newWork, type Work } from './work.ts';

/** A value of a description with its file and, if it was referenced, its name. */
export interface Node {
  readonly value: Json;
  readonly file: string;
  /** `file#/components/schemas/User`: where the last reference led; tells recursion. */
  readonly target?: string;
  /** `User`: last step of the reference. */
  readonly refName?: string;
}

/** Resolves references of one description and remembers unresolved ones. */
export interface References {
  readonly follow: (value: unknown, file: string) => Node | undefined;
  /** Reports something at the first place of some words, each once. */
  readonly tell: (file: string, words: string, said: Said) => void;
  /** What may still be made of the description. */
  readonly work: Work;
  readonly problems: readonly Problem[];
}

type Said = Pick<Problem, 'ruleId' | 'reason' | 'actual' | 'note'> &
  Partial<Pick<Problem, 'severity'>>;

/** Fields next to a reference that count. */
const besideKeys = ['description', 'summary', 'deprecated', 'default', 'example', 'nullable'];

/** Longest chain of references to references. */
const longestChain = 50;

/** Broken references that are named one by one. */
const mostNamed = 100;

/** A reader of references for one description; every broken one is reported once. */
export function openReferences(description: Description): References {
  const problems = new Map<string, Problem>();
  const unnamed = new Set<string>();
  const tell = (file: string, words: string, { ruleId, ...said }: Said) => {
    const key = `${ruleId} ${file} ${words}`;
    if (problems.has(key)) return;
    if (problems.size >= mostNamed) {
      unnamed.add(key);
      return;
    }
    const place = placeOfWords(description.texts.get(file) ?? '', words);
    problems.set(key, problem(ruleId, file, { ...said, ...(place ? { place } : {}) }));
  };
  const report = (file: string, reference: string, reason: string) =>
    tell(file, reference, {
      ruleId: 'openapi-reference',
      reason,
      actual: reference,
      note: 'Point it to a value in the description, or add the missing value.',
    });
  return {
    follow(start, startFile) {
      let value = asObject(start);
      let file = startFile;
      let target: string | undefined;
      let refName: string | undefined;
      // In 3.1, fields next to a reference to a parameter or response override those of its target; many write
      // them in 3.0 as well.
      const beside: Record<string, unknown> = {};
      for (let step = 0; value && typeof value.$ref === 'string'; step += 1) {
        const reference = value.$ref;
        if (step >= longestChain) {
          report(startFile, reference, `The reference ${reference} points back to itself.`);
          return undefined;
        }
        for (const key of besideKeys) {
          if (key in value && !(key in beside)) beside[key] = value[key];
        }
        const [path = '', pointer = ''] = reference.split('#');
        const from = file;
        file = path === '' ? file : joinSource(file, path);
        const document = description.documents.get(file);
        // A missing file was reported when the description was read.
        if (!document) return undefined;
        const next = asObject(atPointer(document, pointer));
        if (!next) {
          report(from, reference, `Unresolved reference ${reference}.`);
          return undefined;
        }
        value = next;
        target = `${file}#${pointer}`;
        refName = asText(pointer.split('/').at(-1)) ?? path.split('/').at(-1)?.split('.')[0];
      }
      if (!value) return undefined;
      if (Object.keys(beside).length > 0) value = { ...value, ...beside };
      return {
        value,
        file,
        ...given({ target, refName }),
      };
    },
    tell,
    work: newWork(),
    get problems() {
      if (unnamed.size === 0) return [...problems.values()];
      const more = problem('openapi-reference', description.source, {
        reason: `${unnamed.size} more references of ${description.source} have the same problem.`,
        note: 'Correct the ones listed first.',
      });
      return [...problems.values(), more];
    },
  };
}

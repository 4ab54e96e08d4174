/**
 * What may still be made of one description, by all of its operations together. Schemas that refer to
 * schemas multiply: a small file can ask for more than any machine has.
 */
export interface Work {
  /** Schemas that are merged. */
  parts: number;
  /** Fields that are shown. */
  fields: number;
  /** Fields of the operation that is being described. */
  ofOperation: number;
  /** Letters of examples and samples. */
  letters: number;
  /** Bodies and parameters that have more fields than a page shows. */
  cut: number;
}

/** Fields of all operations, and of one with all of its bodies. */
const mostFields = { all: 120_000, operation: 2500 } as const;

/** The part of all fields that is kept for operations to come, so that the first ones don't use up everything. */
const kept = 0.6;

/** Several times what large public descriptions need. */
export function newWork(): Work {
  const fields = { fields: mostFields.all, ofOperation: Number.POSITIVE_INFINITY };
  return { parts: 300_000, ...fields, letters: 10_000_000, cut: 0 };
}

/** Says how many fields the next operation may have; `after` of `count` come after it. */
export function beginOperation(work: Work, after: number, count: number): void {
  const share = (kept * mostFields.all) / count;
  work.ofOperation = Math.min(mostFields.operation, Math.floor(work.fields - share * after));
}

/** Whether something had to be left out. */
export function isSpent(work: Work): boolean {
  return work.parts <= 0 || work.fields <= 0 || work.letters <= 0;
}

/** Roughly how many letters a value has as JSON; counts no further than `most`. */
export function lettersOf(value: unknown, most: number): number {
  let letters = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0 && letters < most) {
    const item = stack.pop();
    letters += 4;
    if (typeof item === 'string') letters += item.length;
    else if (Array.isArray(item)) {
      letters += item.length;
      for (const entry of item.slice(0, most)) stack.push(entry);
    } else if (typeof item === 'object' && item !== null) {
      for (const [key, entry] of Object.entries(item)) {
        letters += key.length;
        stack.push(entry);
      }
    }
  }
  return letters;
}

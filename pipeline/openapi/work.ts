/**
 * What may still be made of one description, by all of its operations together. Schemas that refer to
 * schemas multiply: a small file can ask for more than any machine has.
 */
export interface Work {
  /** Schemas that are merged. */
  parts: number;
  /** Fields that are shown. */
  fields: number;
  /** Letters of examples and samples. */
  letters: number;
  /** Bodies and parameters that have more fields than a page shows. */
  cut: number;
}

/** Several times what large public descriptions need. */
export function newWork(): Work {
  return { parts: 300_000, fields: 120_000, letters: 10_000_000, cut: 0 };
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

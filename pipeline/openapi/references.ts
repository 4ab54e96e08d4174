import type { Problem } from '../../schema/errors.ts';
import { asObject, asText, atPointer, type Json } from './json.ts';
import { placeOfWords, problem } from './problems.ts';
import { type Description, joinSource } from './read.ts';

/** A value of a description with the file it stands in and, behind a reference, the name it has. */
export interface Node {
  readonly value: Json;
  readonly file: string;
  /** `file#/components/schemas/User`: where the last reference led; tells recursion. */
  readonly target?: string;
  /** `User`: last step of the reference. */
  readonly refName?: string;
}

/** Follows references of one description and remembers those that lead nowhere. */
export interface References {
  readonly follow: (value: unknown, file: string) => Node | undefined;
  readonly problems: readonly Problem[];
}

/** Longest chain of references to references. */
const longestChain = 50;

/** A reader of references for one description; every broken one is reported once. */
export function openReferences(description: Description): References {
  const problems = new Map<string, Problem>();
  const report = (file: string, reference: string, reason: string) => {
    const key = `${file} ${reference}`;
    if (problems.has(key)) return;
    const text = description.texts.get(file) ?? '';
    const place = placeOfWords(text, reference);
    problems.set(
      key,
      problem('openapi-reference', file, {
        reason,
        actual: reference,
        ...(place ? { place } : {}),
        note: 'Point it to a value of the description, or add what is missing.',
      }),
    );
  };
  return {
    follow(start, startFile) {
      let value = asObject(start);
      let file = startFile;
      let target: string | undefined;
      let refName: string | undefined;
      // In 3.1 words beside a reference to a parameter or response overrule what it points to.
      const beside: Record<string, unknown> = {};
      for (let step = 0; value && typeof value.$ref === 'string'; step += 1) {
        const reference = value.$ref;
        if (step >= longestChain) {
          report(startFile, reference, `The reference ${reference} leads back to itself.`);
          return undefined;
        }
        for (const key of ['description', 'summary', 'deprecated', 'default', 'example']) {
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
          report(from, reference, `The reference ${reference} leads to nothing.`);
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
        ...(target === undefined ? {} : { target }),
        ...(refName === undefined ? {} : { refName }),
      };
    },
    get problems() {
      return [...problems.values()];
    },
  };
}

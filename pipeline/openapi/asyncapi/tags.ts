import { asList, asText } from '../json.ts';
import type { References } from '../references.ts';

/** Names of tags, which are objects or references to them. */
export function tagsOf(value: unknown, file: string, references: References): readonly string[] {
  const names = asList(value)
    .slice(0, 50)
    .map((entry) => asText(references.follow(entry, file)?.value.name));
  return [...new Set(names.filter((name) => name !== undefined))];
}

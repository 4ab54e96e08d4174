import { asList, asObject, asText, defined, type Json } from './json.ts';

/** The tags of an operation: the one that says where it is comes first. */
export interface OperationTags {
  readonly tags: readonly string[];
  /** Shown name of the first (`x-group`, `x-displayName`, `summary`, else the tag). */
  readonly label?: string;
  /** What its page is marked with, since 3.2. */
  readonly badge?: string;
}

/** Since 3.2, a tag may be no place but a badge; those of kind `nav` are places before all others. */
export function tagsOf(written: unknown, document: Json): OperationTags {
  const names = asList(written).filter((tag): tag is string => typeof tag === 'string');
  const described = describedTags(document);
  const kind = (name: string) => described.get(name)?.kind;
  const place =
    names.find((name) => kind(name) === 'nav') ??
    names.find((name) => kind(name) === undefined) ??
    names.find((name) => kind(name) !== 'badge');
  const badge = names.find((name) => kind(name) === 'badge');
  const others = names.filter((name) => name !== place && kind(name) !== 'badge');
  return {
    tags: place === undefined ? others : [place, ...others],
    ...defined({
      label: place === undefined ? undefined : labelOf(place, described.get(place)),
      badge: badge === undefined ? undefined : (asText(described.get(badge)?.summary) ?? badge),
    }),
  };
}

const known = new WeakMap<Json, ReadonlyMap<string, Json>>();

/** The tags that a description describes, by name; each of its operations looks its own up. */
function describedTags(document: Json): ReadonlyMap<string, Json> {
  const kept = known.get(document);
  if (kept) return kept;
  const described = new Map<string, Json>();
  for (const entry of asList(document.tags)) {
    const tag = asObject(entry);
    const name = asText(tag?.name);
    if (tag && name && !described.has(name)) described.set(name, tag);
  }
  known.set(document, described);
  return described;
}

function labelOf(name: string, tag: Json = {}): string {
  return asText(tag['x-group']) ?? asText(tag['x-displayName']) ?? asText(tag.summary) ?? name;
}

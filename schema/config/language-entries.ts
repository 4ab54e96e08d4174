type Fields = Readonly<Record<string, unknown>>;

/** An entry of `languages`, and where it is. */
export interface LanguageEntry {
  readonly code: string;
  readonly entry: Fields;
  /** Keys that lead to it from the navigation. */
  readonly parts: readonly (string | number)[];
}

/** Language entries anywhere in the navigation, in order. */
export function languageEntries(
  value: unknown,
  parts: LanguageEntry['parts'] = [],
): readonly LanguageEntry[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((child, index) =>
      // Most of what a navigation holds is paths of pages.
      typeof child === 'string' ? [] : languageEntries(child, [...parts, index]),
    );
  }
  return Object.entries(value).flatMap(([key, child]) => {
    const at = [...parts, key];
    const own = key === 'languages' && Array.isArray(child) ? child : [];
    return [
      ...own.flatMap((entry: Fields | null, index) =>
        typeof entry?.code === 'string' ? [{ code: entry.code, entry, parts: [...at, index] }] : [],
      ),
      ...languageEntries(child, at),
    ];
  });
}

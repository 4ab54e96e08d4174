/**
 * Words of the interface in all languages: one line per language, words in the order of `names`, separated
 * by bars. A region's words come first, then its language's, then English.
 */
export function createLabels<Name extends string>(
  names: readonly Name[],
  table: Readonly<Record<string, string>>,
): (language: string) => Readonly<Record<Name, string>> {
  const made = new Map<string, Readonly<Record<Name, string>>>();
  const english = (table.en ?? '').split('|');
  return (language) => {
    const known = made.get(language);
    if (known) return known;
    const key = /^zh-(TW|HK|MO|Hant)/i.test(language) ? 'zh-TW' : language;
    const words = (table[key] ?? table[key.split('-')[0] ?? 'en'] ?? table.en ?? '').split('|');
    const labels = Object.fromEntries(
      names.map((name, i) => [name, words[i] ?? english[i] ?? name]),
    ) as Record<Name, string>;
    made.set(language, labels);
    return labels;
  };
}

/** Puts values into the `{name}` places of a label. */
export function fillLabel(
  label: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return label.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

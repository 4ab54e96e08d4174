/** What follows a language in its name, as in `pt-br`, `es-419` and `zh-hant-tw`. */
const subtags = /^-(?:(?:hans|hant|latn|cyrl|arab)(?:-[a-z]{2})?|[a-z]{2}|\d{3})$/;

/** Segments of the folders that are compared. */
const deepestFolder = 20;

/** What the navigation says of a language. */
export interface LanguageEntry {
  readonly code: string;
  readonly isSource: boolean;
  /** Paths of the pages that it lists and that no other language is more likely to have. */
  readonly pages: readonly string[];
  /** Folder that the author asks for; '' if there is none. */
  readonly url: string;
}

/**
 * The folder of each language. It is the shortest one that all pages of the language are in and that has no other
 * language in it. Where languages share their first folders, it ends with the segment that is called like the
 * language (`docs/fr-ca`), and the source language has what they share (`docs`). Undefined for a language
 * whose pages say nothing.
 */
export function languageFolders(
  entries: readonly LanguageEntry[],
): ReadonlyMap<string, string | undefined> {
  const common = entries.map(({ pages }) => commonFolder(pages));
  const inside = new Map<string, number>();
  for (const own of common) {
    for (const folder of startsOf(own)) inside.set(folder, (inside.get(folder) ?? 0) + 1);
  }
  const found = new Map<string, string | undefined>();
  entries.forEach((entry, index) => {
    const own = common[index] ?? [];
    const folder =
      own.length === 0 ? looseFolder(entry) : ownFolder(entry, { own, common, inside });
    found.set(entry.code, folder);
  });
  return withRoot(entries, found);
}

/** The source language lives at the root where other languages repeat its folder: `guides/a` and `fr/guides/a`. */
function withRoot(
  entries: readonly LanguageEntry[],
  found: Map<string, string | undefined>,
): ReadonlyMap<string, string | undefined> {
  const source = entries.find(({ isSource }) => isSource);
  const folder = source && found.get(source.code);
  if (!source || !folder || namesLanguage(folder, source.code)) return found;
  const isRepeated = entries.some(({ code, isSource, pages }) => {
    const repeated = `${found.get(code)}/${folder}/`;
    return !isSource && pages.some((path) => path.startsWith(repeated));
  });
  return isRepeated ? found.set(source.code, '') : found;
}

/** Whether a segment of a path is called like a language: `zh` and `zh-cn` for `zh-CN`, `ja-jp` for `ja`. */
export function namesLanguage(segment: string, code: string): boolean {
  const [name, wanted] = [segment, code].map((text) => text.toLowerCase().replaceAll('_', '-'));
  if (name === undefined || wanted === undefined) return false;
  const [shorter, longer] = name.length < wanted.length ? [name, wanted] : [wanted, name];
  if (shorter === longer) return true;
  // A region or a script: `no-code` is no Norwegian.
  const rest = longer.startsWith(shorter) ? longer.slice(shorter.length) : '';
  return /^[a-z]{2,3}$/.test(shorter) && subtags.test(rest);
}

interface Common {
  /** Segments of the folder that all pages of the language are in. */
  readonly own: readonly string[];
  readonly common: readonly (readonly string[])[];
  /** Folder → number of languages in it. */
  readonly inside: ReadonlyMap<string, number>;
}

function ownFolder(
  { code, isSource, url }: LanguageEntry,
  { own, common, inside }: Common,
): string | undefined {
  const starts = startsOf(own);
  const alone = starts.find((folder) => inside.get(folder) === 1);
  if (alone !== undefined && alone === starts[0]) return alone;
  const named = own.findIndex((segment) => namesLanguage(segment, code));
  if (named >= 0) return starts[named];
  if (isSource) {
    return common
      .filter(([first]) => first === own[0])
      .reduce(sharedStart, own)
      .join('/');
  }
  return alone ?? (url || undefined);
}

/** `docs` and `docs/fr` for the segments of `docs/fr`, of which few are deep. */
function startsOf(segments: readonly string[]): readonly string[] {
  return segments.slice(0, deepestFolder).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The folder of a language whose pages are in several: the source language is everywhere. */
function looseFolder({ code, isSource, pages, url }: LanguageEntry): string | undefined {
  if (isSource) return pages.length === 0 ? undefined : '';
  if (url !== '') return url;
  return pages.map((path) => path.split('/')[0] ?? '').find((name) => namesLanguage(name, code));
}

/** Segments of the deepest folder that holds all pages, where `zh` itself may be the home page of `zh`. */
function commonFolder(paths: readonly string[]): readonly string[] {
  const [first, ...others] = paths.map((path) => path.split('/'));
  if (first === undefined) return [];
  const shared = others.reduce(sharedStart, first);
  const isPage = paths.every((path) => path.split('/').length === shared.length);
  return isPage ? shared.slice(0, -1) : shared;
}

function sharedStart(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((segment, index) => segment !== other[index]);
  return end < 0 ? one : one.slice(0, end);
}

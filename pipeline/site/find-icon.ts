import type { IconifyJSON } from '@iconify/types';
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon';
import type { Icons } from '../../schema/config/icons.ts';
import { given } from '../../schema/given.ts';
import { nearest as nearestSpelled } from '../source/nearest.ts';
import { lucideNames, renamedIcons, replacedIcons } from './icon-names.ts';
import { packageText } from './package-file.ts';

type Library = Icons['library'];
type SetName = 'lucide' | 'tabler' | 'fa6-solid' | 'fa6-regular' | 'fa6-brands';

/** The inside of an SVG and its `viewBox`. */
export interface Drawing {
  readonly body: string;
  readonly box: string;
}

/** What is drawn for the name of an icon. */
export interface FoundIcon {
  readonly drawing: Drawing;
  /** Name of what is drawn; of an unknown icon, a known name that is spelled nearly the same. */
  readonly name?: string;
  /**
   * `exact` is the icon asked for; `style` the same one, in a style that is free; `near` another one,
   * which says about the same; `unknown` a neutral sign.
   */
  readonly match: 'exact' | 'style' | 'near' | 'unknown';
}

const known = new Map<string, FoundIcon>();

/** Finds the free icon of a name (`rocket`, `fa-brands fa-apple`), or the nearest. There always is one. */
export function findIcon(written: string, library: Library, type?: string): FoundIcon {
  const key = `${library}:${type ?? ''}:${written}`;
  const found = known.get(key) ?? find(readName(written, library, type));
  known.set(key, found);
  return found;
}

/** The drawing of an icon that has just this name; undefined if none has. */
export function knownIcon(written: string, library: Library, type?: string): Drawing | undefined {
  const { name, library: from, style } = readName(written, library, type);
  return inLibraries(name, from, style)?.drawing;
}

interface Asked {
  readonly name: string;
  readonly library: Library;
  readonly style: string;
}

const shortStyles: Readonly<Record<string, string>> = {
  b: 'brands',
  d: 'duotone',
  l: 'light',
  r: 'regular',
  s: 'solid',
  t: 'thin',
};

const styles = /^(?:(?:solid|regular|light|thin|brands?|duotone|sharp|classic)(?:-|$))+$/;
/** Classes of Font Awesome that say how an icon is shown, not which. */
const manner =
  /^fa-(?:fw|lg|sm|xs|xl|2xs|2xl|\d+x|li|ul|border|pull-\w+|spin\S*|pulse|beat\S*|fade|bounce|flip\S*|shake|rotate\S*|inverse|stack\S*)$/;

/** The parts of a name as authors write it: class names of Font Awesome, or `set:name`. */
function readName(written: string, library: Library, type: string | undefined): Asked {
  const named: string[] = [];
  const asked = (type ?? '').toLowerCase().split(/[\s-]+/);
  let from = library;
  let isSaid = false;
  for (const part of written
    .trim()
    .toLowerCase()
    .split(/[\s:]+/)) {
    const short = /^fa(s?)([bdlrst])$/.exec(part);
    const own = /^fa(?:\d+)?-(.+)$/.exec(part)?.[1];
    if (short) asked.push(shortStyles[short[2] ?? ''] ?? '');
    if (short || part === 'fa' || own !== undefined) from = 'fontawesome';
    else if (part === 'lucide' || part === 'tabler') {
      from = part;
      isSaid = true;
    }
    if (short || /^(?:fa|lucide|tabler)$/.test(part) || manner.test(part)) continue;
    if (own !== undefined && styles.test(own)) asked.push(own);
    else named.push(own ?? part.replace(/^(?:lucide|tabler)-/, ''));
  }
  // `fa-solid fa-x` has one name, `fa-brands` alone none but its own.
  const name = named.at(-1) ?? written.trim();
  const meant = from === 'lucide' && !isSaid ? of(meantIcons, name) : undefined;
  return { name: meant ?? name, library: from, style: asked.join(' ').trim() };
}

/**
 * Names of Font Awesome that Lucide has for something else: its `bolt` is a nut, and pages about starting quickly mean the
 * lightning bolt. With `lucide:` in front, a name is Lucide's.
 */
const meantIcons: Readonly<Record<string, string>> = { bolt: 'zap' };

function find({ name, library, style }: Asked): FoundIcon {
  const exact = inLibraries(name, library, style);
  if (exact) {
    const paid = exact.set.startsWith('fa6-') && /light|thin|duotone|sharp/.test(style);
    return { drawing: exact.drawing, name, match: paid ? 'style' : 'exact' };
  }
  const brand = of(replacedIcons, name) === undefined ? take('tabler', `brand-${name}`) : undefined;
  if (brand) return { drawing: brand, name, match: 'exact' };
  const libraries = searched[library];
  const near = of(replacedIcons, name) ?? nearest(name, libraries);
  const drawn = near === undefined ? undefined : inLibraries(near, library, style);
  if (near !== undefined && drawn) return { drawing: drawn.drawing, name: near, match: 'near' };
  const neutral = library === 'fontawesome' ? undefined : take(library, 'circle-dot');
  return {
    drawing: neutral ?? take('fa6-regular', 'circle-dot') ?? { body: '', box: '0 0 24 24' },
    ...given({ name: spelledLike(name, libraries) }),
    match: 'unknown',
  };
}

/**
 * A library and those that are asked after it. Tabler, the largest, is read for its own sites, and for brands such as
 * `openai` that the free sets here do not have.
 */
const searched: Readonly<Record<Library, readonly Library[]>> = {
  fontawesome: ['fontawesome', 'lucide'],
  lucide: ['lucide', 'fontawesome'],
  tabler: ['tabler', 'lucide', 'fontawesome'],
};

interface Taken {
  readonly drawing: Drawing;
  readonly set: SetName;
}

/** The icon of a name in the library, else in the others. */
function inLibraries(name: string, library: Library, style: string): Taken | undefined {
  const modern = of(renamedIcons, name) ?? name;
  const drawn = [of(lucideNames, name) ?? '', of(lucideNames, modern) ?? '', modern];
  for (const one of searched[library]) {
    const taken =
      one === 'fontawesome'
        ? first(setsOf(style), [name, modern])
        : // What others call `github` is `brand-github` in Tabler.
          first([one], one === 'tabler' ? [name, `brand-${name}`, ...drawn] : [name, ...drawn]);
    if (taken) return taken;
  }
  return undefined;
}

/** Where to look for a style. The paid ones of Font Awesome are drawn in the free one most like them. */
function setsOf(style: string): readonly SetName[] {
  if (style.includes('brand')) return ['fa6-brands', 'fa6-solid', 'fa6-regular'];
  if (/regular|light|thin/.test(style)) return ['fa6-regular', 'fa6-solid', 'fa6-brands'];
  return ['fa6-solid', 'fa6-regular', 'fa6-brands'];
}

/** A table's entry: names come from authors, and `constructor` is one as well. */
function of(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function first(sets: readonly SetName[], names: readonly string[]): Taken | undefined {
  for (const set of sets) {
    for (const name of names) {
      const drawing = name === '' ? undefined : take(set, name);
      if (drawing) return { drawing, set };
    }
  }
  return undefined;
}

function take(set: SetName, name: string): Drawing | undefined {
  const { icons, aliases } = readSet(set);
  if (!Object.hasOwn(icons, name) && !Object.hasOwn(aliases ?? {}, name)) return undefined;
  const data = getIconData(readSet(set), name);
  if (!data) return undefined;
  const body = withoutUses(data.body).replaceAll(/ (?:id|xlink:href)="[^"]*"/g, '');
  return {
    body,
    box: `${data.left ?? 0} ${data.top ?? 0} ${data.width ?? 24} ${data.height ?? 24}`,
  };
}

/** Shapes that are used by their `id` in place: another icon of the page may have the same one. */
function withoutUses(body: string): string {
  const shapes = new Map(
    Array.from(body.matchAll(/<path id="([^"]*)"([^>]*>)/g), ([, id, rest]) => [
      id,
      `<path${rest}`,
    ]),
  );
  if (shapes.size === 0) return body;
  return body
    .replace(/<defs>.*?<\/defs>/, '')
    .replaceAll(/<use href="#([^"]*)"\/>/g, (_, id) => shapes.get(id) ?? '');
}

const sets = new Map<SetName, IconifyJSON>();

/** A set is read when the first icon is looked for: a site without icons pays nothing. */
function readSet(set: SetName): IconifyJSON {
  const read =
    sets.get(set) ?? (JSON.parse(packageText(`@iconify-json/${set}/icons.json`)) as IconifyJSON);
  sets.set(set, read);
  return read;
}

/** Words that many names have, and that say little of what an icon shows. */
const plainWords = new Set(
  'alt o simple solid regular light thin duotone sharp line lines circle square rectangle brand brands filled outline fill bold slash plus minus up down left right horizontal vertical large small big arrow arrows on off to from a the of 1 2 3 4 5 6 7 8 9 0'.split(
    ' ',
  ),
);

/**
 * The known name that is most like a name: the same with other hyphens, or else the one that has most of its words, in
 * the first library that has one without any further word.
 */
function nearest(name: string, libraries: readonly Library[]): string | undefined {
  for (const library of libraries) {
    const joined = namesOf(library).find((known) => bare(known) === bare(name));
    if (joined !== undefined) return joined;
  }
  const found = libraries.flatMap((library) => nearestByWords(name, library) ?? []);
  return (found.find(({ isWhole }) => isWhole) ?? found[0])?.name;
}

/** A name with the same first letter and a slip of the pen; only Tabler has `brand-` before the names of brands. */
function spelledLike(name: string, libraries: readonly Library[]): string | undefined {
  for (const library of libraries) {
    const plain = library === 'tabler' ? name : name.replace(/^brands?-/, '');
    const alike = namesOf(library).filter((known) => known[0] === plain[0]);
    const meant = nearestSpelled(plain, alike);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function bare(name: string): string {
  return name.replaceAll('-', '');
}

interface Near {
  readonly name: string;
  /** Whether all of its words are in the name that was asked for. */
  readonly isWhole: boolean;
  readonly rank: number;
}

/**
 * The known name that matches most of a name: `file-chart-pie` → `chart-pie`. All of its words are
 * in the name; only if there is no such name, at least one of them.
 */
function nearestByWords(name: string, library: Library): Near | undefined {
  const words = name.split(/[^a-z0-9]+/).slice(0, 12);
  const said = words.filter((word) => word !== '' && !plainWords.has(word));
  // A number in a circle is the number.
  const telling = said.length > 0 ? said : words.filter((word) => /^\d$/.test(word));
  if (telling.length === 0) return undefined;
  let best: Near | undefined;
  for (const candidate of namesOf(library)) {
    const parts = candidate.split('-');
    const at = telling.findIndex((word) => parts.includes(word));
    if (at < 0) continue;
    const inside = parts.filter((part) => words.includes(part)).length;
    const extra = parts.length - inside;
    // A brand is itself or nothing.
    if (extra > 0 && isBrand(candidate, library)) continue;
    const rank = (extra === 0 ? 1000 : 0) + 100 * inside - 10 * extra - at;
    if (!best || rank > best.rank) best = { name: candidate, isWhole: extra === 0, rank };
  }
  return best;
}

function isBrand(name: string, library: Library): boolean {
  return library === 'tabler' ? name.startsWith('brand-') : take('fa6-brands', name) !== undefined;
}

const names = new Map<Library, readonly string[]>();

/** Every name of a library, in alphabetical order. */
function namesOf(library: Library): readonly string[] {
  const all: readonly SetName[] =
    library === 'fontawesome' ? ['fa6-solid', 'fa6-regular', 'fa6-brands'] : [library];
  const made =
    names.get(library) ??
    [...new Set(all.flatMap((set) => Object.keys(readSet(set).icons)))].sort();
  names.set(library, made);
  return made;
}

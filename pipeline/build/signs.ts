import type { Site, SourceFile } from '../../schema/site.ts';
import { mayBeInteractive } from '../author/island-modules.ts';
import type { Cache } from '../cache/cache.ts';
import { diagramKinds } from '../site/diagrams/kinds.ts';

/** What a text asks of the scripts of its site, as far as words tell. */
export interface Signs {
  /** Kinds of the diagrams that it may show. */
  readonly diagrams: readonly string[];
  readonly web3: boolean;
  readonly interactive: boolean;
}

const none: Signs = { diagrams: [], web3: false, interactive: false };

/** Texts that a watched site does not change are looked through once. */
const known = new WeakMap<SourceFile, Signs>();

/**
 * Looks for signs in all texts that may be part of pages. Those of the last build are remembered: most texts have none,
 * and looking through all of them is a twentieth of a build that changes nothing.
 */
export function readSigns(
  site: Site,
  cache: Cache,
  codeVersion: string,
): ReadonlyMap<SourceFile, Signs> {
  const files = [...site.pages.values()].map(({ file }) => file).concat(...site.snippets.values());
  const isKnown = files.every((file) => known.has(file));
  const before = isKnown ? new Map() : signsIn(cache.get<Remembered>('signs', codeVersion));
  const now: { readonly none: string[]; readonly some: [string, Signs][] } = { none: [], some: [] };
  const found = new Map<SourceFile, Signs>();
  let isNew = false;
  for (const file of files) {
    const kept = before.get(file.hash);
    const signs = known.get(file) ?? kept ?? look(file);
    known.set(file, signs);
    found.set(file, signs);
    if (signs === none) now.none.push(file.hash);
    else now.some.push([file.hash, signs]);
    if (kept === undefined) isNew = true;
  }
  if (!isKnown && isNew) cache.set('signs', codeVersion, now);
  return found;
}

/** Hashes of texts: those without signs, which are nearly all, and those with some. */
interface Remembered {
  readonly none: readonly string[];
  readonly some: readonly (readonly [hash: string, signs: Signs])[];
}

function signsIn(remembered: Remembered | undefined): Map<string, Signs> {
  const found = new Map<string, Signs>(remembered?.some);
  for (const hash of remembered?.none ?? []) found.set(hash, none);
  return found;
}

/** Whether a page that consists of this file, or includes it, may need more than what all pages load. */
export function asksForScripts(file: SourceFile): boolean {
  if (/\.[mc]?[jt]sx?$/.test(file.path)) return true;
  const signs = known.get(file) ?? look(file);
  known.set(file, signs);
  return signs !== none;
}

function look(file: SourceFile): Signs {
  const { text } = file;
  const diagrams = diagramKinds(text);
  const web3 = /<(?:Address|Transaction|ConnectWallet|Contract(?:Read|Write))\b/.test(text);
  const interactive = mayBeInteractive(text);
  return diagrams.length > 0 || web3 || interactive ? { diagrams, web3, interactive } : none;
}

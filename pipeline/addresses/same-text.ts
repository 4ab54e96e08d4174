import type { Section } from '../../schema/site.ts';

/** Shingles by which a text is found: enough to tell a moved page from a new one. */
const mostKept = 200;
/** A shingle that more wanted texts share identifies none of them. */
const mostShared = 8;
/** Share of a text's shingles that another must have to be its new place. */
const enough = 0.5;
/** A shorter text is found in others by chance. */
const fewest = 8;

/**
 * Finds texts again. Each wanted text is kept as some of its runs of four words; every other text is
 * read once, whatever the number of wanted ones.
 */
export function findTexts(
  wanted: Iterable<readonly [name: string, sections: readonly Section[]]>,
  others: Iterable<readonly [name: string, sections: () => readonly Section[]]>,
): ReadonlyMap<string, string> {
  const { owners, sizes } = keep(wanted);
  const best = new Map<string, { readonly other: string; readonly share: number }>();
  if (sizes.size === 0) return new Map();
  for (const [other, sections] of others) {
    const counts = new Map<string, number>();
    for (const shingle of shinglesOf(sections())) {
      for (const name of owners.get(shingle) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, count] of counts) {
      const share = count / (sizes.get(name) ?? 1);
      if (share >= enough && share > (best.get(name)?.share ?? 0)) best.set(name, { other, share });
    }
  }
  return new Map([...best].map(([name, { other }]) => [name, other]));
}

/** Shingle → the texts that have it; text → how many of its shingles are kept. */
function keep(wanted: Iterable<readonly [name: string, sections: readonly Section[]]>) {
  const texts = [...wanted].map(([name, sections]) => [name, shinglesOf(sections)] as const);
  const uses = new Map<number, number>();
  for (const [, shingles] of texts) {
    for (const shingle of shingles) uses.set(shingle, (uses.get(shingle) ?? 0) + 1);
  }
  const owners = new Map<number, string[]>();
  const sizes = new Map<string, number>();
  for (const [name, shingles] of texts) {
    const telling = [...shingles].filter((shingle) => (uses.get(shingle) ?? 0) <= mostShared);
    if (telling.length < fewest) continue;
    // The smallest are the same ones in every text that has them.
    const kept = telling.sort((a, b) => a - b).slice(0, mostKept);
    sizes.set(name, kept.length);
    for (const shingle of kept) {
      const names = owners.get(shingle);
      if (names) names.push(name);
      else owners.set(shingle, [name]);
    }
  }
  return { owners, sizes };
}

/** Hashes of the runs of four words of a text. */
function shinglesOf(sections: readonly Section[]): Set<number> {
  const found = new Set<number>();
  const last = [0, 0, 0];
  for (const { heading, text, code } of sections) {
    const words = `${heading} ${text} ${code}`.toLowerCase();
    for (const [word] of words.matchAll(/\p{Script=Han}|[\p{L}\p{N}_]+/gu)) {
      const [a = 0, b = 0, c = 0] = last;
      const d = hashOf(word);
      if (a !== 0) found.add(Math.imul(a, 31 ** 3) + Math.imul(b, 31 ** 2) + Math.imul(c, 31) + d);
      last.shift();
      last.push(d);
    }
  }
  return found;
}

/** FNV-1a of 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  }
  return hash | 1;
}

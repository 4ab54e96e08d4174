/** Scripts that are written without spaces between words, or with particles glued to them. */
const dense =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}';
const denseRun = new RegExp(`[${dense}]+`, 'gu');
const isDense = new RegExp(`[${dense}]`, 'u');
/** The same for text of ASCII characters alone, which most is. */
const asciiRun = /[a-z0-9]+(?:[_.'-]+[a-z0-9]+)*/gi;
const beyondAscii = /[\u0080-\uffff]/;
const wordRun = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[_.'’·-]+[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/**
 * The words of a text, in order. Identifiers come whole and in parts (`addMemory` → add, memory,
 * addmemory; `user_id` → user, id, userid; `task.sdkVersion` → task, sdk, version, sdkversion,
 * tasksdkversion); text without spaces comes as pairs of characters, which
 * finds every word of Chinese, Japanese, Korean and Thai without a dictionary.
 */
export function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const run of runsOf(text)) for (const word of wordsOfRun(run)) found.push(word);
  return found;
}

/** The runs of letters and digits that the words of a text are cut from. */
export function runsOf(text: string): readonly string[] {
  if (!beyondAscii.test(text)) return text.match(asciiRun) ?? [];
  return text.normalize('NFKC').match(wordRun) ?? [];
}

/**
 * The names that a word of a run is a part of: `sdkversion` of the `version` in `task.sdkVersion`. Words with
 * hyphens have none: they are written in one word, in two, and with a hyphen.
 */
export function namesAround(run: string, word: string): readonly string[] {
  if (!isName.test(run)) return [];
  const words = wordsOfRun(run);
  return words.slice(words.indexOf(word) + 1).filter((other) => {
    return other !== word && other.includes(word) && other.length > word.length;
  });
}

const isName = /[\p{L}\p{N}][_.][\p{L}\p{N}]|\p{Ll}\p{Lu}/u;

/** The words of one run. */
export function wordsOfRun(run: string): readonly string[] {
  let words = known.get(run);
  if (words === undefined) {
    // A run without spaces is a sentence: it hardly comes again.
    if (isDense.test(run)) return mixed(run);
    words = cut(run);
    // The words of all sites that a process ever sees: kept within bounds.
    if (known.size > 200_000) known.clear();
    known.set(run, words);
  }
  return words;
}

/** A text in pieces: those without spaces apart from the others. */
export function piecesOf(text: string): { readonly text: string; readonly isDense: boolean }[] {
  const normal = text.normalize('NFKC');
  const pieces: { text: string; isDense: boolean }[] = [];
  let at = 0;
  for (const match of normal.matchAll(denseRun)) {
    if (match.index > at) pieces.push({ text: normal.slice(at, match.index), isDense: false });
    pieces.push({ text: match[0], isDense: true });
    at = match.index + match[0].length;
  }
  if (at < normal.length) pieces.push({ text: normal.slice(at), isDense: false });
  return pieces;
}

/**
 * Whether a text is of a script without spaces: it has as many of its characters as other words. Names
 * and commands in a question are often Latin, and long.
 */
export function isDenseText(text: string): boolean {
  const inside = text.match(denseRun)?.join('').length ?? 0;
  const words = text.replaceAll(denseRun, ' ').match(wordRun)?.length ?? 0;
  return inside > 0 && inside >= words;
}

/** Whether a word is one of text without spaces. */
export function isDenseWord(word: string): boolean {
  return isDense.test(word);
}

/** Lower case, without accents: what two spellings of a word have in common. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .normalize('NFC');
}

const plain = /^[a-z0-9]*$/;

function mixed(run: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  for (const match of run.matchAll(denseRun)) {
    if (match.index > at) found.push(...wordsOfRun(run.slice(at, match.index)));
    const letters = [...match[0]];
    if (letters.length === 1) found.push(match[0]);
    for (let i = 0; i + 1 < letters.length; i++) found.push(`${letters[i]}${letters[i + 1]}`);
    at = match.index + match[0].length;
  }
  if (at < run.length) found.push(...wordsOfRun(run.slice(at)));
  return found;
}

const known = new Map<string, readonly string[]>();

function cut(run: string): readonly string[] {
  const bare = run.replace(/['’](s|t|re|ve|ll|d|m)$/i, '').replace(/^[_.'’·-]+|[_.'’·-]+$/g, '');
  if (bare === '') return [];
  if (/^[\d.]+$/.test(bare)) return [bare];
  // A method is known by its own name as well as by that of its object.
  const names = bare
    .split('.')
    .map(namePartsOf)
    .filter((parts) => parts.length > 0);
  const words = names.flatMap(withWhole);
  return names.length < 2 ? words : [...words, ...wholeOf(names.flat())];
}

/** The parts of a name without dots. */
function namePartsOf(name: string): readonly string[] {
  return (
    name
      // Of "APIs" and "userIDs" the plural is no word of its own.
      .replaceAll(/(\p{Lu}{2})s(?=$|[_'’·-])/gu, '$1')
      .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
      .split(/[_'’·-]+/)
      .map(fold)
      .filter((part) => part !== '')
  );
}

function withWhole(parts: readonly string[]): readonly string[] {
  return parts.length < 2 ? parts.map(limit) : [...parts.map(limit), ...wholeOf(parts)];
}

function wholeOf(parts: readonly string[]): readonly string[] {
  const whole = parts.join('');
  return whole.length <= 60 ? [whole] : [];
}

/** Keys, hashes and encoded pictures are no words, and would fill the index. */
function limit(part: string): string {
  return part.length > 60 ? part.slice(0, 60) : part;
}

import type { FormsPiece } from './format.ts';
import type { Places } from './places.ts';
import { similarForms } from './similar.ts';
import { lastUpTo } from './sorted.ts';
import { isDenseWord } from './words.ts';

/** A word as it is written on some pages. */
export interface Form {
  readonly form: string;
  readonly stem: string;
  readonly pages: number;
}

/** Where the words of a language are, and what loads them. */
export interface FormPieces {
  readonly places: Places;
  readonly load: (name: string) => Promise<FormsPiece>;
}

/** Number of words that an unfinished one is read as. */
const mostBeginnings = 12;

/** Stems of the words that begin so, the most common first. */
export async function stemsBeginning(prefix: string, pieces: FormPieces): Promise<string[]> {
  if (isDenseWord(prefix)) return [];
  const stems = new Map<string, number>();
  for (const { form, stem, pages } of await formsBetween(prefix, `${prefix}\uffff`, pieces)) {
    if (form.startsWith(prefix)) stems.set(stem, pages);
  }
  const sorted = [...stems].sort((a, b) => b[1] - a[1]);
  return sorted.slice(0, mostBeginnings).map(([stem]) => stem);
}

/**
 * Stems of the two words that a word is written together of, the longest first word that leaves another one;
 * German and Dutch put letters between them (`Versions` + `nummer`). One stem, where only one of them is a word
 * of the site.
 */
export async function stemsInside(word: string, pieces: FormPieces): Promise<readonly string[]> {
  if (isDenseWord(word)) return [];
  if (/\d/.test(word)) return numberedParts(word, pieces);
  if (word.length < 2 * leastPart) return [];
  const forms = await formsBetween(word.slice(0, leastPart), word, pieces);
  const firsts = forms
    .filter(
      ({ form }) => form.length >= leastPart && form.length < word.length && word.startsWith(form),
    )
    .sort((a, b) => b.form.length - a.form.length);
  for (const first of firsts.slice(0, 4)) {
    for (const between of ['', 's', 'n', 'en', 'es', 'e']) {
      const rest = word.slice(first.form.length);
      if (!rest.startsWith(between)) continue;
      const second = rest.slice(between.length);
      if (second.length < leastPart) continue;
      const same = await formOf(second, pieces);
      if (same) return [first.stem, same.stem];
    }
  }
  const [first] = firsts;
  if (first && first.form.length >= leastAlone) return [first.stem];
  const [, second = ''] = ending.exec(word) ?? [];
  const same = second === '' ? undefined : await formOf(second, pieces);
  return same ? [same.stem] : [];
}

/** The stems of a word and of the number behind it: `soc` and `2` of `soc2`. */
async function numberedParts(word: string, pieces: FormPieces): Promise<readonly string[]> {
  const [, name = '', number = ''] = /^(\p{L}{2,})(\d{1,4})$/u.exec(word) ?? [];
  if (number === '') return [];
  const same = await formOf(name, pieces);
  return same ? [same.stem, number] : [];
}

async function formOf(word: string, pieces: FormPieces): Promise<Form | undefined> {
  return (await formsBetween(word, word, pieces)).find(({ form }) => form === word);
}

/** Letters of a part that says enough without the other one. */
const leastAlone = 6;

/** The last word behind an ending that German and Dutch write with an s before another word. */
const ending = /(?:ung|heit|keit|schaft|ion|tat|tät|ing|heid|teit|schap)s(\p{L}{4,})$/u;

const leastPart = 4;

/** Stems of the words that are one or two letters off and begin with the same letter. */
export async function stemsLike(word: string, pieces: FormPieces): Promise<readonly string[]> {
  const [letter = ''] = word;
  if (isDenseWord(word) || word.length < 4) return [];
  return similarForms(word, await formsBetween(letter, `${letter}\uffff`, pieces));
}

/** The words of all pieces that have words of a range. */
async function formsBetween(
  from: string,
  to: string,
  { places, load }: FormPieces,
): Promise<Form[]> {
  const loads: Promise<FormsPiece>[] = [];
  for (let index = Math.max(0, lastUpTo(places.firsts, from)); ; index++) {
    const first = places.firsts[index];
    if (first === undefined || first > to) break;
    loads.push(load(places.nameOf(index)));
  }
  return (await Promise.all(loads)).flatMap(formsIn);
}

function formsIn(piece: FormsPiece): Form[] {
  const parts = piece.split(' ');
  const forms: Form[] = [];
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [form = '', ending = '', pages = ''] = parts.slice(i, i + 3);
    const kept = form.length - Number.parseInt(ending.slice(0, 1), 36);
    forms.push({
      form,
      stem: form.slice(0, kept) + ending.slice(1),
      pages: Number.parseInt(pages, 36),
    });
  }
  return forms;
}

import type { Model } from '../net/model.ts';

/** Name of the stand-in: `docent translate` never takes what it makes for a finished translation. */
export const pseudoName = 'pseudo' as const;

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúcçnñyýsšzžAÁEÉIÍOÓUÚCÇNÑSŠZŽ'].flatMap((char, index, all) =>
    index % 2 === 0 ? [[char, all[index + 1] ?? char]] : [],
  ),
);

/** Text that can be read, looks foreign and is a third longer, as translations are. */
export function pseudo(text: string): string {
  const words = text
    .split(/(<\/?[xg]\d+\s*\/?>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[A-Za-z]/g, accent)))
    .join('');
  const more = Math.floor(text.replace(/<[^>]*>/g, '').length / 10);
  return more > 0 ? `${words} ${'·'.repeat(more)}` : words;
}

function accent(letter: string): string {
  return accents[letter] ?? letter;
}

/** A model that shows a page's layout in another language without asking anyone. */
export function pseudoModel(translate: (text: string) => string = pseudo): Model {
  return {
    name: pseudoName,
    complete: async ({ messages }) => {
      const asked = JSON.parse(messages.at(-1)?.content ?? '{}') as {
        segments?: readonly { readonly id: string; readonly text: string }[];
      };
      const translations = Object.fromEntries(
        (asked.segments ?? []).map(({ id, text }) => [id, translate(text)]),
      );
      return {
        text: JSON.stringify({ translations }),
        usage: { input: 0, output: 0, estimated: true },
        finish: 'stop',
      };
    },
    stream: () => {
      throw new Error('The pseudo model translates; it does not converse.');
    },
  };
}

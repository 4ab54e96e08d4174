import type { JsonSchema } from '../json-schema.ts';
import { list, object, text } from './field.ts';
import type { Written } from './written.ts';

/** The search box. */
export interface Search {
  /** Text of the button and of the empty dialog. */
  readonly prompt: string;
  /** One character, with Cmd or Ctrl. */
  readonly hotkey: string;
  readonly placeholder: string;
  /** Groups of words that mean the same on this site. */
  readonly synonyms: readonly (readonly string[])[];
}

const defaultPlaceholder = 'Search documentation...';

/** Schema of `search`. */
export const searchSchema: JsonSchema = object('The search box.', {
  prompt: text('Text on the button and in the empty dialog.'),
  hotkey: text('One character that opens the search together with Cmd or Ctrl.', {
    default: 'k',
    pattern: '^\\S$',
    expects: 'one character such as "k"',
  }),
  placeholder: text('Placeholder of the input.', { default: defaultPlaceholder }),
  synonyms: list(
    'Groups of words or phrases that mean the same on this site: each finds the pages of the others.',
    list(
      'A group.',
      text('A word, or a phrase without commas.', {
        pattern: '^[^,#\\n]*[^,#\\s][^,#\\n]*$',
        expects: 'a word, or a phrase without commas and #',
      }),
      { minItems: 2 },
    ),
  ),
});

/** `search` with its defaults; a single text is used in both places. */
export function readSearch(written: Written<Search> = {}): Search {
  const { prompt, placeholder } = written;
  return {
    prompt: prompt ?? placeholder ?? defaultPlaceholder,
    hotkey: (written.hotkey ?? 'k').toLowerCase(),
    placeholder: placeholder ?? prompt ?? defaultPlaceholder,
    synonyms: (written.synonyms ?? []).map((group) => [...group]),
  };
}

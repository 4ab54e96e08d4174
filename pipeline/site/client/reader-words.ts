/** Words of what a server adds to a page. */
export interface Words {
  readonly ask: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly close: string;
  readonly fresh: string;
  readonly retry: string;
  readonly copy: string;
  readonly copied: string;
  readonly sources: string;
  readonly helpful: string;
  readonly yes: string;
  readonly no: string;
  readonly comment: string;
  readonly sendComment: string;
  readonly thanks: string;
  readonly notSent: string;
  readonly searching: string;
  readonly reading: string;
  readonly listing: string;
  readonly thinking: string;
  readonly stopped: string;
  readonly failed: string;
  readonly busy: string;
  readonly support: string;
  readonly you: string;
  readonly found: string;
  readonly welcome: string;
}

const names = [
  ...['ask', 'placeholder', 'send', 'stop', 'close', 'fresh', 'retry', 'copy', 'copied', 'sources'],
  ...[
    'helpful',
    'yes',
    'no',
    'comment',
    'sendComment',
    'thanks',
    'notSent',
    'searching',
    'reading',
  ],
  ...['listing', 'thinking', 'stopped', 'failed', 'busy', 'support', 'you', 'found', 'welcome'],
];

// In the order of the names; `{}` is what is searched, read or counted.
const english =
  'Ask|Ask a question…|Send|Stop|Close|New conversation|Try again|Copy code|Copied|Sources|Was this page helpful?|Yes|No|What could be better? (optional)|Send|Thank you for telling us.|That could not be sent. Try again later.|Searching for “{}”|Reading {}|Looking through the pages|Thinking…|Stopped.|The answer could not be completed.|Too many questions at once. Try again in a minute.|Ask our support|You|{} pages found|Ask anything about this documentation.';

/** The words of a language, English where there are none; other languages are fetched. */
export async function loadWords(language: string): Promise<Words> {
  const own = /^en\b/.test(language) ? english : await lineOf(language);
  const [words, spare] = [own.split('|'), english.split('|')];
  return Object.fromEntries(
    names.map((name, index) => [name, words[index] ?? spare[index] ?? name]),
  ) as unknown as Words;
}

async function lineOf(language: string): Promise<string> {
  const { readerWords } = await import('./reader-words-table.ts');
  const key = /^zh-(TW|HK|Hant)/i.test(language) ? 'zh-TW' : language;
  return readerWords[key] ?? readerWords[key.split('-')[0] ?? ''] ?? english;
}

/** Puts a value where a word's `{}` stands. */
export function fill(word: string, value: string | number): string {
  return word.replace('{}', () => String(value));
}

import type { Place } from '../../../schema/errors.ts';
import type { Notation } from '../code/fence.ts';
import type { CodeTypes, TypedCode } from '../code/types/code-types.ts';
import type { PageContext } from './page-context.ts';

const languages: Readonly<Record<string, TypedCode['language']>> = {
  ts: 'ts',
  typescript: 'ts',
  tsx: 'tsx',
  js: 'js',
  javascript: 'js',
  jsx: 'jsx',
};

/** Types of a block of code (`twoslash`); undefined, with a problem on the page, if it has none. */
export function typesOf(
  page: PageContext,
  block: {
    readonly language: string;
    readonly template?: string | undefined;
    readonly place?: unknown;
  },
  code: string,
): CodeTypes | undefined {
  const place = block.place as Place | undefined;
  const report = (reason: string, note: string, line = 0): void => {
    const start = place && { ...place.start, line: place.start.line + line };
    const at = start && (line === 0 ? place : { start, end: start });
    page.report({
      severity: 'warning',
      ruleId: 'twoslash',
      ...(at ? { place: at } : {}),
      reason,
      note,
    });
  };
  const language = languages[block.language.toLowerCase()];
  if (language === undefined) {
    report(
      `The code has no types: expected ts, tsx, js or jsx, found "${block.language}"`,
      'Remove "twoslash", or correct the language.',
    );
    return undefined;
  }
  if (block.template !== undefined) {
    report(
      'The code has no types: readers fill in some of its words',
      'Remove "twoslash", or the variables.',
    );
    return undefined;
  }
  const answer = page.types({ code, language });
  if (!answer) return undefined;
  if ('failure' in answer) {
    report(
      `The code has no types: ${sentence(answer.failure)}`,
      'Correct the code, or remove "twoslash".',
    );
    return undefined;
  }
  for (const { line, text } of answer.types.faults) {
    report(
      `The compiler says: ${text}`,
      'Correct the code, or write "// @errors: <number>" or "// @noErrors" above it.',
      line + 1,
    );
  }
  page.feature('types');
  return answer.types;
}

/** The code that readers see: without the lines that only the compiler reads, once it has read them. */
export function withoutAsides(page: PageContext, written: Notation, name: string): Notation {
  const language = languages[name.toLowerCase()];
  const answer = language && page.types({ code: written.code, language });
  return answer && 'types' in answer ? onShownLines(written, answer.types) : written;
}

/** What is said of lines, where they are without those that only the compiler reads. */
export function onShownLines(notation: Notation, { code, lines }: CodeTypes): Notation {
  const shown = (numbers: ReadonlySet<number>): ReadonlySet<number> =>
    new Set([...numbers].map((number) => (lines[number - 1] ?? -1) + 1).filter(Boolean));
  const { added, removed, highlight, focus } = notation;
  return {
    code,
    added: shown(added),
    removed: shown(removed),
    highlight: shown(highlight),
    focus: shown(focus),
  };
}

/** The compiler's words on one line. */
function sentence(text: string): string {
  return text.replaceAll(/[#\s]+/g, ' ').trim();
}

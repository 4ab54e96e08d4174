import type { Place, Problem } from '../../../schema/errors.ts';
import { given } from '../../../schema/given.ts';
import type { JsonSchema } from '../../../schema/json-schema.ts';
import { parseJson } from '../../../schema/json-text.ts';
import { locate, type Origins } from '../../../schema/pointer.ts';
import { validate } from '../../../schema/validate.ts';

/** A question with what its answer must be. */
export interface SiteQuestion {
  readonly question: string;
  /** Pages of which the answer must cite one; any page if left out. */
  readonly pages?: readonly string[];
  /** What the answer must contain. */
  readonly words?: readonly string[];
  /** `false`: no page answers it, and the assistant must say so. */
  readonly answered?: boolean;
  /** The questions before it in its conversation, oldest first. */
  readonly after?: readonly string[];
  /** Path of the page that the reader is on: its version, product and language count. */
  readonly page?: string;
  /** Language of the reader, when the question does not show it. */
  readonly language?: string;
  /** For people; ignored. */
  readonly note?: string;
}

/** A question with its line in the file. */
export interface WrittenQuestion extends SiteQuestion {
  readonly line: number;
}

const text = { type: 'string', minLength: 1, maxLength: 4000 } as const;
const list = { type: 'array', items: text } as const;

const schema: JsonSchema = {
  type: 'object',
  required: ['question'],
  additionalProperties: false,
  properties: {
    question: text,
    pages: list,
    words: list,
    answered: { type: 'boolean' },
    after: list,
    page: text,
    language: text,
    note: { type: 'string' },
  },
};

/** More questions than a run would ask. */
const most = 10_000;

/** Reads questions, one JSON object on each line; lines that are none are problems with their positions. */
export function readQuestions(
  content: string,
  file: string,
): { readonly questions: readonly WrittenQuestion[]; readonly problems: readonly Problem[] } {
  const questions: WrittenQuestion[] = [];
  const problems: Problem[] = [];
  const lines = content.replace(/^\ufeff/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const number = index + 1;
    if (questions.length === most) {
      problems.push(malformed(file, at(number), { reason: `More than ${most} questions` }));
      break;
    }
    const { value, found } = readLine(line, file, number);
    problems.push(...found);
    if (value) questions.push({ ...value, line: number });
  }
  return { questions, problems };
}

function readLine(
  line: string,
  file: string,
  number: number,
): { readonly value?: SiteQuestion; readonly found: readonly Problem[] } {
  const origins: Origins = new WeakMap();
  const { value, faults } = parseJson(line, { file, origins });
  if (faults.length > 0) {
    return { found: faults.map((fault) => malformed(file, moved(fault.place, number), fault)) };
  }
  const violations = validate(schema, value);
  const found = violations.map((violation) => {
    const { pointer, part } = violation;
    const place = locate(value, pointer, { origins, part })?.place;
    return malformed(file, moved(place, number), violation);
  });
  if (found.length > 0) return { found };
  const question = value as SiteQuestion;
  if (question.answered === false && (question.pages ?? question.words)) {
    const part = question.pages ? 'pages' : 'words';
    const place = locate(value, `/${part}`, { origins, part: 'key' })?.place;
    const reason = `Unexpected "${part}" of a question that must not be answered`;
    const note = 'Remove it, or "answered": false.';
    return { found: [malformed(file, moved(place, number), { reason, note })] };
  }
  return { value: question, found: [] };
}

/** What a mistake in a line says. */
type Mistake = Pick<Problem, 'reason' | 'actual' | 'expected' | 'note'>;

function malformed(
  file: string,
  place: Place,
  { reason, actual, expected, note }: Mistake,
): Problem {
  return {
    ...{ severity: 'error', source: 'search', ruleId: 'question-malformed', file, place, reason },
    ...given({ actual, expected, note }),
  };
}

/** A position inside of a line, in the file. */
function moved(place: Place | undefined, line: number): Place {
  if (!place) return at(line);
  return { start: { ...place.start, line }, end: { ...place.end, line } };
}

/** The beginning of a line. */
export function at(line: number): Place {
  return { start: { line, column: 1, offset: 0 }, end: { line, column: 1, offset: 0 } };
}

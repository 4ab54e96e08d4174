import { openBuiltSearch } from '../../../pipeline/open-search.ts';
import { openDeployment, readCurrent } from '../../../pipeline/output/read.ts';
import type { PageOutline } from '../../../schema/build.ts';
import type { Citation } from '../../../schema/chat.ts';
import type { Problem } from '../../../schema/errors.ts';
import { given } from '../../../schema/given.ts';
import { questionLanguage } from '../model/prompt.ts';
import { answerByQuoting } from '../quoting/extractive.ts';
import { searchOf } from '../site/search.ts';
import { type AssistantSite, assistantSite, type ReaderPlace, stranger } from '../site/site.ts';
import { at, type SiteQuestion, type WrittenQuestion } from './read-questions.ts';

/** An answer of the assistant without a model. */
export interface Answer {
  readonly text: string;
  /** Empty if it is a refusal. */
  readonly sources: readonly Citation[];
}

/** How an answer compares with what is expected of it. */
export interface Outcome extends Answer {
  readonly question: WrittenQuestion;
  /** Why it is not as expected, in a sentence; undefined when it is. */
  readonly wrong?: string;
}

/**
 * Opens the last build of an output folder for questions.
 * @throws an `Error` that says what to do without a build
 */
export async function openAnswers(
  out: string,
  log: (line: string) => void,
): Promise<{
  readonly site: AssistantSite;
  readonly ask: (question: SiteQuestion) => Promise<Answer>;
}> {
  const id = readCurrent(out);
  if (id === undefined) throw new Error(`There is no build in ${out}. Run "docent build" first.`);
  const index = await openBuiltSearch(out, id, { log });
  const site = assistantSite(
    openDeployment(out, id),
    searchOf(() => index),
  );
  return { site, ask: (question) => answerOf(site, question) };
}

async function answerOf(
  site: AssistantSite,
  { question, after = [], page: path, language }: SiteQuestion,
): Promise<Answer> {
  const page = path === undefined ? undefined : site.page(path);
  const turn = {
    ...{ conversationId: '', messageId: '', question, site, visitor: stranger },
    history: after.map((content) => ({ role: 'user' as const, content })),
    language: questionLanguage(question, site, language ?? page?.language),
    from: page && placeOfReader(page),
    settings: { name: '' },
  };
  const events = answerByQuoting(turn, new AbortController().signal);
  let text = '';
  for (;;) {
    const { done, value } = await events.next();
    if (done) return { text, sources: value.sources };
    if (value.type === 'text') text += value.content;
  }
}

/** The version and product that a reader of a page asks about. */
function placeOfReader({ version, product }: PageOutline): ReaderPlace {
  return { ...(version ? { version } : {}), ...(product ? { product } : {}) };
}

/** Compares an answer with what is expected. */
export function judge(question: WrittenQuestion, answer: Answer): Outcome {
  const wrong = wrongOf(question, answer);
  return { question, ...answer, ...given({ wrong }) };
}

function wrongOf({ answered = true, pages, words = [] }: SiteQuestion, answer: Answer) {
  const cited = [...new Set(answer.sources.map(({ path }) => path))];
  if (!answered) {
    return cited.length === 0 ? undefined : `Answered from ${listOf(cited)}, expected no answer`;
  }
  if (cited.length === 0) {
    return pages ? `Not answered, expected ${listOf(pages)}` : 'Not answered, expected an answer';
  }
  if (pages && !pages.some((path) => cited.includes(path))) {
    return `Answered from ${listOf(cited)}, expected ${listOf(pages)}`;
  }
  const text = comparable(answer.text);
  const missing = words.filter((word) => !text.includes(comparable(word)));
  if (missing.length === 0) return undefined;
  return `Answered from ${listOf(cited)} without ${missing.map((word) => `"${word}"`).join(', ')}`;
}

const listOf = (paths: readonly string[]) => paths.map((path) => `"${path}"`).join(' or ');

/** Case, spaces and the escapes of Markdown make no difference. */
const comparable = (text: string) => text.toLowerCase().replaceAll('\\', '').replace(/\s+/g, ' ');

/** Expected pages that the site does not have. */
export function unknownPages(
  site: Pick<AssistantSite, 'page'>,
  questions: readonly WrittenQuestion[],
  file: string,
): Problem[] {
  return questions.flatMap(({ line, page, pages = [] }) =>
    [...pages, ...(page === undefined ? [] : [page])]
      .filter((path) => site.page(path) === undefined)
      .map(
        (path): Problem => ({
          ...{
            severity: 'error',
            source: 'search',
            ruleId: 'question-page',
            file,
            place: at(line),
          },
          reason: `There is no page "${path}"`,
          note: 'Write the path of a page without its extension, as in docs.json.',
        }),
      ),
  );
}

/** Outcomes that are not as expected, as problems of the file. */
export function failures(outcomes: readonly Outcome[], file: string): Problem[] {
  return outcomes.flatMap(({ question, wrong }): Problem[] =>
    wrong === undefined
      ? []
      : [
          {
            ...{ severity: 'error', source: 'search', ruleId: 'question-failed', file },
            place: at(question.line),
            reason: `"${question.question}": ${wrong}`,
            note: 'Say it on a page in the words of the question, or change what is expected.',
          },
        ],
  );
}

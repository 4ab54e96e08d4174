import { type ComponentChildren, Fragment, h } from 'preact';
import type { Place } from '../../schema/errors.ts';
import { type ElementMaker, elementsOf, propsOf, valueFrom } from './decode.ts';
import { answerTo } from './evaluate.ts';
import type { Answer, GuestError } from './exchange.ts';
import { include } from './include.ts';
import { placeholderProblem, undefinedName } from './problems.ts';
import { reportThrown } from './report.ts';
import type { AuthorsState } from './state.ts';
import type { Holder } from './unit.ts';
import type { Frame } from './walker.ts';

/** An expression in its place. */
export interface Asked {
  readonly holder: Holder;
  readonly frame: Frame;
  readonly place: Place | undefined;
  /** The text between the braces; it is shown when it only has words that nothing declares. */
  readonly source?: string;
}

/** What an expression or an author's element shows. */
export function shownAnswer(state: AuthorsState, asked: Asked): ComponentChildren {
  const answer = answerOf(state, asked);
  if (answer === undefined) return undefined;
  const error = answer.x ?? placeholderError(answer, asked.source);
  if (error) return afterError(state, error, asked);
  return elementsOf(answer.v, makerFor(state, asked));
}

/** The value of an attribute. */
export function valueAnswer(state: AuthorsState, asked: Asked): unknown {
  const answer = answerOf(state, asked);
  if (answer === undefined) return undefined;
  if (answer.x) return afterError(state, answer.x, asked);
  return valueFrom(answer.v, makerFor(state, asked));
}

/** The attributes of a spread. */
export function spreadAnswer(state: AuthorsState, asked: Asked): Record<string, unknown> {
  const answer = answerOf(state, asked);
  if (answer?.x) afterError(state, answer.x, asked);
  return answer && !answer.x ? propsOf(answer.v, makerFor(state, asked)) : {};
}

function answerOf(state: AuthorsState, { holder, frame, place }: Asked): Answer | undefined {
  const file = state.files.get(frame);
  const index = file?.unit.indexes.get(holder);
  if (file === undefined || index === undefined) return undefined;
  const answer = answerTo(state.code, file, index, place);
  for (const error of answer?.p ?? []) {
    reportThrown(state.code, error, { file: frame.file, place });
  }
  return answer;
}

/** `{URL}` in prose is a placeholder, although code has something of this name that shows nothing. */
function placeholderError({ v }: Answer, source: string | undefined): GuestError | undefined {
  const name = /^\s*(URL|URLSearchParams)\s*$/.exec(source ?? '')?.[1];
  const isEmpty = Array.isArray(v) && v.length === 0;
  if (name === undefined || !isEmpty) return undefined;
  return { name: 'ReferenceError', message: `${name} is not defined` };
}

/** Braces around words that nothing declares are most likely text, and shown as it. */
function afterError(
  { code }: AuthorsState,
  error: GuestError,
  { frame: { file }, place, source }: Asked,
): string | undefined {
  const name = undefinedName(error);
  if (name === undefined || source === undefined || !words.test(source)) {
    reportThrown(code, error, { file, place });
    return undefined;
  }
  code.page.report(placeholderProblem(name, { file, place }));
  return `{${source}}`;
}

/** `{name}`, `{your-key}`, `{a.b}`, `{{name}}`: nothing but words and what joins them. */
const words = /^[\p{L}\p{N}\s_$.,:|/{}-]+$/u;

function makerFor(state: AuthorsState, { frame, place }: Asked): ElementMaker {
  const { walker, slots, addIsland, drawnContent } = state;
  return {
    drawnContent,
    html: (tag, props, children) => walker().html(tag, props, children, place),
    component: (name, props, children) =>
      walker().component(name, props, children, { frame, place }),
    snippet: (guest, children) => {
      const props = children.length === 0 ? guest.props : { ...guest.props, children };
      return h(Fragment, null, include(state, guest.path, { props, guest }));
    },
    slot: (id) => slots[id]?.(),
    marks: (island) => ({ 'data-island': addIsland(island) }),
  };
}

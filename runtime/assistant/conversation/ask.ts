import type { ChatBody } from '../../../schema/api/assistant.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import type { Assistant as Settings } from '../../../schema/config/assistant.ts';
import { ApiError } from '../../../schema/errors.ts';
import { periodAt, planOf } from '../../../schema/plans.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { BatchWriter } from '../../store/batch.ts';
import {
  addAnswer,
  addQuestion,
  findConversation,
  lastMessages,
} from '../../store/conversations.ts';
import type { NewId } from '../../store/ids.ts';
import type { Store } from '../../store/open.ts';
import { findOrg } from '../../store/orgs.ts';
import type { ProjectFacts } from '../../store/projects.ts';
import type { OrgRow } from '../../store/tables.ts';
import { usedIn } from '../../store/usage.ts';
import type { Unsupported } from '../citing/cite.ts';
import type { Lane } from '../limits.ts';
import { createMeter, type Meter } from '../model/meter.ts';
import { historyWindow, questionLanguage } from '../model/prompt.ts';
import { type Models, modelOf } from '../model/settings.ts';
import { type AssistantSite, readerPlace, type Visitor } from '../site/site.ts';
import type { Turn } from '../turn.ts';
import { converse } from './converse.ts';
import { refuseSecrets } from './filter.ts';
import type { LiveTurn, Turns } from './turns.ts';

/** What answering a question needs. */
export interface AskTools {
  readonly store: Store;
  readonly models: Models;
  readonly turns: Turns;
  readonly write: BatchWriter;
  /** Answers that begin at the same moment do so one after the other. */
  readonly ownMoment: () => Promise<void>;
  readonly lane: Lane;
  readonly countVisitor: RateLimiter;
  readonly denied: readonly string[];
  readonly unsupported?: Unsupported | undefined;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly newId: NewId;
}

/** A question as it came in. */
export interface Question {
  readonly project: ProjectFacts;
  readonly body: ChatBody;
  readonly acceptLanguage: string;
  /** What the reader may read. */
  readonly visitor: Visitor;
  readonly signal: AbortSignal;
}

/** The site that is asked, with its settings. */
export interface AskedSite {
  readonly site: AssistantSite;
  readonly settings: Settings;
}

/** A question that was accepted. */
interface Accepted {
  readonly question: Question;
  readonly org: OrgRow | undefined;
  readonly turn: Turn;
  readonly questionId: string;
  /** It begins its conversation. */
  readonly isNew: boolean;
  readonly askedAt: number;
  /** The same for durations, which the clock of the day may not change. */
  readonly started: number;
}

/**
 * Accepts a question and starts its answer: the limits, the conversation, the month's tokens and the words of
 * the question are checked first.
 * @throws ApiError for what an HTTP status says
 */
export async function ask(
  tools: AskTools,
  question: Question,
  asked: AskedSite | undefined,
): Promise<{ readonly turn: LiveTurn; readonly headers: Readonly<Record<string, string>> }> {
  const { project, body } = question;
  if (!asked) throw new ApiError('NOT_FOUND', 'The assistant is not enabled for this project.');
  const headers = await tools.countVisitor(`${project.id} ${body.visitorId}`);
  const known = await knownConversation(tools, question);
  if (body.conversationId !== undefined && !known) {
    throw new ApiError('NOT_FOUND', 'Conversation not found.');
  }
  const org = await findOrg(tools.store.db, project.org_id);
  const model = modelOf(tools.models, org, asked.settings);
  if (model) await refuseOverLimit(tools, org, project);
  refuseSecrets(body.message, tools.denied);

  const accepted = await accept(tools, question, { asked, org, known: known?.id });
  await tools.ownMoment();
  return { turn: await startAnswer(tools, accepted, model), headers };
}

/** The conversation a question goes on with; its last turn is stored first. */
async function knownConversation(
  { store, turns }: AskTools,
  { project, body: { conversationId, visitorId } }: Question,
) {
  if (conversationId === undefined) return undefined;
  await turns.endedOf(conversationId);
  const find = () => findConversation(store.db, project.id, conversationId, visitorId);
  const known = await find();
  if (known) return known;
  // Asked on while its first answer is written.
  await turns.storedOf({ projectId: project.id, conversationId, visitorId });
  return find();
}

/** The month's tokens are used up: nothing is asked of the model any more. */
async function refuseOverLimit(
  { store, now }: AskTools,
  org: OrgRow | undefined,
  project: ProjectFacts,
): Promise<void> {
  const limit = planOf(org?.plan ?? '').tokens;
  if (limit === null) return;
  const period = periodAt(now(), org?.billing_anchor_day ?? null);
  const used = await usedIn(store.db, project.org_id, 'tokens', period);
  if (used < limit) return;
  throw new ApiError('LIMIT_EXCEEDED', `The ${limit} tokens for this month are used up.`, {
    details: [{ path: '', code: 'tokens', message: `${used} of ${limit}`, remaining: 0 }],
    headers: { 'Retry-After': String(Math.max(1, Math.ceil((period.end - now()) / 1000))) },
  });
}

/** Gives a question its ids, and looks up what was said before. */
async function accept(
  { store, now, newId }: AskTools,
  question: Question,
  {
    asked,
    org,
    known,
  }: {
    readonly asked: AskedSite;
    readonly org: OrgRow | undefined;
    readonly known: string | undefined;
  },
): Promise<Accepted> {
  const { message } = question.body;
  const conversationId = known ?? newId('cnv');
  const questionId = newId('msg');
  const messageId = newId('msg');
  const history = known === undefined ? [] : historyWindow(await lastMessages(store.db, known, 20));
  const turn: Turn = {
    ...{ conversationId, messageId, history },
    question: message,
    language: questionLanguage(message, asked.site, question.acceptLanguage),
    visitor: question.visitor,
    site: asked.site,
    from: readerPlace(asked.site, question.body.page, question.visitor),
    settings: asked.settings,
  };
  const isNew = known === undefined;
  const started = performance.now();
  return { question, org, turn, questionId, isNew, askedAt: now(), started };
}

/** Runs the turn: it goes on until its end, and is stored before its last event is sent. */
async function startAnswer(
  tools: AskTools,
  accepted: Accepted,
  model: ReturnType<typeof modelOf>,
): Promise<LiveTurn> {
  const { question, turn, started } = accepted;
  const { lane, log, unsupported } = tools;
  const meter = createMeter();
  const abort = new AbortController();
  let firstText: number | undefined;
  const events = watched(
    await peek(converse(turn, { model, meter, lane, signal: abort.signal, log, unsupported })),
    (event) => {
      if (event.type === 'text') firstText ??= performance.now() - started;
    },
  );
  const live = tools.turns.run({
    messageId: turn.messageId,
    projectId: question.project.id,
    visitorId: question.body.visitorId,
    conversationId: turn.conversationId,
    events,
    abort,
    onEnd: (sent) => storeTurn(tools, accepted, { sent, meter, firstText, signal: abort.signal }),
  });
  const readerGone = () => abort.abort(new Error('gone'));
  question.signal.addEventListener('abort', readerGone, { once: true });
  return live;
}

/** Stores question and answer in one transaction. */
async function storeTurn(
  { write, now, log }: AskTools,
  { question, org, turn, questionId, isNew, askedAt, started }: Accepted,
  ended: {
    readonly sent: readonly ChatEvent[];
    readonly meter: Meter;
    readonly firstText: number | undefined;
    /** Aborted when the answer was stopped. */
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { project, body } = question;
  const { sent, meter, firstText, signal } = ended;
  const rests = sent.find((event) => event.type === 'citations');
  const { sources = [], passages = [], spans = [] } = rests ?? {};
  const status = sent.at(-1)?.type === 'done' ? 'completed' : 'failed';
  const of = { projectId: project.id, conversationId: turn.conversationId };
  try {
    await write(project.id, async (trx) => {
      await addQuestion(trx, {
        ...of,
        visitorId: body.visitorId,
        isNew,
        id: questionId,
        text: body.message,
        now: askedAt,
      });
      await addAnswer(trx, {
        ...of,
        orgId: project.org_id,
        id: turn.messageId,
        text: sent.map((event) => (event.type === 'text' ? event.content : '')).join(''),
        status: signal.aborted ? 'stopped' : status,
        sources: JSON.stringify(sources),
        cited: spans.length > 0 ? JSON.stringify({ passages, spans }) : null,
        tokens: meter.tokens(),
        estimated: meter.estimated(),
        duration: performance.now() - started,
        firstText,
        period: periodAt(now(), org?.billing_anchor_day ?? null),
        now: now(),
      });
    });
  } catch (error) {
    log(`An answer of ${meter.tokens()} tokens could not be stored: ${String(error)}`);
    throw error;
  }
}

/**
 * Waits as long as nothing has to be waited for: what is known at once (an open circuit) is still an HTTP
 * status, and a slow model delays no `start`.
 */
async function peek(
  events: AsyncGenerator<ChatEvent, void>,
): Promise<AsyncGenerator<ChatEvent, void>> {
  const first = await events.next();
  const second = events.next();
  // A model that is not known to fail has had its turn already.
  const mayFail = !first.done && first.value.type === 'start' && first.value.mode !== undefined;
  const early = mayFail
    ? await Promise.race([
        second,
        new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
      ])
    : undefined;
  if (early && !early.done && early.value.type === 'error') {
    const { code, message } = early.value;
    throw new ApiError(code, message, {
      headers: code === 'AI_UNAVAILABLE' ? { 'Retry-After': '15' } : {},
    });
  }
  return (async function* () {
    if (!first.done) yield first.value;
    const { done, value } = await second;
    if (!done) yield value;
    yield* events;
  })();
}

async function* watched(
  events: AsyncGenerator<ChatEvent, void>,
  look: (event: ChatEvent) => void,
): AsyncGenerator<ChatEvent, void> {
  for await (const event of events) {
    look(event);
    yield event;
  }
}

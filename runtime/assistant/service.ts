import type { Model } from '../../pipeline/net/model.ts';
import type { ChatBody } from '../../schema/api/assistant.ts';
import type { ChatEvent } from '../../schema/chat.ts';
import { readAssistant, type Assistant as Settings } from '../../schema/config/assistant.ts';
import { ApiError } from '../../schema/errors.ts';
import { choosesModel, isPlanName, periodAt, planOf } from '../../schema/plans.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { createBatchWriter } from '../store/batch.ts';
import {
  addAnswer,
  addQuestion,
  closeConversation,
  dayLength,
  findConversation,
  forgetConversations,
  idleConversations,
  lastMessages,
} from '../store/conversations.ts';
import type { NewId } from '../store/ids.ts';
import { lockOrg, lockProject } from '../store/locks.ts';
import type { Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import type { OrgRow, ProjectRow } from '../store/tables.ts';
import { usedIn } from '../store/usage.ts';
import { emit } from '../webhooks/outbox.ts';
import { converse } from './converse.ts';
import { refuseSecrets } from './filter.ts';
import {
  chatLimits,
  createLane,
  createSlidingLimiter,
  createTurnstile,
  readsPerMinute,
} from './limits.ts';
import { createMeter } from './meter.ts';
import { historyWindow, questionLanguage } from './prompt.ts';
import type { AssistantSite, Visitor } from './site.ts';
import type { Turn } from './turn.ts';
import { createTurns, type LiveTurn, type Turns } from './turns.ts';

/** What the assistant is made of; tests replace all of it. */
export interface AssistantOptions {
  readonly store: Store;
  /** The live site of a project, as far as this process serves it. */
  readonly siteOf: (project: ProjectRow) => AssistantSite | undefined;
  /** The instance's own model. Absent: answers quote, whatever a site names. */
  readonly model?: Model;
  /** A model that a site names; without it all sites have the instance's. */
  readonly modelNamed?: (id: string) => Model;
  readonly turns?: Turns;
  readonly limits?: { readonly visitor: RateLimiter; readonly address: RateLimiter };
  /** Words that an operator does not want to see in a question. */
  readonly denied?: readonly string[];
  /** Days that conversations are kept, 180 when left out. */
  readonly retention?: number;
  readonly wake: () => void;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly newId: NewId;
}

/** A question as it came in. */
export interface Question {
  readonly project: ProjectRow;
  readonly body: ChatBody;
  readonly acceptLanguage: string;
  /** What the reader may read. */
  readonly visitor: Visitor;
  readonly signal: AbortSignal;
}

/** What routes and agents ask of the assistant. */
export interface Assistant {
  /** `<provider>/<model-name>` that answers now. */
  readonly modelName: (project: ProjectRow, org: OrgRow | undefined) => string;
  /** The site of a project with its settings; undefined where the assistant is not enabled. */
  readonly siteOf: (
    project: ProjectRow,
  ) => { readonly site: AssistantSite; readonly settings: Settings } | undefined;
  /** The site of a project, the assistant enabled or not: for agents. */
  readonly readSite: (project: ProjectRow) => AssistantSite | undefined;
  /** Accepts a question, or throws what an HTTP status says. */
  readonly ask: (question: Question) => Promise<{
    readonly turn: LiveTurn;
    readonly headers: Readonly<Record<string, string>>;
  }>;
  readonly findTurn: (messageId: string) => LiveTurn | undefined;
  /** Ends what is being written in a visitor's conversation, and waits until it is stored. */
  readonly endTurns: Turns['endOf'];
  /** Counts a read of conversations or usage. */
  readonly countRead: (org: OrgRow | undefined) => Promise<Readonly<Record<string, string>>>;
  /** Counts a question by address, before it is read. */
  readonly countAddress: RateLimiter;
  readonly countAgent: RateLimiter;
  /** Closes one conversation, or all that have been idle; answers how many. */
  readonly closeOne: (project: ProjectRow, conversationId: string) => Promise<number>;
  readonly closeIdle: () => Promise<number>;
  /** Forgets conversations beyond their time. */
  readonly forgetOld: () => Promise<number>;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds without a message after which a conversation is over; days until it is forgotten. */
const times = { idle: 30 * 60_000, retention: 180 } as const;

/** Answers without a model that are being put together at the same time; all others wait for one of them. */
const quotingAtOnce = 4;

/** Opens the assistant. */
export function openAssistant(options: AssistantOptions): Assistant {
  const { store, now, newId, log } = options;
  const write = createBatchWriter(store);
  const ownMoment = createTurnstile();
  const lane = createLane(quotingAtOnce);
  const turns = options.turns ?? createTurns();
  const limits = options.limits ?? {
    visitor: createSlidingLimiter(chatLimits.visitor, now),
    address: createSlidingLimiter(chatLimits.address, now),
  };
  const reads = Object.fromEntries(
    Object.entries(readsPerMinute).map(([name, perMinute]) => [
      name,
      createSlidingLimiter({ name: 'assistant', perMinute }, now),
    ]),
  );

  const siteOf: Assistant['siteOf'] = (project) => {
    const site = options.siteOf(project);
    const settings = site && settingsOf(project, site);
    return site && settings?.enabled ? { site, settings } : undefined;
  };

  /** The model that a site names counts on the plan that allows it, else the instance's. */
  function modelOf(org: OrgRow | undefined, settings: Settings | undefined): Model | undefined {
    const { model, modelNamed } = options;
    const isOwn = settings?.namesModel === true && choosesModel(planOf(org?.plan ?? ''));
    return model && isOwn && modelNamed ? modelNamed(settings.model) : model;
  }

  async function ask(question: Question): ReturnType<Assistant['ask']> {
    const { project, body, signal } = question;
    const enabled = siteOf(project);
    if (!enabled) throw new ApiError('NOT_FOUND', 'The assistant is not enabled for this project.');
    const headers = await limits.visitor(`${project.id} ${body.visitorId}`);
    const known = await knownConversation(project, body);
    if (body.conversationId !== undefined && !known) {
      throw new ApiError('NOT_FOUND', 'Conversation not found.');
    }
    const org = await findOrg(store.db, project.org_id);
    const model = modelOf(org, enabled.settings);
    if (model) await refuseOverLimit(org, project);
    refuseSecrets(body.message, options.denied ?? []);

    const conversationId = known?.id ?? newId('cnv');
    const questionId = newId('msg');
    const turn: Turn = {
      conversationId,
      messageId: newId('msg'),
      question: body.message,
      history: known ? historyWindow(await lastMessages(store.db, known.id, 20)) : [],
      language: questionLanguage(body.message, enabled.site, question.acceptLanguage),
      visitor: question.visitor,
      site: enabled.site,
      settings: enabled.settings,
    };
    const meter = createMeter();
    const abort = new AbortController();
    const started = performance.now();
    let firstText: number | undefined;
    const asked = now();
    await ownMoment();
    const events = watched(
      await peek(converse(turn, { model, meter, lane, signal: abort.signal, log })),
      (event) => {
        if (event.type === 'text') firstText ??= performance.now() - started;
      },
    );
    const live = turns.run({
      messageId: turn.messageId,
      projectId: project.id,
      visitorId: body.visitorId,
      conversationId,
      events,
      abort,
      onEnd: async (sent) => {
        const last = sent.at(-1);
        const sources = sent.find((event) => event.type === 'citations')?.sources ?? [];
        try {
          await write(project.id, async (trx) => {
            await addQuestion(trx, {
              projectId: project.id,
              visitorId: body.visitorId,
              conversationId,
              isNew: !known,
              id: questionId,
              text: body.message,
              now: asked,
            });
            await addAnswer(trx, {
              orgId: project.org_id,
              projectId: project.id,
              conversationId,
              id: turn.messageId,
              text: sent.map((event) => (event.type === 'text' ? event.content : '')).join(''),
              status: abort.signal.aborted
                ? 'stopped'
                : last?.type === 'done'
                  ? 'completed'
                  : 'failed',
              sources: JSON.stringify(sources),
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
      },
    });
    signal.addEventListener('abort', () => abort.abort(new Error('gone')), { once: true });
    return { turn: live, headers };
  }

  /** The conversation a question goes on with; its last turn is stored first. */
  async function knownConversation(project: ProjectRow, body: ChatBody) {
    const { conversationId, visitorId } = body;
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
  async function refuseOverLimit(org: OrgRow | undefined, project: ProjectRow): Promise<void> {
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

  async function close(
    ref: { readonly id: string; readonly projectId: string; readonly orgId: string },
    idleSince?: number,
  ): Promise<number> {
    const at = now();
    return store.transaction(async (trx) => {
      await lockOrg(trx, ref.orgId);
      await lockProject(trx, ref.projectId);
      const row = await closeConversation(trx, ref.id, {
        now: at,
        ...(idleSince === undefined ? {} : { idleSince }),
      });
      if (!row) return 0;
      await emit(trx, {
        orgId: ref.orgId,
        projectId: ref.projectId,
        newId,
        now: at,
        events: [
          {
            id: newId('evt'),
            type: 'assistant.conversation.completed',
            timestamp: at,
            data: {
              conversationId: row.id,
              messageCount: row.message_count,
              tokensUsed: row.tokens_used,
              satisfied: row.satisfied === null ? null : row.satisfied === 1,
            },
          },
        ],
      });
      return 1;
    });
  }

  return {
    modelName: (project, org) => {
      const site = options.siteOf(project);
      const used = modelOf(org, site && settingsOf(project, site));
      return used ? providerAndName(used.name) : 'docent/extractive';
    },
    siteOf,
    readSite: options.siteOf,
    ask,
    findTurn: turns.find,
    endTurns: turns.endOf,
    countRead: async (org) => {
      const plan = org && isPlanName(org.plan) ? org.plan : 'free';
      return (await reads[plan]?.(org?.id ?? '')) ?? {};
    },
    countAddress: limits.address,
    countAgent: createSlidingLimiter(chatLimits.agent, now),
    closeOne: async (project, id) => {
      const closed = await close({ id, projectId: project.id, orgId: project.org_id });
      if (closed > 0) options.wake();
      return closed;
    },
    closeIdle: async () => {
      const before = now() - times.idle;
      let closed = 0;
      for (;;) {
        let inBatch = 0;
        for (const row of await idleConversations(store.db, before)) {
          const ref = { id: row.id, projectId: row.project_id, orgId: row.org_id };
          inBatch += await close(ref, before);
        }
        if (inBatch === 0) break;
        closed += inBatch;
      }
      if (closed > 0) options.wake();
      return closed;
    },
    forgetOld: () =>
      forgetConversations(store.db, now() - (options.retention ?? times.retention) * dayLength),
    settled: turns.settled,
    close: turns.close,
  };
}

/** `assistant` as the API has changed it since the deployment, else the deployment's own. */
function settingsOf(project: ProjectRow, site: AssistantSite): Settings {
  if (project.config_pending === 0) return site.config.assistant;
  try {
    const { assistant } = JSON.parse(project.config_json || '{}') as { assistant?: object };
    if (assistant === undefined) return readAssistant();
    if (typeof assistant === 'object' && !('$ref' in assistant)) return readAssistant(assistant);
  } catch {
    // What can't be read is not what the site was built from.
  }
  return site.config.assistant;
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
  const early = await Promise.race([
    second,
    new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
  ]);
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

/** Models of an OpenAI-compatible endpoint are often named without their provider. */
function providerAndName(name: string): string {
  return name.includes('/') ? name : `openai/${name}`;
}

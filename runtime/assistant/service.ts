import { isPlanName } from '../../schema/plans.ts';
import { createLane } from '../http/lane.ts';
import { chatLimits, readsPerMinute } from '../http/limits.ts';
import type { RateCounts, RateLimiter } from '../http/rate-limit.ts';
import { createSlidingLimiter } from '../http/rate-limit.ts';
import { createBatchWriter } from '../store/batch.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import type { ProjectFacts } from '../store/projects.ts';
import type { OrgRow } from '../store/tables.ts';
import type { Unsupported } from './citing/cite.ts';
import { ask } from './conversation/ask.ts';
import type { AskedSite, AskTools, Question } from './conversation/asking.ts';
import { closeIdle, closeOne, forgetOld } from './conversation/conversations.ts';
import { createPassing } from './conversation/passing.ts';
import { createTurns, type LiveTurn, type Turns } from './conversation/turns.ts';
import { createTurnstile } from './limits.ts';
import { cannedModel } from './model/canned.ts';
import { type Models, modelOf, settingsOf, shownName } from './model/settings.ts';
import { sampleSite } from './site/sample-site.ts';
import type { AssistantSite } from './site/site.ts';

/** What the assistant is made of; tests replace all of it. */
export interface AssistantOptions extends Models {
  readonly store: Store;
  /** The live site of a project, as far as this process serves it. */
  readonly siteOf: (project: ProjectFacts) => AssistantSite | undefined;
  readonly turns?: Turns;
  readonly limits?: Partial<Record<'visitor' | 'address' | 'agent', RateLimiter>>;
  /** Where reads of conversations and usage are counted. */
  readonly readCounts?: RateCounts;
  /** Words that an operator does not want to see in a question. */
  readonly denied?: readonly string[];
  /** What happens to sentences of an answer that no page contains. */
  readonly unsupported?: Unsupported;
  /** Days that conversations are kept, 180 when left out. */
  readonly retention?: number;
  readonly wake: () => void;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly newId: NewId;
}

/** What routes and agents ask of the assistant. */
export interface Assistant {
  /** `<provider>/<model-name>` that answers now. */
  readonly modelName: (project: ProjectFacts, org: OrgRow | undefined) => string;
  /** The site of a project with its settings; undefined where the assistant is not enabled. */
  readonly siteOf: (project: ProjectFacts) => AskedSite | undefined;
  /** The site of a project, the assistant enabled or not: for agents. */
  readonly readSite: (project: ProjectFacts) => AssistantSite | undefined;
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
  readonly closeOne: (project: ProjectFacts, conversationId: string) => Promise<number>;
  readonly closeIdle: () => Promise<number>;
  /** Forgets conversations beyond their time. */
  readonly forgetOld: () => Promise<number>;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Answers without a model that are being put together at the same time; all others wait for one of them. */
const quotingAtOnce = 4;

/** Opens the assistant. */
export function openAssistant(options: AssistantOptions): Assistant {
  const { store, now } = options;
  const turns = options.turns ?? createTurns();
  const limits = {
    visitor: createSlidingLimiter(chatLimits.visitor, now),
    address: createSlidingLimiter(chatLimits.address, now),
    agent: createSlidingLimiter(chatLimits.agent, now),
    ...options.limits,
  };
  const tools: AskTools = {
    ...{ store, turns, now, newId: options.newId, log: options.log },
    models: options,
    write: createBatchWriter(store),
    passing: createPassing(),
    ownMoment: createTurnstile(),
    lane: createLane(quotingAtOnce),
    countVisitor: limits.visitor,
    denied: options.denied ?? [],
    unsupported: options.unsupported,
  };
  const readSite = (project: ProjectFacts) =>
    project.livemode === 1 ? options.siteOf(project) : sampleSite;
  const siteOf = (project: ProjectFacts) => enabledSite(readSite, project);
  return {
    modelName: (project, org) => {
      if (project.livemode === 0) return cannedModel().name;
      const site = options.siteOf(project);
      return shownName(modelOf(options, org, site && settingsOf(project, site)));
    },
    siteOf,
    readSite,
    ask: (question) => ask(tools, question, question.preview ?? siteOf(question.project)),
    findTurn: turns.find,
    endTurns: turns.endOf,
    countRead: createReadCounter(now, options.readCounts),
    countAddress: limits.address,
    countAgent: limits.agent,
    closeOne: (project, id) =>
      closeOne(options, { id, projectId: project.id, orgId: project.org_id }),
    closeIdle: () => closeIdle(options),
    forgetOld: () => forgetOld(options, options.retention),
    settled: turns.settled,
    close: turns.close,
  };
}

/** The site of a project, if its assistant is enabled. */
function enabledSite(
  readSite: AssistantOptions['siteOf'],
  project: ProjectFacts,
): AskedSite | undefined {
  const site = readSite(project);
  const settings = site && settingsOf(project, site);
  return site && settings?.enabled ? { site, settings } : undefined;
}

/** Counts the reads of an organization, within the limit of its plan. */
function createReadCounter(now: () => number, counts?: RateCounts): Assistant['countRead'] {
  const limiters = Object.fromEntries(
    Object.entries(readsPerMinute).map(([name, perMinute]) => [
      name,
      createSlidingLimiter({ name: 'assistant', perMinute }, now, counts),
    ]),
  );
  return async (org) => {
    const plan = org && isPlanName(org.plan) ? org.plan : 'free';
    return (await limiters[plan]?.(org?.id ?? '')) ?? {};
  };
}

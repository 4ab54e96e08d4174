import type { ChatBody } from '../../../schema/api/assistant.ts';
import type { Assistant as Settings } from '../../../schema/config/assistant.ts';
import type { Lane } from '../../http/lane.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { BatchWriter } from '../../store/batch.ts';
import type { NewId } from '../../store/ids.ts';
import type { Store } from '../../store/open.ts';
import type { ProjectFacts } from '../../store/projects.ts';
import type { OrgRow } from '../../store/tables.ts';
import type { Unsupported } from '../citing/cite.ts';
import type { Models } from '../model/settings.ts';
import type { AssistantSite, Visitor } from '../site/site.ts';
import type { Turn } from '../turn.ts';
import type { PassingConversations } from './passing.ts';
import type { Turns } from './turns.ts';

/** What answering a question needs. */
export interface AskTools {
  readonly store: Store;
  readonly models: Models;
  readonly turns: Turns;
  readonly write: BatchWriter;
  readonly passing: PassingConversations;
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
  /** The preview that it is about; the live site when it is left out. */
  readonly preview?: Previewed | undefined;
  readonly body: ChatBody;
  readonly acceptLanguage: string;
  /** What the reader may read. */
  readonly visitor: Visitor;
  readonly signal: AbortSignal;
}

/** Where conversations and answers belong: those about a preview belong to no project. */
export function spaceOf({ project, preview }: Pick<Question, 'project' | 'preview'>): string {
  return preview?.key ?? project.id;
}

/** The site that is asked, with its settings. */
export interface AskedSite {
  readonly site: AssistantSite;
  readonly settings: Settings;
}

/** A preview that is asked about. */
export interface Previewed extends AskedSite {
  /** Names it among all previews and projects. */
  readonly key: string;
}

/** A question that was accepted. */
export interface Accepted {
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

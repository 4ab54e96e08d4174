import type { Model } from '../../../pipeline/net/model.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import type { Lane } from '../../http/lane.ts';
import type { Unsupported } from '../citing/cite.ts';
import type { Meter } from '../model/meter.ts';

/** What a turn uses. */
export interface TurnPorts {
  /** Absent: the answer quotes. */
  readonly model?: Model | undefined;
  readonly meter: Meter;
  /** Where answers that quote wait for their turn: finding passages is work for this process alone. */
  readonly lane?: Lane;
  /** Ends the answer: with `stopped` as its reason, what there is counts as complete. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** What happens to sentences that no passage holds: they are marked, unless it says otherwise. */
  readonly unsupported?: Unsupported | undefined;
  /** Told the page that was nearest to a question without an answer. */
  readonly onNearest?: (path: string) => void;
}

/** Reason of a signal when the reader wants no more of an answer. */
export const stopped = new Error('stopped');

/** What an answer rests on, as its `citations` event says it. */
export type Rests = Omit<Extract<ChatEvent, { type: 'citations' }>, 'type'> & {
  /** The page that was nearest to a question without an answer: kept for the operator, and not sent. */
  readonly nearest?: string | undefined;
};

import type { ModelUsage, ToolCall } from '../../../pipeline/net/model.ts';
import { estimateTokens } from '../../../pipeline/net/tokens.ts';

/** Counts the tokens of one turn, step by step. */
export interface Meter {
  /** Adds a step that came to its end. */
  readonly add: (usage: ModelUsage, calls: readonly ToolCall[]) => void;
  /** Adds a step that was cut off: what was sent and what had come. */
  readonly addPartial: (sent: string, received: string) => void;
  readonly tokens: () => number;
  readonly estimated: () => boolean;
}

/**
 * Input and output of all steps, without what the model spent on the arguments of tool calls. Providers
 * do not tell that part apart, so it is counted here; it never exceeds the step's output.
 */
export function createMeter(): Meter {
  let tokens = 0;
  let estimated = false;
  return {
    add: (usage, calls) => {
      const spent = calls.reduce((sum, call) => sum + estimateTokens(call.arguments), 0);
      tokens += usage.input + Math.max(0, usage.output - spent);
      estimated ||= usage.estimated;
    },
    addPartial: (sent, received) => {
      tokens += estimateTokens(sent) + estimateTokens(received);
      estimated = true;
    },
    tokens: () => tokens,
    estimated: () => estimated,
  };
}

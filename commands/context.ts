import type { Terminal } from '../terminal.ts';

/** What every command receives. */
export interface CommandContext {
  readonly to: Terminal;
  /** Docent's own version. */
  readonly version: string;
  /** The file that starts Docent, for commands in a separate process. */
  readonly program: string;
  /** Asks the command to stop. */
  readonly stop: AbortSignal;
}

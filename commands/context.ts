import type { Terminal } from '../terminal.ts';

/** What every command is given. */
export interface CommandContext {
  readonly to: Terminal;
  /** Docent's own version. */
  readonly version: string;
  /** The file that starts Docent, for a command in a process of its own. */
  readonly program: string;
  /** Asks the command to end. */
  readonly stop: AbortSignal;
}

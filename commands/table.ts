import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { Task } from './work.ts';

/** What the definition of a command receives. */
export interface Table {
  /** Adds a command to the program. */
  readonly add: (name: string, description: string) => Command;
  /** Sets the exit code. */
  readonly exit: (code: number) => void;
  readonly context: CommandContext;
  /** Runs a task in a thread. */
  readonly apart: (task: Task) => Promise<number>;
}

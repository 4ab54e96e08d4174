import type { AskFlags } from './ask.ts';
import type { BuildFlags } from './build.ts';
import type { CheckFlags } from './check.ts';
import type { CommandContext } from './context.ts';
import type { DeployFlags } from './deploying.ts';
import type { DevFlags } from './dev.ts';
import type { TranslateFlags } from './translate.ts';

/** A command that reads a site and may keep a thread busy for a while. */
export type Task = { readonly dir: string } & (
  | { readonly command: 'ask'; readonly options: AskFlags }
  | { readonly command: 'build'; readonly options: BuildFlags }
  | { readonly command: 'check'; readonly options: CheckFlags }
  | { readonly command: 'deploy'; readonly options: DeployFlags }
  | { readonly command: 'dev'; readonly options: DevFlags }
  | { readonly command: 'translate'; readonly options: TranslateFlags }
);

/** Runs a task in this thread; resolves to the exit code. */
export async function work(task: Task, context: CommandContext): Promise<number> {
  const { dir } = task;
  switch (task.command) {
    case 'ask':
      return (await import('./ask.ts')).ask(dir, task.options, context);
    case 'build':
      return (await import('./build.ts')).build(dir, task.options, context);
    case 'check':
      return (await import('./check.ts')).check(dir, task.options, context);
    case 'deploy':
      return (await import('./deploy.ts')).deploy(dir, task.options, context);
    case 'dev':
      return (await import('./dev.ts')).dev(dir, task.options, context);
    case 'translate':
      return (await import('./translate.ts')).translate(dir, task.options, context);
  }
}

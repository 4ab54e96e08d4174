import type { DocentClient } from '../packages/client/client.ts';
import type { BuildFlags } from './build.ts';
import type { CommandContext } from './context.ts';
import type { ServerFlags } from './server.ts';

/** Flags of `docent deploy`. */
export interface DeployFlags extends Omit<BuildFlags, 'to' | 'project'>, ServerFlags {
  readonly dryRun?: boolean;
  /** Name of the preview to deploy to, instead of the live site. */
  readonly preview?: string;
}

/** A deployment on its way. */
export interface Deploying {
  readonly target: { readonly client: DocentClient; readonly project: string };
  readonly options: DeployFlags;
  readonly context: CommandContext;
}

import type { Deployment, Preview } from '../packages/client/models.ts';
import type { CommandContext } from './context.ts';
import { explained, openProject, openTarget, type ServerFlags } from './server.ts';

/** Flags of `docent deployments`. */
export interface DeploymentsFlags extends ServerFlags {
  readonly json?: boolean;
  readonly limit?: number;
}

type Context = Pick<CommandContext, 'to'>;

/** `docent deployments list`. */
export async function listDeployments(flags: DeploymentsFlags, { to }: Context): Promise<number> {
  return onProject(flags, async ({ client, projectId }) => {
    const { data } = await client.listDeployments(projectId, { perPage: flags.limit ?? 20 });
    if (flags.json) to.out(JSON.stringify(data, null, 2));
    else for (const one of data) to.out(lineOf(one));
    if (data.length === 0 && !flags.json) to.err('There is no deployment.');
    return 0;
  });
}

/** `docent deployments promote`: an earlier deployment goes live again. */
export async function promoteDeployment(
  id: string,
  flags: DeploymentsFlags,
  { to }: Context,
): Promise<number> {
  return onProject(flags, async ({ client, projectId }) => {
    const live = await client.promoteDeployment(projectId, id);
    to.out(flags.json ? JSON.stringify(live, null, 2) : `${live.id} is live.`);
    return 0;
  });
}

/** `docent deployments rollback`: the one before the live one goes live again. */
export async function rollBack(flags: DeploymentsFlags, { to }: Context): Promise<number> {
  return onProject(flags, async ({ client, projectId }) => {
    const { data } = await client.listDeployments(projectId, { perPage: 100 });
    const live = data.find(({ status }) => status === 'live');
    // Ids are in the order in which deployments were made.
    const [before] = data
      .filter(({ id, kept }) => kept && live !== undefined && id < live.id)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    if (!before) throw new Error('The server has no deployment from before the live one.');
    const now = await client.promoteDeployment(projectId, before.id);
    to.out(
      flags.json
        ? JSON.stringify(now, null, 2)
        : `${now.id} is live again, instead of ${live?.id}.`,
    );
    return 0;
  });
}

/** `docent deployments delete`. */
export async function deleteDeployment(
  id: string | undefined,
  flags: DeploymentsFlags & { readonly preview?: string },
  { to }: Context,
): Promise<number> {
  const { preview: name } = flags;
  if ((id === undefined) === (name === undefined)) {
    throw new Error('Name one thing to delete: the id of a deployment, or --preview with a name.');
  }
  const { client, project } = await openTarget(flags);
  try {
    const removed =
      id === undefined
        ? await client.deletePreview(project, name ?? '')
        : await client.deleteDeployment(project, id);
    const what = id ?? `the preview ${name}`;
    to.out(flags.json ? JSON.stringify(removed, null, 2) : `Deleted ${what}.`);
    return 0;
  } catch (error) {
    throw explained(error, flags.to);
  }
}

/** `docent deployments previews`. */
export async function listPreviews(flags: DeploymentsFlags, { to }: Context): Promise<number> {
  const { client, project } = await openTarget(flags);
  try {
    const previews = await client.listPreviews(project);
    if (flags.json) to.out(JSON.stringify(previews, null, 2));
    else if (previews.length === 0) to.err('There is no preview.');
    else for (const one of previews) to.out(previewLine(one));
    return 0;
  } catch (error) {
    throw explained(error, flags.to);
  }
}

function previewLine({ name, branch, updatedAt, expiresAt, path, url }: Preview): string {
  const days = `${updatedAt.slice(0, 10)} to ${expiresAt.slice(0, 10)}`;
  return [name, days, branch, url ?? path].filter(Boolean).join('  ');
}

async function onProject(
  flags: ServerFlags,
  work: (target: Awaited<ReturnType<typeof openProject>>) => Promise<number>,
): Promise<number> {
  const target = await openProject(flags);
  try {
    return await work(target);
  } catch (error) {
    throw explained(error, flags.to);
  }
}

function lineOf({ id, status, kept, createdAt, branch, commitSha, pages }: Deployment): string {
  const state = status === 'superseded' && !kept ? 'removed' : status;
  const commit = [branch, commitSha.slice(0, 10)].filter(Boolean).join(' ');
  return `${id}  ${state.padEnd(10)}  ${createdAt}  ${pages} pages  ${commit}`.trimEnd();
}

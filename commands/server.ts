import { readFileSync } from 'node:fs';
import { createClient, type DocentClient, DocentError } from '../packages/client/client.ts';
import { messageOf } from '../schema/errors.ts';
import { readAddress } from './forward.ts';
import { storedKey } from './stored-keys.ts';

/** Flags of commands that call a server. */
export interface ServerFlags {
  readonly to: string;
  readonly key?: string;
  readonly keyFile?: string;
  readonly project?: string;
}

/** A server, and a project of it. */
export interface Target {
  readonly client: DocentClient;
  /** Id or slug. */
  readonly project: string;
}

const noProject =
  'The key sees no project. Run "docent keys create --out <folder> --scope projects:write" on the server, and "docent deploy" once with that key: it creates the project.';

/** A client of the server, and the project: named by the flags, or the only one of the key. */
export async function openTarget(flags: ServerFlags): Promise<Target> {
  const { client, project } = await findTarget(flags);
  if (project === undefined) throw new Error(noProject);
  return { client, project };
}

/** The same; without a project if the key sees none and may create one. */
export async function findTarget(
  flags: ServerFlags,
): Promise<Omit<Target, 'project'> & { readonly project: string | undefined }> {
  const client = clientFor(flags);
  try {
    const { key } = await client.getMe();
    // A key for deploying needs no other scope if it is restricted to its project.
    const project = flags.project ?? key?.projectId;
    if (project) return { client, project };
    if (key?.scopes.includes('projects:write')) {
      const { data } = await client.listProjects({ perPage: 1 });
      if (data.length === 0) return { client, project: undefined };
    }
  } catch (error) {
    throw explained(error, flags.to);
  }
  const { projectId } = await openProject(flags);
  return { client, project: projectId };
}

/** A client of the server, and the project that a command is about; `docent dev` has one without a key. */
export async function openProject(
  flags: ServerFlags,
  { mayBeDev = false } = {},
): Promise<{
  readonly client: DocentClient;
  readonly projectId: string;
}> {
  const { project } = flags;
  const client = mayBeDev ? clientOf(flags) : clientFor(flags);
  try {
    const { data } = await client.listProjects({ perPage: 100 });
    const found = project
      ? data.filter(({ id, slug }) => id === project || slug === project)
      : data;
    const [only] = found;
    if (only && found.length === 1) return { client, projectId: only.id };
    if (project) throw new Error(`The key sees no project "${project}".`);
    if (found.length === 0) throw new Error(noProject);
    const names = found.map(({ slug }) => slug).join(', ');
    throw new Error(`The key sees several projects. Choose one with --project: ${names}.`);
  } catch (error) {
    // Where a key is asked for, its absence is what to report.
    if (error instanceof DocentError && error.code === 'AUTH_ERROR') clientFor(flags);
    throw explained(error, flags.to);
  }
}

/** A client with the key of the flags, of a file, or of `docent login`; without one, it says where to get it. */
function clientFor(flags: ServerFlags): DocentClient {
  if (keyOf(flags)) return clientOf(flags);
  throw new Error(
    'There is no key. Set DOCENT_KEY, or --key, to one that "docent keys create" has printed, or run "docent login".',
  );
}

function clientOf(flags: ServerFlags): DocentClient {
  const key = keyOf(flags);
  return createClient({ baseUrl: readAddress('--to', flags.to), ...(key ? { key } : {}) });
}

function keyOf({ to, key, keyFile }: ServerFlags): string | undefined {
  return key || (keyFile ? readKey(keyFile) : storedKey(to, process.env));
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`Can't read the key in ${file}: ${messageOf(error)}`);
  }
}

/** An error of the server as a sentence that says what to do. */
export function explained(error: unknown, to: string): unknown {
  if (!(error instanceof DocentError)) return error;
  switch (error.code) {
    case 'CONNECTION_FAILED':
    case 'TIMEOUT':
      return new Error(`${error.message}. Is the server running? Set its address with --to.`);
    case 'AUTH_ERROR':
      return new Error(`${to} does not accept the key: ${error.message}`);
    case 'FORBIDDEN':
      return new Error(`The key may not do this: ${error.message}`);
    default:
      return new Error(`${to} responded with ${error.status} ${error.code}: ${error.message}`);
  }
}

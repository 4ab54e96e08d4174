import { createClient, type DocentClient, DocentError } from '../packages/client/client.ts';
import { readAddress } from './forward.ts';

/** Flags of commands that call a server. */
export interface ServerFlags {
  readonly to: string;
  readonly key?: string;
  readonly project?: string;
}

/** A client of the server, and the project that a command is about. */
export async function openProject({ to, key, project }: ServerFlags): Promise<{
  readonly client: DocentClient;
  readonly projectId: string;
}> {
  if (!key) {
    throw new Error(
      'There is no key. Set DOCENT_KEY, or --key, to one that "docent keys create" has printed.',
    );
  }
  const client = createClient({ baseUrl: readAddress('--to', to), key });
  try {
    const { data } = await client.listProjects({ perPage: 100 });
    const found = project
      ? data.filter(({ id, slug }) => id === project || slug === project)
      : data;
    const [only] = found;
    if (only && found.length === 1) return { client, projectId: only.id };
    if (project) throw new Error(`The key sees no project "${project}".`);
    if (found.length === 0) throw new Error('The key sees no project.');
    const names = found.map(({ slug }) => slug).join(', ');
    throw new Error(`The key sees several projects. Choose one with --project: ${names}.`);
  } catch (error) {
    throw explained(error, to);
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

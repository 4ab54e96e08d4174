import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Project, Session } from '../../../packages/client/models.ts';
import { scopesOfRole } from '../../../schema/api/roles.ts';
import type { Scope } from '../../../schema/api/scopes.ts';

/** Who is signed in. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The project whose pages are shown. */
export const ProjectContext = createContext<Project | undefined>(undefined);

/** Who is signed in; only within the signed-in part. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in here.');
  return session;
}

/** The project of this page. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (!project) throw new Error('No project is open here.');
  return project;
}

/** Whether the member's role has a scope: what it has not is not shown. */
export function useMay(): (scope: Scope) => boolean {
  const { user } = useSession();
  return (scope) => scopesOfRole[user.role].includes(scope);
}

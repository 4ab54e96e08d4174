import { isPassword, stampOf } from '../secrets/password.ts';
import type { Store } from '../store/open.ts';
import { findPublicProject } from '../store/projects.ts';
import type { UserRow } from '../store/tables.ts';
import { findUser, findUserByEmail } from '../store/users.ts';

/** A reader with a password of this server. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly groups: readonly string[];
  /** Another one after every change of the password. */
  readonly stamp: string;
}

/** The readers that `docent users` has made. */
export interface Accounts {
  readonly find: (id: string) => Promise<Account | undefined>;
  /** The account of an address in the organization of a project. */
  readonly findByEmail: (project: string, email: string) => Promise<Account | undefined>;
  /** The account of an address in the organization of a project, when the password is its own. */
  readonly check: (
    project: string,
    email: string,
    password: string,
  ) => Promise<Account | undefined>;
}

/** The accounts of a database. */
export function createAccounts(store: Store): Accounts {
  const rowOf = async (projectId: string, email: string): Promise<UserRow | undefined> => {
    const project = await findPublicProject(store.db, projectId, '');
    return project && findUserByEmail(store.db, project.org_id, email.trim());
  };
  return {
    find: async (id) => {
      const row = await findUser(store.db, id);
      return row && accountOf(row);
    },
    findByEmail: async (projectId, email) => {
      const row = await rowOf(projectId, email);
      return row && accountOf(row);
    },
    check: async (projectId, email, password) => {
      const row = await rowOf(projectId, email);
      return (await isPassword(password, row?.password)) && row ? accountOf(row) : undefined;
    },
  };
}

function accountOf(row: UserRow): Account {
  return {
    id: row.id,
    email: row.email,
    groups: JSON.parse(row.member_of),
    stamp: stampOf(row.password),
  };
}

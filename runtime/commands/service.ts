import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { given } from '../../schema/given.ts';
import { importPayments } from '../payments/import.ts';
import { defaultOrg } from '../secrets/api-keys.ts';
import { keyPlace, resetInstanceKey } from '../secrets/instance-key.ts';
import { createIds } from '../store/ids.ts';
import { openAlone } from '../store/in-use.ts';
import { migrate } from '../store/migrate.ts';
import {
  type BackupFlags,
  describeBackup,
  describeRestore,
  type RestoreFlags,
  restore,
  type Surroundings,
  takeBackup,
} from './backup.ts';
import { type MoveFlags, move } from './database.ts';
import { approveDomain, describeDomains, removeDomain } from './domains.ts';
import { type CommandTools, createKey, describeKeys, endKey } from './keys.ts';
import { checkGroups } from './known-groups.ts';
import { changeRole, inviteUser, removeAccount, resetUser } from './members.ts';
import { createOrg, describeOrgs } from './orgs.ts';
import type { Printed } from './printed.ts';
import { describeReset } from './secrets.ts';
import { createUser, describeUsers } from './users.ts';
import { addressOf, assertDatabase, type DatabaseFlags, withStore } from './where.ts';

interface InviteFlags extends DatabaseFlags {
  readonly org: string;
  readonly role: string;
  readonly languages?: readonly string[];
  /** Address of the server. */
  readonly url: string;
}

/** The commands on the database: `docent orgs`, `keys`, `users`, `domains`, `secrets`, `backup`, `db`, `payments`. */
export const serviceCommands = {
  orgsCreate: (
    flags: DatabaseFlags & {
      readonly name?: string;
      readonly plan?: string;
      readonly billingDay?: string;
    },
    slug: string,
  ) =>
    asFirst(flags, async (tools) => ({
      lines: [
        await createOrg(tools, {
          slug,
          ...given({ name: flags.name, plan: flags.plan }),
          ...(flags.billingDay !== undefined ? { billingAnchorDay: Number(flags.billingDay) } : {}),
        }),
      ],
    })),

  orgsList: (flags: DatabaseFlags) => onDatabase(flags, describeOrgs),

  keysCreate: (
    flags: DatabaseFlags & {
      readonly org: string;
      readonly scope?: readonly string[];
      readonly name?: string;
      readonly test?: boolean;
      readonly payments?: boolean;
      readonly project?: string;
      readonly expires?: string;
      readonly json?: boolean;
    },
  ) =>
    asFirst(flags, async (tools) => {
      if (flags.scope?.length === 0) throw new Error('Unexpected --scope without any scope.');
      const key = await createKey(tools, {
        org: flags.org,
        mode: flags.test ? 'test' : 'live',
        platform: flags.payments ? 'payments' : 'api',
        ...(flags.scope ? { scopes: flags.scope } : {}),
        ...given({ name: flags.name, projectId: flags.project }),
        ...(flags.expires !== undefined ? { expiresAt: readDate(flags.expires) } : {}),
      });
      const { id, secret, scopes } = key;
      const allScopes = flags.scope === undefined && !flags.payments;
      return {
        lines: flags.json
          ? [JSON.stringify({ id, secret, org: flags.org, scopes, allScopes }, null, 2)]
          : [secret, `Key ${id}. It is shown only once.`],
        ...(allScopes
          ? {
              notes: [
                `Warning: without --scope the key may do everything (${scopes.join(', ')}). Revoke it with "docent keys revoke ${id}" if it should do less.`,
              ],
            }
          : {}),
      };
    }),

  keysList: (flags: DatabaseFlags & { readonly org: string }) =>
    onDatabase(flags, (tools) => describeKeys(tools, flags.org)),

  keysRevoke: (flags: DatabaseFlags, id: string) =>
    onDatabase(flags, async (tools) => {
      await endKey(tools, id);
      return [`Key ${id} is revoked.`];
    }),

  usersCreate: (
    flags: DatabaseFlags & {
      readonly org: string;
      readonly groups?: readonly string[];
      readonly anyGroup?: boolean;
    },
    email: string,
    /** Made here when it is left out. */
    password: string | undefined,
  ) =>
    asFirst(flags, async (tools) => {
      const { org, groups = [], anyGroup = false } = flags;
      const notes = await checkGroups(tools, { org, out: resolve(flags.out), groups, anyGroup });
      const user = await createUser(tools, {
        ...{ org, email, groups },
        ...(password ? { password } : {}),
      });
      return {
        lines: password
          ? [`Created account ${user.id} with the password from DOCENT_PASSWORD.`]
          : [user.password, `Password of account ${user.id}. It is shown only once.`],
        notes,
      };
    }),

  usersList: (flags: DatabaseFlags & { readonly org: string }) =>
    onDatabase(flags, (tools) => describeUsers(tools, flags.org)),

  usersRemove: (flags: DatabaseFlags & { readonly org: string }, email: string) =>
    onDatabase(flags, async (tools) => {
      await removeAccount(tools, { org: flags.org, email });
      return [`Removed the account of ${email} and ended its sessions.`];
    }),

  usersInvite: (flags: InviteFlags, email: string) =>
    asFirst(flags, async (tools) => ({
      lines: [
        await inviteUser(tools, { ...flags, email }),
        `Send this link to ${email}. It is shown only once, and can be used once within seven days.`,
      ],
    })),

  usersRole: (
    flags: DatabaseFlags & { readonly org: string; readonly languages?: readonly string[] },
    email: string,
    role: string,
  ) =>
    onDatabase(flags, async (tools) => {
      await changeRole(tools, { ...flags, email, role });
      return [`${email} is ${role} now.`];
    }),

  usersReset: (
    flags: DatabaseFlags & { readonly org: string; readonly url: string },
    email: string,
  ) =>
    onDatabase(flags, async (tools) => [
      await resetUser(tools, { ...flags, email }),
      `Send this link to ${email}, for a new password. The old one and all sessions have ended.`,
    ]),

  domainsApprove: (flags: DatabaseFlags & { readonly project?: string }, domain: string) =>
    onDatabase(flags, async (tools) => [
      await approveDomain(tools, {
        domain,
        ...given({ project: flags.project }),
      }),
    ]),

  domainsList: (flags: DatabaseFlags) => onDatabase(flags, describeDomains),

  domainsRemove: (flags: DatabaseFlags, domain: string) =>
    onDatabase(flags, async (tools) => {
      await removeDomain(tools, domain);
      return [`${domain} is no longer approved.`];
    }),

  secretsReset: async (
    flags: DatabaseFlags & { readonly yes?: boolean },
    secretKey: string | undefined,
  ): Promise<Printed> => {
    await assertDatabase(flags);
    const store = await openAlone(addressOf(flags));
    try {
      await migrate(store);
      const place = keyPlace(resolve(flags.out), secretKey);
      const dryRun = flags.yes !== true;
      return describeReset(await resetInstanceKey(store, place, { dryRun }), { place, dryRun });
    } finally {
      await store.close();
    }
  },

  backup: async (flags: BackupFlags, to: string, surroundings: Surroundings): Promise<Printed> => {
    await assertDatabase(flags);
    return describeBackup(to, await takeBackup(flags, to, surroundings), flags);
  },

  restore: async (
    flags: RestoreFlags,
    from: string,
    surroundings: Surroundings,
  ): Promise<Printed> => describeRestore(await restore(flags, from, surroundings), flags),

  dbMove: async (flags: MoveFlags, { progress }: Surroundings): Promise<Printed> => {
    const { sums, from, keyFile } = await move(flags, progress);
    return {
      lines: [
        ...sums.map((sum) => `${sum.table}  ${sum.rows} rows  ${sum.hash.slice(0, 16)}`),
        'All rows were copied: counts and checksums match. Start the server with the new address.',
        keyFile
          ? `The key is still in ${keyFile}. Start the server with the same --out, or copy the file to its output folder.`
          : 'The server needs the same DOCENT_SECRET_KEY as before.',
        `The old database ${from} was not changed. Delete it once the server runs with the new one.`,
      ],
    };
  },

  paymentsImport: async (
    flags: DatabaseFlags & { readonly org: string },
    file: string,
  ): Promise<Printed> => {
    const text = await readFile(file, 'utf8').catch((error: Error) => {
      throw new Error(`Can't read ${file}: ${error.message}`);
    });
    await assertDatabase(flags);
    const result = await withStore(addressOf(flags), (store) =>
      importPayments(store, flags.org, text),
    );
    return result.mistakes.length > 0
      ? { lines: [...result.mistakes, 'Nothing was imported.'], code: 1 }
      : { lines: [`Imported ${result.imported} objects.`] };
  },
};

/** A command that reads or manages what is in a database. */
async function onDatabase(
  flags: DatabaseFlags,
  work: (tools: CommandTools) => Promise<string[]>,
): Promise<Printed> {
  await assertDatabase(flags);
  const lines = await withStore(addressOf(flags), (store) =>
    work({ store, now: Date.now, newId: createIds() }),
  );
  return { lines };
}

/** A command that is a sensible first step: it may come before the first start of the server. */
async function asFirst(
  flags: DatabaseFlags,
  work: (tools: CommandTools) => Promise<Printed>,
): Promise<Printed> {
  await assertDatabase(flags, { isFirst: true });
  return withStore(addressOf(flags), async (store) => {
    const tools = { store, now: Date.now, newId: createIds() };
    await store.transaction(async (trx) => {
      await store.lock(trx);
      await defaultOrg({ ...tools, store: { ...store, db: trx } });
    });
    return work(tools);
  });
}

function readDate(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new Error(`Unexpected date "${text}", expected one such as 2027-01-31.`);
  }
  return time;
}

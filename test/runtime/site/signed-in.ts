import { rmSync } from 'node:fs';
import { createApp } from '../../../runtime/app.ts';
import { createUser } from '../../../runtime/commands/users.ts';
import { fixedLimits } from '../../../runtime/http/limits.ts';
import { createRateLimiter } from '../../../runtime/http/rate-limit.ts';
import type { Mailer } from '../../../runtime/mail/mailer.ts';
import { bootstrap } from '../../../runtime/secrets/api-keys.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { createSiteAccess, type SiteAccess } from '../../../runtime/site/access.ts';
import { createAccounts } from '../../../runtime/site/accounts.ts';
import { LiveSite } from '../../../runtime/site/live.ts';
import { createSessions } from '../../../runtime/site/session.ts';
import { createTokenVerifier } from '../../../runtime/site/sign-in-token.ts';
import { endSession, hasEnded } from '../../../runtime/store/ended-sessions.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { createProject } from '../../../runtime/store/project-changes.ts';
import { buildSite } from '../../support/build.ts';
import { sinkCertificate } from '../../support/hook-sink.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { openSqliteTest } from '../store/each-store.ts';

/** A built site with sessions, served by the application over a database of its own. */
export interface SignedInWorld {
  readonly out: string;
  readonly live: LiveSite;
  readonly access: SiteAccess;
  readonly project: string;
  readonly store: Store;
  readonly log: string[];
  /** Milliseconds that the clock is ahead. */
  readonly clock: { ahead: number };
  readonly ask: (path: string, init?: RequestInit & { cookie?: string }) => Promise<Response>;
  readonly addUser: (email: string, groups: readonly string[]) => Promise<string>;
  /** The same site as another project of the same server. */
  readonly asProject: (project: string) => SignedInWorld['ask'];
  readonly close: () => Promise<void>;
}

let clients = 0;

export const origin = 'http://docs.test';

/** Builds and opens it; `port` is that of the server which tells the keys. */
export async function openSignedIn(
  auth: object,
  more: {
    readonly basePath?: string;
    readonly port?: number;
    /** Sends links to sign in with. */
    readonly mailer?: Mailer;
    /** The public address is not known to the build. */
    readonly hasNoOrigin?: boolean;
    readonly config?: object;
  } = {},
): Promise<SignedInWorld> {
  const dir = makeTempDir();
  const out = makeTempDir();
  const { basePath = '' } = more;
  const pages = ['index', 'open/start', 'team/plan', 'partners/deal', 'open/staff-only'];
  writeFiles(dir, {
    'docs.json': minimalConfig(pages, {
      auth: {
        enabled: true,
        publicPaths: ['/', 'open/**'],
        groups: {
          partners: { label: 'Partners', pages: ['partners/**'] },
          staff: { label: 'Staff', pages: ['open/staff-only'] },
        },
        ...auth,
      },
      seo: { indexing: 'all' },
      ...(basePath ? { hosting: { basePath } } : {}),
      ...more.config,
    }),
    'index.mdx': '---\ntitle: Home\n---\n\nWelcome everybody.\n',
    'open/start.mdx': '---\ntitle: Start\n---\n\nAnybody may read this.\n',
    'open/staff-only.mdx': '---\ntitle: Staff\n---\n\nThe walrus sleeps in the cellar.\n',
    'team/plan.mdx':
      `---\ntitle: Plan\n---\n\nThe osprey lands on Monday. ![Map](/images/map.svg)\n\n` +
      'A long page is compressed when it is asked for. '.repeat(60),
    'partners/deal.mdx':
      '---\ntitle: Deal\n---\n\nThe narwhal costs nine. ![Price](/images/price.svg)\n\n<Update label="May 2026">The narwhal is cheaper.</Update>\n',
    'images/map.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>map</title></svg>',
    'images/price.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>price</title></svg>',
    'partners/list.txt': 'narwhal, osprey',
  });
  const built = await buildSite(dir, out, more.hasNoOrigin ? {} : { origin });
  if (!built.deployment) throw new Error(JSON.stringify(built.problems));
  const { store, drop } = await openSqliteTest();
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const newId = createIds(now);
  const orgId = (await bootstrap({ store, now, newId }))?.orgId ?? '';
  const { id: project } = await createProject(store, {
    ...{ id: newId('prj'), org_id: orgId, name: 'Docs', slug: 'docs', subdomain: undefined },
    ...{ custom_domain: null, repo_provider: null, repo_owner: null, repo_name: null },
    ...{ repo_branch: 'main', repo_path: '/', created_at: now() },
  });
  const log: string[] = [];
  const live = new LiveSite(out, { interval: 60_000 });
  const accounts = createAccounts(store);
  const policy = {
    allow: ['127.0.0.0/8', '::1/128'],
    plainHosts: ['localhost'],
    ports: [more.port ?? 443],
  };
  const access = createSiteAccess({
    sessions: createSessions({
      vault: createVault(Buffer.alloc(32, 7)),
      accounts,
      ended: {
        add: (session) => endSession(store.db, session, now()),
        has: (id) => hasEnded(store.db, id),
      },
      now,
    }),
    accounts,
    verifyToken: createTokenVerifier({ policy, now, ca: sinkCertificate }),
    log: (line) => log.push(line),
    ...(more.mailer
      ? {
          links: {
            ...{ mailer: more.mailer, now },
            vault: createVault(Buffer.alloc(32, 8)),
            limit: createRateLimiter(fixedLimits.signInLink, undefined, now),
            use: (link) => endSession(store.db, link, now()),
          },
        }
      : {}),
  });
  const asProject = (id: string): SignedInWorld['ask'] => {
    const app = createApp({
      ...{ site: live, version: '1', log: (line: string) => log.push(line), access },
      projectOf: () => id,
    });
    return async (path, { cookie, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (cookie) headers.set('cookie', cookie);
      if (init.method === 'POST' && !headers.has('origin') && !headers.has('sec-fetch-site')) {
        headers.set('origin', origin);
      }
      // Another client each time: what is counted by address is not what is tested.
      const incoming = { socket: { remoteAddress: `192.0.2.${++clients % 250}` } };
      return app.request(`${origin}${path}`, { ...init, headers }, { incoming });
    };
  };
  return {
    ...{ out, live, access, project, store, log, clock, asProject },
    ask: asProject(project),
    addUser: async (email, groups) =>
      (await createUser({ store, now, newId }, { org: 'default', email, groups })).password,
    close: async () => {
      live.close();
      await drop();
      for (const folder of [dir, out]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The session of an answer as the browser sends it back. */
export function sessionCookie(response: Response): string {
  const [cookie] = response.headers
    .getSetCookie()
    .filter((one) => /docent_session=[^;]/.test(one))
    .map((one) => one.split(';')[0] ?? '');
  if (!cookie) throw new Error(`No session in an answer with status ${response.status}.`);
  return cookie;
}

/** The body of a form. */
export function form(fields: Readonly<Record<string, string>>) {
  return { method: 'POST', body: new URLSearchParams(fields) } as const;
}

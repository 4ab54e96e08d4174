import { createHmac } from 'node:crypto';
import type { DomainState } from '../../schema/api/projects.ts';
import { given } from '../../schema/given.ts';
import { isBelowHost } from '../../schema/network.ts';
import { findProof, insertProof, removeDnsProof } from '../store/domains.ts';
import type { Store } from '../store/open.ts';
import type { DomainRow } from '../store/tables.ts';

/** Says which project a domain belongs to. A claim that nothing proves changes nothing that is served. */
export interface Domains {
  /** What the TXT record `_docent.<domain>` must hold for a project. */
  readonly tokenOf: (projectId: string) => string;
  /** Looks at the database, and into the DNS when that has not been asked of late. */
  readonly stateOf: (projectId: string, domain: string) => Promise<DomainState>;
  /** The operator's own host: names below it are those of projects by their subdomains. */
  readonly baseHost?: string;
}

/** Asks the DNS for the TXT records of a name, as `node:dns` does. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** Milliseconds until the DNS is asked again: about what was found, and what was not. */
const again = { found: 10 * 60_000, absent: 30_000 } as const;
/** Milliseconds that a request waits for the DNS. */
const patience = 3000;
/** Answers of a resolver that mean there is no such record. */
const absent = new Set(['ENODATA', 'ENOTFOUND']);

/** Opens the domains of a database. */
export function createDomains(options: {
  readonly store: Store;
  /** Tokens are made with it. */
  readonly key: Uint8Array;
  readonly resolveTxt: ResolveTxt;
  readonly baseHost?: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}): Domains {
  const { store, baseHost, now } = options;
  const asked = new Map<string, { readonly until: number; readonly done: Promise<void> }>();
  const tokenOf = (projectId: string) => {
    const digest = createHmac('sha256', options.key).update(`domain ${projectId}`).digest('hex');
    return `docent-domain=${digest.slice(0, 32)}`;
  };

  const look = async (domain: string, projectId: string): Promise<boolean> => {
    try {
      const records = await options.resolveTxt(`_docent.${domain}`);
      const token = tokenOf(projectId);
      if (records.some((parts) => parts.join('').trim() === token)) {
        const proof: DomainRow = { domain, project_id: projectId, proof: 'dns', proven_at: now() };
        await insertProof(store.db, proof);
        return true;
      }
    } catch (error) {
      // A resolver that does not answer says nothing: what was proven stays so.
      if (!absent.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    }
    await removeDnsProof(store.db, domain, projectId);
    return false;
  };
  const lookSometimes = (domain: string, projectId: string): Promise<void> => {
    const key = `${projectId} ${domain}`;
    const known = asked.get(key);
    if (known && now() < known.until) return known.done;
    // A project that changes its claim again and again fills no memory.
    if (asked.size >= 10_000) asked.clear();
    const done = look(domain, projectId).then(
      (found) => {
        asked.set(key, { until: now() + (found ? again.found : again.absent), done });
      },
      (error: Error) => options.log(`Can't look up the domain ${domain}: ${error.message}`),
    );
    asked.set(key, { until: now() + again.absent, done });
    return done;
  };

  return {
    tokenOf,
    ...given({ baseHost }),
    stateOf: async (projectId, domain) => {
      if (isBelowHost(domain, baseHost)) return 'unproven';
      const before = await findProof(store.db, domain, projectId);
      if (before?.proof === 'operator') return 'approved';
      const looking = lookSometimes(domain, projectId);
      // What was proven is looked at again while it is served.
      if (before) return 'verified';
      await Promise.race([looking, sleep(patience)]);
      return (await findProof(store.db, domain, projectId)) ? 'verified' : 'unproven';
    },
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

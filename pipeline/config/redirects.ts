import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { capturesOf, isPlainPath, matchRedirect, maxHops } from '../../schema/redirect.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';
import { show } from '../../schema/validation/show.ts';
import type { Locate } from './locate.ts';
import { comparisons, walkRedirects } from './redirect-walk.ts';

/** Redirects, and what is wrong in those that were written. */
interface CheckedRedirects {
  readonly redirects: readonly ResolvedRedirect[];
  readonly problems: readonly Problem[];
}

/** Redirects ready for `matchRedirect`: `basePath` added, chains collapsed, loops reported. */
export function resolveRedirects(
  config: Config,
  options: { readonly locate?: Locate } = {},
): CheckedRedirects {
  const { redirects, problems } = checkRedirects(config, options);
  return { redirects: redirects.map((redirect) => collapse(redirect, redirects)), problems };
}

/** The same, but for the chains: what is wrong is known before these are followed. */
export function checkRedirects(
  config: Config,
  options: { readonly locate?: Locate } = {},
): CheckedRedirects {
  const locate: Locate = options.locate ?? (() => ({ file: 'docs.json' }));
  const problems: Problem[] = [];
  const report: Report = (fault, index, severity = 'error') => {
    const { ruleId, key, reason, note } = fault;
    const location = locate(`/redirects/${index}${key === '' ? '' : `/${key}`}`);
    problems.push({ severity, source: 'config', ruleId, ...location, reason, note });
  };
  const kept: Entry[] = [];
  const seen = new Map<string, number>();
  config.redirects.forEach((redirect, index) => {
    const { basePath } = config.hosting;
    const source = readSource(redirect.source);
    const destination = readDestination(redirect.destination);
    const fault = faultOf(redirect, source, destination);
    if (fault !== undefined) {
      report(fault, index, fault.ruleId === 'redirect-fragment' ? 'warning' : 'error');
      return;
    }
    const earlier = seen.get(source);
    if (earlier !== undefined) {
      // Sites that come from elsewhere have `/a` and `/a/`, which are one path here.
      if (!agree(redirect, config.redirects[earlier])) {
        report(duplicate(source, earlier), index, 'warning');
      }
      return;
    }
    seen.set(source, index);
    kept.push({
      index,
      source: withBase(basePath, source),
      destination: destination.startsWith('/') ? withBase(basePath, destination) : destination,
      status: redirect.permanent ? 301 : 302,
    });
  });
  const served = withoutLoops(kept, report);
  const redirects = served.map(
    ({ source, destination, status }): ResolvedRedirect => ({ source, destination, status }),
  );
  return { redirects, problems };
}

/** The redirects that are served, the others reported: circles, and chains that no request is sent through. */
function withoutLoops(kept: readonly Entry[], report: Report): readonly Entry[] {
  const budget = { left: comparisons };
  let served = kept;
  for (;;) {
    const { loops, long, unread } = walkRedirects(served, budget);
    for (const loop of loops) {
      const [first] = loop;
      if (first === undefined) continue;
      const names = [...loop, first].map((entry) => entry.source);
      const chain = names.length > 12 ? [...names.slice(0, 5), '…', ...names.slice(-2)] : names;
      const reason = `Redirect loop: ${chain.join(' → ')}`;
      const note = 'Redirect one of them to a page.';
      report({ ruleId: 'redirect-loop', key: '', reason, note }, first.index);
    }
    const gone = new Set(loops.flat());
    served = served.filter((entry) => !gone.has(entry));
    // Taking one circle out can uncover another that it hid.
    if (loops.length > 0 && unread === undefined) continue;
    const [first] = long;
    if (first) {
      const others = long.length > 1 ? `, and so do ${long.length - 1} others` : '';
      const reason = `Redirect from ${first.source} goes through more than ${maxHops} others${others}: readers get an error instead`;
      const note = 'Redirect each of them to the final page.';
      report({ ruleId: 'redirect-chain', key: 'destination', reason, note }, first.index);
    }
    if (unread) {
      const reason = `Redirects from ${unread.source} on are not checked for loops: there are too many patterns`;
      const note =
        'Write fewer redirects with * or :name, or redirect each of them to the final page.';
      report({ ruleId: 'redirect-limit', key: 'source', reason, note }, unread.index, 'warning');
    }
    return served;
  }
}

type Redirect = Config['redirects'][number];

interface Entry extends ResolvedRedirect {
  readonly index: number;
}

interface Fault {
  readonly ruleId: string;
  readonly key: 'source' | 'destination' | '';
  readonly reason: string;
  readonly note: string;
}

type Report = (fault: Fault, index: number, severity?: 'error' | 'warning') => void;

/** The path of a written source, as in a resolved redirect. */
export function sourceOf(written: string, basePath: string): string {
  return withBase(basePath, readSource(written));
}

/** `:name*` of the other dialect is the rest of the path, as `*` is. A space is written as in an address. */
function readSource(written: string): string {
  if (isPlainPath(written)) return written;
  const path = written
    .trim()
    .replaceAll(/:[A-Za-z_]\w*[*+]|\(\.\*\)/g, '*')
    .replaceAll(' ', '%20');
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return path;
  const whole = path.startsWith('/') ? path : `/${path}`;
  return whole.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function readDestination(written: string): string {
  if (isPlainPath(written)) return written;
  const path = written.trim();
  const origin = /^https?:\/\/[^/?#]*/i.exec(path)?.[0];
  const rest = path.slice(origin?.length ?? 0).replaceAll(/:[A-Za-z_]\w*[*+]|\*/g, ':splat');
  if (origin !== undefined) return origin + rest;
  if (/^([a-z][a-z\d+.-]*:|\/\/|\\)/i.test(path)) return path;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function faultOf(
  written: { readonly source: string; readonly destination: string },
  source: string,
  destination: string,
): Fault | undefined {
  if (isPlainPath(source) && isPlainPath(destination)) return undefined;
  if (source.startsWith('/') && /[?#]/.test(source)) {
    return {
      ruleId: 'redirect-fragment',
      key: 'source',
      reason: `Redirect source ${show(written.source)} has a ${source.includes('#') ? 'fragment' : 'query'}, which never matches`,
      note: 'Redirect only the path; redirects ignore queries and fragments.',
    };
  }
  if (!source.startsWith('/') || /[\\\s]/.test(source)) {
    return {
      ruleId: 'redirect-source',
      key: 'source',
      reason: `Unexpected redirect source ${show(written.source)}, expected a path without host, query and fragment`,
      note: 'Write a path such as "/old/page".',
    };
  }
  if (!/^(https?:\/\/[^/:*\\@]+(:\d+)?([/?#]|$)|\/(?![/\\]))/i.test(destination)) {
    return {
      ruleId: 'redirect-destination',
      key: 'destination',
      reason: `Unexpected redirect destination ${show(written.destination)}, expected a path or an https URL with a fixed host`,
      note: 'Write a path such as "/new/page" or a full URL.',
    };
  }
  const names = capturesOf(source);
  // More captures in one segment could be matched in too many ways.
  const crowded = source.split('/').some((segment) => capturesOf(segment).length > 2);
  if (
    crowded ||
    names.filter((name) => name === 'splat').length > 1 ||
    new Set(names).size < names.length
  ) {
    return {
      ruleId: 'redirect-pattern',
      key: 'source',
      reason: `Unexpected pattern ${show(written.source)}, expected each parameter once and at most one *`,
      note: 'Split it into several redirects.',
    };
  }
  const path = destination.replace(/^https?:\/\/[^/?#]*/i, '');
  const unknown = capturesOf(path).find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  const shown = unknown === 'splat' ? '*' : `:${unknown}`;
  return {
    ruleId: 'redirect-parameter',
    key: 'destination',
    reason: `Unexpected ${shown} in redirect destination ${show(written.destination)}, the source does not have it`,
    note: `Add ${shown} to the source, or remove it here.`,
  };
}

/** Whether two redirects are for two spellings of one path, and send it to one place. */
function agree(one: Redirect, other: Redirect | undefined): boolean {
  return (
    other !== undefined &&
    one.source !== other.source &&
    one.destination === other.destination &&
    one.permanent === other.permanent
  );
}

function duplicate(source: string, earlier: number): Fault {
  return {
    ruleId: 'duplicate-redirect',
    key: 'source',
    reason: `Duplicate redirect from ${source}, redirects[${earlier}] already matches`,
    note: 'Remove one of the two.',
  };
}

function withBase(basePath: string, path: string): string {
  return basePath + (path === '/' && basePath !== '' ? '' : path);
}

/** The end of a chain, where the source is one path; patterns are followed when they are matched. */
function collapse(
  redirect: ResolvedRedirect,
  redirects: readonly ResolvedRedirect[],
): ResolvedRedirect {
  if (capturesOf(redirect.source).length > 0) return redirect;
  const end = matchRedirect(redirects, redirect.source);
  return end === undefined ? redirect : { ...redirect, ...end };
}

import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { capturesOf, hopFrom, matchRedirect } from '../../schema/redirect.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';
import { show } from '../../schema/validate.ts';
import type { Locate } from './locate.ts';

/** Redirects ready for `matchRedirect`: `basePath` added, chains collapsed, loops reported (S3-50). */
export function resolveRedirects(
  config: Config,
  options: { readonly locate?: Locate } = {},
): { readonly redirects: readonly ResolvedRedirect[]; readonly problems: readonly Problem[] } {
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
      report(duplicate(source, earlier), index, 'warning');
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
  let served = kept;
  // Taking one circle out can uncover another that it hid.
  for (let loops = findLoops(served); loops.length > 0; loops = findLoops(served)) {
    for (const loop of loops) {
      const first = loop[0];
      if (first === undefined) continue;
      const chain = [...loop, first].map((entry) => entry.source).join(' → ');
      const reason = `Redirects lead in a circle: ${chain}`;
      const note = 'Let one of them lead to a page.';
      report({ ruleId: 'redirect-loop', key: '', reason, note }, first.index);
    }
    const gone = new Set(loops.flat());
    served = served.filter((entry) => !gone.has(entry));
  }
  const redirects = served.map(
    ({ source, destination, status }): ResolvedRedirect => ({ source, destination, status }),
  );
  return { redirects: redirects.map((redirect) => collapse(redirect, redirects)), problems };
}

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

/** The address that a written source stands for, as it is in a resolved redirect. */
export function sourceOf(written: string, basePath: string): string {
  return withBase(basePath, readSource(written));
}

/** `:name*` of the other dialect is the rest of the path, as `*` is. */
function readSource(written: string): string {
  const path = written.trim().replaceAll(/:[A-Za-z_]\w*[*+]|\(\.\*\)/g, '*');
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return path;
  const whole = path.startsWith('/') ? path : `/${path}`;
  return whole.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function readDestination(written: string): string {
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
  if (source.startsWith('/') && /[?#]/.test(source)) {
    return {
      ruleId: 'redirect-fragment',
      key: 'source',
      reason: `Redirect source ${show(written.source)} has a ${source.includes('#') ? 'fragment' : 'query'}, which never matches`,
      note: 'Redirect the path alone; browsers keep fragments to themselves.',
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
      note: 'Write a path such as "/new/page" or a whole URL.',
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

/** Redirects that lead back to themselves, each circle once. Patterns are tried with made-up names. */
function findLoops(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const loops: Entry[][] = [];
  const inLoop = new Set<Entry>();
  for (const entry of entries) {
    if (inLoop.has(entry)) continue;
    const chain: Entry[] = [];
    let path = entry.source
      .replaceAll(/:[A-Za-z_]\w*/g, (name) => `~${name.slice(1)}~`)
      .replaceAll('*', '~rest~/~of~');
    // A redirect to its own path is ignored when matching, but is a mistake all the same.
    if (entry.source === entry.destination) {
      loops.push([entry]);
      inLoop.add(entry);
      continue;
    }
    for (let hop = 0; hop <= entries.length; hop++) {
      const step = hopFrom(entries, path);
      const next = step === undefined ? undefined : entries[step.index];
      if (step === undefined || next === undefined) break;
      const at = chain.indexOf(next);
      if (at >= 0) {
        const circle = chain.slice(at);
        if (!circle.some((member) => inLoop.has(member))) loops.push(circle);
        for (const member of circle) inLoop.add(member);
        break;
      }
      chain.push(next);
      if (!step.destination.startsWith('/')) break;
      path = step.destination;
    }
  }
  return loops;
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

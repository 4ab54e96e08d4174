import { type ProjectBody, reservedSubdomains } from '../../schema/api/projects.ts';
import { isBelowHost } from '../../schema/network.ts';
import { invalid } from '../http/body.ts';
import { domainName } from '../site/domain-name.ts';
import type { Domains } from '../site/domains.ts';
import type { ProjectChange } from '../store/project-changes.ts';
import type { ProjectRow } from '../store/tables.ts';

/** The owner may have slashes: it is a group of groups on some hosts. */
export function repositoryOf(text: string | undefined) {
  const slash = text?.lastIndexOf('/') ?? -1;
  return text === undefined
    ? undefined
    : { owner: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** No site is served for a project of test mode: it must not take the host of another. */
export function refuseHosts({ subdomain, customDomain }: ProjectBody): void {
  for (const [name, value] of Object.entries({ subdomain, customDomain })) {
    if (value === undefined || value === null) continue;
    throw invalid(name, 'not-in-test-mode', `${name} can't be set in test mode`);
  }
}

export function changeOf(given: ProjectBody, current: ProjectRow, domains: Domains): ProjectChange {
  return {
    ...(given.name !== undefined ? { name: given.name } : {}),
    ...(given.slug !== undefined ? { slug: given.slug } : {}),
    ...(given.subdomain !== undefined ? { subdomain: subdomainOf(given.subdomain) } : {}),
    ...(given.customDomain !== undefined
      ? { custom_domain: domainOf(given.customDomain, domains) }
      : {}),
    ...(given.repoProvider !== undefined ? { repo_provider: given.repoProvider } : {}),
    ...(given.repoOwner !== undefined ? { repo_owner: given.repoOwner } : {}),
    ...(given.repoName !== undefined ? { repo_name: given.repoName } : {}),
    ...(given.repoBranch !== undefined ? { repo_branch: given.repoBranch ?? 'main' } : {}),
    ...(given.repoPath !== undefined ? { repo_path: repoPathOf(given.repoPath ?? '/') } : {}),
    ...(given.translateProps !== undefined
      ? { translate_props: propsText(given.translateProps) }
      : {}),
    ...(given.configJson !== undefined && given.configJson !== current.config_json
      ? { config_json: given.configJson, config_pending: 1 as const }
      : {}),
  };
}

export function subdomainOf<Label extends string | null | undefined>(label: Label): Label {
  if (typeof label === 'string' && reservedSubdomains.includes(label)) {
    throw invalid('subdomain', 'reserved', `The subdomain "${label}" is reserved`);
  }
  return label;
}

/** As host headers carry it; names of the operator's own host follow from subdomains. */
export function domainOf(domain: string | null, { baseHost }: Domains): string | null {
  if (domain === null) return null;
  const name = domainName(domain);
  if (name === undefined) {
    throw invalid(
      'customDomain',
      'wrong-format',
      `Unexpected customDomain ${JSON.stringify(domain)}, expected a host name such as docs.example.com`,
    );
  }
  if (isBelowHost(name, baseHost)) {
    const reason = `The domain "${name}" belongs to this service. Use the subdomain field to choose a name below it`;
    throw invalid('customDomain', 'reserved', reason);
  }
  return name;
}

/** One leading slash, none behind, no way out of the repository. */
export function repoPathOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..') || path.includes('\\')) {
    throw invalid(
      'repoPath',
      'wrong-format',
      'Unexpected repoPath, expected a folder in the repository',
    );
  }
  return `/${parts.join('/')}`;
}

/** Provider, owner and name come together or not at all. */
export function requireWholeRepository(
  row: Pick<ProjectRow, 'repo_provider' | 'repo_owner' | 'repo_name'>,
): void {
  const fields = {
    repoProvider: row.repo_provider,
    repoOwner: row.repo_owner,
    repoName: row.repo_name,
  };
  const missing = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === 0 || missing.length === 3) return;
  throw invalid(
    missing[0] ?? '',
    'missing-field',
    `Missing ${missing.join(' and ')}: repoProvider, repoOwner and repoName must be set together`,
  );
}

/** Components without properties say nothing. */
function propsText(props: ProjectBody['translateProps']): string | null {
  const named = Object.entries(props ?? {}).filter(([, names]) => names.length > 0);
  return named.length === 0 ? null : JSON.stringify(Object.fromEntries(named));
}

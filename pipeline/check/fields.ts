import type { Config } from '../../schema/config/config.ts';
import type { Problem, Severity } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { isPath } from '../site/icon-kind.ts';
import { keyPlace } from '../source/frontmatter-range.ts';
import { inlineMarks } from '../source/inline-marks.ts';
import { resolveLink } from '../source/links.ts';
import { nearest } from '../source/nearest.ts';
import { exists, type Named } from './names.ts';

/** Names that are compared with all others; thousands of them would take ages. */
const mostHints = 200;

/** Images, pages and groups in front matter that do not exist. */
export function checkFields(site: Named, mode: 'check' | 'preview' = 'check'): Problem[] {
  const level = site.config.addons.ciChecks.brokenLinks;
  // As with links in the text, `off` is about checks: an author who writes sees everything.
  const severity = level !== 'off' ? level : mode === 'preview' ? 'warning' : 'note';
  const problems: Problem[] = [];
  let hints = mostHints;
  const near = (name: string, names: Iterable<string>): string | undefined =>
    --hints < 0 ? undefined : nearest(name.replace(/^\.?\/|[?#].*$/g, ''), names);
  for (const page of site.pages.values()) {
    // A generated page has the front matter of its description, which is not one of the author's files.
    if (page.file.path === page.operation?.source) continue;
    const tell = (field: string, rank: Severity, said: Said): void => {
      const place = keyPlace(page.file.text.slice(0, page.bodyOffset), field);
      const at = place ? { place } : {};
      problems.push({ severity: rank, source: 'site', file: page.file.path, ...at, ...said });
    };
    for (const [field, path] of picturesOf(page)) {
      if (isThere(path, site)) continue;
      const meant = near(path, site.assets.keys());
      tell(field, severity, {
        ruleId: 'missing-file',
        ...found(`Missing file ${path}, referenced by "${field}"`, path, meant && `/${meant}`),
        note: 'Correct the path, or put the file there.',
      });
    }
    for (const href of relatedOf(page)) {
      if (exists(href, site)) continue;
      const meant = near(href, site.pages.keys());
      tell('related', severity, {
        ruleId: 'broken-link',
        ...found(`Missing page ${href}, referenced by "related"`, href, meant && `/${meant}`),
        note: 'Correct the address, or add the page or a redirect.',
      });
    }
    for (const { href } of inlineMarks(page.frontmatter.description ?? '')) {
      if (!href?.startsWith('/') || exists(href, site)) continue;
      const meant = near(href, site.pages.keys());
      tell('description', severity, {
        ruleId: 'broken-link',
        ...found(`Broken link ${href} in "description"`, href, meant && `/${meant}`),
        note: 'Correct the address, or add the page or a redirect.',
      });
    }
    for (const group of unknownGroups(page, site.config)) {
      const names = Object.keys(site.config.auth.groups);
      tell('groups', 'warning', {
        ruleId: 'unknown-group',
        ...found(`Unknown group "${group}"`, group, near(group, names)),
        note: 'Name a group of "auth.groups" in docs.json, or add it there.',
      });
    }
    if (page.frontmatter.groups?.length && !site.config.auth.enabled) {
      tell('groups', 'warning', {
        ruleId: 'groups-without-auth',
        reason: 'The field "groups" protects nothing: everyone can read this page.',
        note: 'Set "auth.enabled" to true in docs.json, or remove the field.',
      });
    }
  }
  return problems;
}

type Said = Pick<Problem, 'ruleId' | 'reason' | 'note' | 'actual' | 'expected'>;

function found(
  sentence: string,
  actual: string,
  near: string | undefined,
): Pick<Problem, 'reason' | 'actual' | 'expected'> {
  const hint = near === undefined ? '.' : `; did you mean "${near}"?`;
  return { reason: sentence + hint, actual, ...(near === undefined ? {} : { expected: [near] }) };
}

function picturesOf({ frontmatter }: Page): readonly (readonly [string, string])[] {
  const { icon, meta } = frontmatter;
  const picture = meta['og:image'];
  return [
    ...(icon !== undefined && isPath(icon) && !icon.startsWith('<')
      ? [['icon', icon] as const]
      : []),
    ...(picture ? [['og:image', picture] as const] : []),
  ];
}

function isThere(path: string, site: Named): boolean {
  const target = resolveLink(path, 'index', site.config.hosting.basePath);
  if (target.type !== 'internal') return target.type === 'external';
  return site.assets.has(target.path) || site.snippets.has(target.path);
}

function relatedOf({ frontmatter }: Page): readonly string[] {
  const { related } = frontmatter;
  if (!related) return [];
  return related.flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
}

/** A site with an identity provider of its own need not list that one's groups. */
function unknownGroups({ frontmatter }: Page, { auth }: Config): readonly string[] {
  const listed = Object.keys(auth.groups).length > 0 || auth.provider === 'builtin';
  if (!auth.enabled || !listed) return [];
  return (frontmatter.groups ?? []).filter((group) => !Object.hasOwn(auth.groups, group));
}

import type { Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { resolveLink } from '../source/links.ts';
import { nearest } from '../source/nearest.ts';
import type { OwnFiles } from './own-scripts.ts';

/** Files that the site's own style sheets name and that do not exist: pictures, fonts, other sheets. */
export function missingInStyles(site: Site, { styles }: OwnFiles): Problem[] {
  return styles.flatMap((path) => {
    const file = site.snippets.get(path);
    return file ? missingIn(file, site) : [];
  });
}

/** `url(…)` and `@import "…"`, and comments, which name nothing. */
const address =
  /\/\*[\s\S]*?(?:\*\/|$)|\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]*)(?=\s*\)))|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')/gi;

/** Missing files that are compared with all others of a site. */
const mostHints = 20;

function missingIn(file: SourceFile, { assets, config }: Site): Problem[] {
  const { basePath } = config.hosting;
  const { brokenLinks } = config.addons.ciChecks;
  const problems = new Map<string, Problem>();
  const pointIn = pointsIn(file.text);
  for (const match of file.text.matchAll(address)) {
    const url = match.slice(1).find((part) => part !== undefined);
    if (!url || problems.has(url)) continue;
    const target = resolveLink(url, file.path, basePath);
    if (target.type !== 'internal' || target.path === '' || assets.has(target.path)) continue;
    const near = problems.size < mostHints ? nearest(target.path, assets.keys()) : undefined;
    const end = match.index + match[0].length;
    problems.set(url, {
      severity: brokenLinks === 'off' ? 'note' : brokenLinks,
      source: 'site',
      ruleId: 'missing-file',
      file: file.path,
      place: { start: pointIn(match.index), end: pointIn(end) },
      reason: `Missing file "${url}"${near === undefined ? '.' : `; did you mean "/${near}"?`}`,
      actual: url,
      ...(near === undefined ? {} : { expected: [`/${near}`] }),
      note: 'Correct the path, or add the file.',
    });
  }
  return [...problems.values()];
}

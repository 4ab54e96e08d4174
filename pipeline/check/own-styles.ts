import type { Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { resolveLink } from '../source/links.ts';
import { nearest } from '../source/nearest.ts';
import { addressesInStyles } from '../source/style-addresses.ts';
import type { OwnFiles } from './own-scripts.ts';

/** Files that the site's own style sheets name and that do not exist: pictures, fonts, other sheets. */
export function missingInStyles(site: Site, { styles }: OwnFiles): Problem[] {
  return styles.flatMap((path) => {
    const file = site.snippets.get(path);
    return file ? missingIn(file, site) : [];
  });
}

/** Missing files that are compared with all others of a site. */
const mostHints = 20;

function missingIn(file: SourceFile, { assets, config }: Site): Problem[] {
  const { basePath } = config.hosting;
  const { brokenLinks } = config.addons.ciChecks;
  const problems = new Map<string, Problem>();
  const pointIn = pointsIn(file.text);
  for (const { url, start, end } of addressesInStyles(file.text)) {
    if (url === '' || problems.has(url)) continue;
    const target = resolveLink(url, file.path, basePath);
    if (target.type !== 'internal' || target.path === '' || assets.has(target.path)) continue;
    const near = problems.size < mostHints ? nearest(target.path, assets.keys()) : undefined;
    problems.set(url, {
      severity: brokenLinks === 'off' ? 'note' : brokenLinks,
      source: 'site',
      ruleId: 'missing-file',
      file: file.path,
      place: { start: pointIn(start), end: pointIn(end) },
      reason: `Missing file "${url}"${near === undefined ? '.' : `; did you mean "/${near}"?`}`,
      actual: url,
      ...(near === undefined ? {} : { expected: [`/${near}`] }),
      note: 'Correct the path, or add the file.',
    });
  }
  return [...problems.values()];
}

import type { Config } from '../../schema/config/config.ts';
import type { Icons } from '../../schema/config/icons.ts';
import type { Place, Problem } from '../../schema/errors.ts';
import type { Page } from '../../schema/site.ts';
import { keyPlace } from '../source/frontmatter-range.ts';
import { findIcon } from './find-icon.ts';
import { isPath, isSign } from './icon-kind.ts';

/** What is to be said of an icon that is not drawn as its name says. */
export function iconProblem(
  name: string,
  library: Icons['library'],
  type?: string,
): Omit<Problem, 'source' | 'file'> | undefined {
  if (name.trim() === '' || isPath(name) || isSign(name)) return undefined;
  const found = findIcon(name, library, type);
  if (found.match === 'exact') return undefined;
  if (found.match === 'style')
    return {
      severity: 'note',
      ruleId: 'icon-style',
      reason: `The icon "${name}" is shown in a free Font Awesome style: the requested style is paid.`,
      actual: name,
      note: 'No action needed. The free types are `solid`, `regular` and `brands`.',
    };
  const sets = library === 'tabler' ? 'Tabler, Lucide or Font Awesome' : 'Lucide or Font Awesome';
  const meant = found.name === undefined ? {} : { expected: [found.name] };
  const hint = found.name === undefined ? '.' : `; did you mean "${found.name}"?`;
  if (found.match === 'near')
    return {
      severity: 'warning',
      ruleId: 'icon-replaced',
      reason: `There is no free icon "${name}"; "${found.name}" is shown instead.`,
      actual: name,
      ...meant,
      note: `Use a free icon of ${sets}, or the path of an SVG file.`,
    };
  return {
    severity: 'warning',
    ruleId: 'unknown-icon',
    reason: `Unknown icon "${name}", expected a name from ${sets}${hint} A neutral icon is shown instead.`,
    actual: name,
    ...meant,
    note: 'Choose another name, or use the path of an SVG file.',
  };
}

/** Nothing has to be done about an icon that is replaced: once is enough. An unknown one is wrong at each place. */
export function isToldOnce({ ruleId }: Pick<Problem, 'ruleId'>): boolean {
  return ruleId !== 'unknown-icon';
}

type Locate = (pointer: string) => { readonly file: string; readonly place?: Place };

/** An icon that `docs.json` or the front matter of a page names. */
export interface IconUse {
  readonly icon: string;
  readonly type?: string | undefined;
  /** JSON pointer into `docs.json`, or the page. */
  readonly at: string | Page;
}

/** The icons of `docs.json` and of front matter. */
export function iconUses(config: Config, pages: Iterable<Page>): readonly IconUse[] {
  const uses: IconUse[] = [];
  for (const part of ['navigation', 'navbar', 'contextual'] as const) {
    walk(config[part], `/${part}`, (use) => uses.push(use));
  }
  for (const page of pages) {
    const { icon, iconType: type } = page.frontmatter;
    if (icon !== undefined) uses.push({ icon, type, at: page });
  }
  return uses;
}

/** Problems of uses, which `said` has by the name and type of the icon, with their places. */
export function placedIconProblems(
  uses: readonly IconUse[],
  said: (use: IconUse) => ReturnType<typeof iconProblem>,
  locate: Locate,
): readonly Problem[] {
  const known = new Set<string>();
  return uses.flatMap((use) => {
    const problem = said(use);
    if (!problem) return [];
    if (typeof use.at === 'string') {
      const name = `${use.icon} ${use.type}`;
      if (isToldOnce(problem) && known.has(name)) return [];
      known.add(name);
      return [{ source: 'site', ...problem, ...locate(use.at) }];
    }
    const { file, bodyOffset } = use.at;
    const place = keyPlace(file.text.slice(0, bodyOffset), 'icon');
    return [{ source: 'site', ...problem, file: file.path, ...(place ? { place } : {}) }];
  });
}

/** Every object with an `icon`, wherever it is nested. */
function walk(value: unknown, pointer: string, tell: (use: IconUse) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('icon' in value && typeof value.icon === 'string') {
    const type =
      'iconType' in value && typeof value.iconType === 'string' ? value.iconType : undefined;
    tell({ icon: value.icon, type, at: `${pointer}/icon` });
  }
  for (const [key, inner] of Object.entries(value)) {
    walk(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, tell);
  }
}

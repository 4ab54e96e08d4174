import type { ComponentChildren } from 'preact';
import { iconLibraries } from '../../schema/config/icons.ts';
import type { IconOptions, PageContext } from './components/page-context.ts';
import { findIcon } from './find-icon.ts';
import { iconMarkup } from './icon-markup.ts';
import { iconProblem, isToldOnce } from './icon-problems.ts';

/** An icon of a page as an element. A name that no free icon has is reported. */
export function sharedIcon(
  icon: unknown,
  options: IconOptions = {},
  page: PageContext,
): ComponentChildren {
  return iconMarkup(icon, options, {
    isColor: page.isColor,
    feature: page.feature,
    link: (url) => page.link(url, { kind: 'image', place: options.place }),
    find(name) {
      const library =
        iconLibraries.find((known) => known === options.library) ?? page.site.config.icons.library;
      const type = typeof options.type === 'string' ? options.type : undefined;
      const problem = iconProblem(name, library, type);
      if (problem && (!isToldOnce(problem) || isNew(page, name))) {
        page.report({ ...problem, ...(options.place ? { place: options.place } : {}) });
      }
      return findIcon(name, library, type).drawing;
    },
  });
}

const reported = new WeakMap<PageContext, Set<string>>();

function isNew(page: PageContext, name: string): boolean {
  const names = reported.get(page) ?? new Set();
  reported.set(page, names);
  return names.size < names.add(name).size;
}

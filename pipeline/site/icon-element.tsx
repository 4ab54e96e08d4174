import type { ComponentChildren } from 'preact';
import { h } from 'preact';
import { cssColor } from './components/callout.tsx';
import { markup } from './components/component.ts';
import type { IconOptions, PageContext } from './components/page-context.ts';
import { findIcon } from './find-icon.ts';
import { iconProblem, isToldOnce } from './icon-problems.ts';
import { isPath, isSign } from './icons.ts';

const hidden = { 'aria-hidden': 'true' } as const;

/** An icon of a page as an element. A name that no free icon has is reported. */
export function sharedIcon(
  icon: unknown,
  options: IconOptions = {},
  page: PageContext,
): ComponentChildren {
  if (typeof icon !== 'string') return markup(icon);
  const name = icon.trim();
  if (name === '') return undefined;
  const size = options.size ?? 16;
  const color = cssColor(options.color);
  if (isPath(name)) {
    return h('img', {
      class: 'icon',
      src: page.link(name, { kind: 'image', place: options.place }),
      width: size,
      height: size,
      alt: options.label ?? '',
    });
  }
  if (isSign(name)) {
    const access = options.label ? { role: 'img', 'aria-label': options.label } : hidden;
    return h(
      'span',
      { class: 'icon', style: `font-size:${size}px;line-height:1`, ...access },
      name,
    );
  }
  const library =
    options.library === 'lucide' || options.library === 'fontawesome'
      ? options.library
      : page.site.config.icons.library;
  const type = typeof options.type === 'string' ? options.type : undefined;
  const { drawing } = findIcon(name, library, type);
  const problem = iconProblem(name, library, type);
  if (problem && (!isToldOnce(problem) || isNew(page, name))) {
    page.report({ ...problem, ...(options.place ? { place: options.place } : {}) });
  }
  return h('svg', {
    class: 'icon',
    width: size,
    height: size,
    viewBox: drawing.box,
    ...(options.label ? { role: 'img', 'aria-label': options.label } : hidden),
    ...(color === undefined ? {} : { style: `color:${color}` }),
    dangerouslySetInnerHTML: { __html: drawing.body },
  });
}

const reported = new WeakMap<PageContext, Set<string>>();

function isNew(page: PageContext, name: string): boolean {
  const names = reported.get(page) ?? new Set();
  reported.set(page, names);
  return names.size < names.add(name).size;
}

import type { ComponentChildren } from 'preact';
import { h } from 'preact';
import { cssColor } from './components/callout.tsx';
import { markup } from './components/component.ts';
import type { IconOptions, PageContext } from './components/page-context.ts';
import { isPath, namedDrawing } from './icons.ts';

/** An icon of a page as an element; an unknown name is a problem, told once, and shows nothing. */
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
      src: page.link(name, { kind: 'image' }),
      width: size,
      height: size,
      alt: options.label ?? '',
    });
  }
  const library =
    options.library === 'lucide' || options.library === 'fontawesome'
      ? options.library
      : page.site.config.icons.library;
  const type = typeof options.type === 'string' ? options.type : undefined;
  const drawing = namedDrawing(name, library, type);
  if (drawing === undefined) {
    page.report({
      severity: 'warning',
      ruleId: 'unknown-icon',
      reason: `Unknown icon "${name}", expected a name of Lucide or Font Awesome.`,
      actual: name,
      note: 'Choose another name, or give the path of an SVG file.',
    });
    return undefined;
  }
  return h('svg', {
    class: 'icon',
    width: size,
    height: size,
    viewBox: drawing.box,
    ...(options.label ? { role: 'img', 'aria-label': options.label } : { 'aria-hidden': 'true' }),
    ...(color === undefined ? {} : { style: `color:${color}` }),
    dangerouslySetInnerHTML: { __html: drawing.body },
  });
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { IconifyJSON } from '@iconify/types';
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon';
import type { Icons } from '../../schema/config/icons.ts';
import type { Site } from '../../schema/site.ts';
import { isExternal } from './addresses.ts';
import { escapeHtml } from './escape.ts';
import { fontAwesomeNames, lucideNames } from './icon-names.ts';

/** How a named icon is drawn. */
export interface IconStyle {
  readonly type?: string | undefined;
  readonly library?: Icons['library'] | undefined;
  /** CSS pixels, 16 when absent. */
  readonly size?: number | undefined;
  /** A CSS colour; the text's when absent. */
  readonly color?: string | undefined;
  /** Accessible name; without it the icon is hidden from screen readers. */
  readonly label?: string | undefined;
}

type SetName = 'lucide' | 'fa6-solid' | 'fa6-regular' | 'fa6-brands';

/**
 * HTML of an author's icon: a name of an icon set, an SVG's text, a path of the site or an address;
 * '' when nobody knows it.
 */
export function iconHtml(
  icon: string,
  site: Pick<Site, 'config' | 'assets'>,
  style: IconStyle = {},
  _readAsset?: (path: string) => string | undefined,
): string {
  const name = icon.trim();
  if (!isPath(name)) return namedIcon(name, site.config.icons.library, style) ?? '';
  const size = style.size ?? 16;
  const path = name.replace(/^\.?\//, '');
  const src = isExternal(name) ? name : `${site.config.hosting.basePath}/${encodeURI(path)}`;
  const alt = escapeHtml(style.label ?? '');
  return `<img class="icon" src="${escapeHtml(src)}" width="${size}" height="${size}" alt="${alt}">`;
}

/** Whether an icon is an address or a path rather than a name. */
export function isPath(icon: string): boolean {
  return (
    icon.includes('/') || /\.(?:svg|png|jpe?g|webp|gif|ico|avif)$/i.test(icon) || isExternal(icon)
  );
}

/** SVG of a named icon; undefined when no set has it. The other library stands in for a missing one. */
export function namedIcon(
  name: string,
  library: Icons['library'],
  style: IconStyle = {},
): string | undefined {
  const found = drawing(name.trim(), style.library ?? library, style.type);
  if (found === undefined) return undefined;
  const size = style.size ?? 16;
  const color = style.color === undefined ? '' : ` style="color:${escapeHtml(style.color)}"`;
  const access = style.label
    ? `role="img" aria-label="${escapeHtml(style.label)}"`
    : 'aria-hidden="true"';
  return `<svg class="icon" width="${size}" height="${size}" viewBox="${found.box}" ${access}${color}>${found.body}</svg>`;
}

/** The inside of an SVG and its `viewBox`. */
export interface Drawing {
  readonly body: string;
  readonly box: string;
}

/** The drawing of a named icon; undefined when no set has it. */
export function namedDrawing(
  name: string,
  library: Icons['library'],
  type?: string,
): Drawing | undefined {
  return drawing(name.trim(), library, type);
}

const drawings = new Map<string, Drawing | undefined>();

function drawing(
  name: string,
  library: Icons['library'],
  type: string | undefined,
): Drawing | undefined {
  const key = `${library}:${type ?? ''}:${name}`;
  if (!drawings.has(key)) drawings.set(key, find(name, library, type));
  return drawings.get(key);
}

function find(
  name: string,
  library: Icons['library'],
  type: string | undefined,
): Drawing | undefined {
  const plain = name.replace(/^(?:fa[srlbd]?|lucide)[-: ]+/, '').toLowerCase();
  const sets = setsOf(type);
  const modern = fontAwesomeNames[plain] ?? plain;
  const awesome = () => {
    for (const set of sets) {
      const found = take(set, plain) ?? take(set, modern);
      if (found) return found;
    }
    return undefined;
  };
  const lucide = () =>
    take('lucide', plain) ?? take('lucide', lucideNames[plain] ?? lucideNames[modern] ?? modern);
  return library === 'lucide' ? (lucide() ?? awesome()) : (awesome() ?? lucide());
}

/** Font Awesome's paid styles are drawn solid. */
function setsOf(type: string | undefined): readonly SetName[] {
  if (type === 'brands') return ['fa6-brands', 'fa6-solid', 'fa6-regular'];
  if (type === 'regular' || type === 'light' || type === 'thin') {
    return ['fa6-regular', 'fa6-solid', 'fa6-brands'];
  }
  return ['fa6-solid', 'fa6-regular', 'fa6-brands'];
}

function take(set: SetName, name: string): Drawing | undefined {
  const data = getIconData(readSet(set), name);
  if (!data) return undefined;
  const body = data.body.replaceAll(/ (?:id|xlink:href)="[^"]*"/g, '');
  return {
    body,
    box: `${data.left ?? 0} ${data.top ?? 0} ${data.width ?? 24} ${data.height ?? 24}`,
  };
}

const sets = new Map<SetName, IconifyJSON>();
const resolve = createRequire(import.meta.url).resolve;

/** A set is read when the first icon is looked for: a site without icons pays nothing. */
function readSet(set: SetName): IconifyJSON {
  const known = sets.get(set);
  if (known) return known;
  const read = JSON.parse(
    readFileSync(resolve(`@iconify-json/${set}/icons.json`), 'utf8'),
  ) as IconifyJSON;
  sets.set(set, read);
  return read;
}

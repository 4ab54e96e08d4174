import type { Icons } from '../../schema/config/icons.ts';
import { escapeHtml } from '../../schema/html.ts';
import { findIcon } from './find-icon.ts';
import { isSign } from './icon-kind.ts';

/** How a named icon is drawn. */
export interface IconStyle {
  readonly type?: string | undefined;
  readonly library?: Icons['library'] | undefined;
  /** CSS pixels, 16 when absent. */
  readonly size?: number | undefined;
}

/** HTML of an icon by its name, or by an emoji; it says nothing to screen readers. */
export function namedIcon(name: string, library: Icons['library'], style: IconStyle = {}): string {
  const size = style.size ?? 16;
  if (isSign(name))
    return `<span class="icon" style="font-size:${size}px;line-height:1" aria-hidden="true">${escapeHtml(name)}</span>`;
  const { box, body } = findIcon(name, style.library ?? library, style.type).drawing;
  return `<svg class="icon" width="${size}" height="${size}" viewBox="${box}" aria-hidden="true">${body}</svg>`;
}

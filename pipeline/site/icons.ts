import type { Icons } from '../../schema/config/icons.ts';
import { escapeHtml } from '../../schema/html.ts';
import { isExternal } from './addresses.ts';
import { findIcon } from './find-icon.ts';

/** How a named icon is drawn. */
export interface IconStyle {
  readonly type?: string | undefined;
  readonly library?: Icons['library'] | undefined;
  /** CSS pixels, 16 when absent. */
  readonly size?: number | undefined;
}

/** Whether an icon is an address or a path rather than a name. */
export function isPath(icon: string): boolean {
  return (
    icon.includes('/') || /\.(?:svg|png|jpe?g|webp|gif|ico|avif)$/i.test(icon) || isExternal(icon)
  );
}

/** Whether an icon is a sign of the text's own font: an emoji. */
export function isSign(icon: string): boolean {
  return icon.length <= 16 && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(icon);
}

/** HTML of an icon by its name, or by an emoji; it says nothing to screen readers. */
export function namedIcon(name: string, library: Icons['library'], style: IconStyle = {}): string {
  const size = style.size ?? 16;
  if (isSign(name))
    return `<span class="icon" style="font-size:${size}px;line-height:1" aria-hidden="true">${escapeHtml(name)}</span>`;
  const { box, body } = findIcon(name, style.library ?? library, style.type).drawing;
  return `<svg class="icon" width="${size}" height="${size}" viewBox="${box}" aria-hidden="true">${body}</svg>`;
}

import type { JsonSchema } from '../json-schema.ts';
import { choice, object } from './field.ts';
import type { Written } from './written.ts';

/** Decision: `tabler` is an extension: sites of the related dialect are written with its names. */
export const iconLibraries = ['fontawesome', 'lucide', 'tabler'] as const;

/** The icon set used for plain names. */
export interface Icons {
  readonly library: (typeof iconLibraries)[number];
}

/** Schema of `icons`. */
export const iconsSchema: JsonSchema = object('The icon set.', {
  library: choice('Icon set for plain icon names.', iconLibraries, {
    default: 'lucide',
  }),
});

/** `icons` with its defaults. */
export function readIcons(written: Written<Icons> = {}): Icons {
  return { library: written.library ?? 'lucide' };
}

/** An icon's name in words, for entries without a label: `fa-brands fa-x-twitter`, `brand-x-twitter` → `x twitter`. */
export function iconWords(icon: string): string {
  const name = icon.trim().split(/\s+/).at(-1)?.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  const words = name
    .replace(/^(?:fa|brand)-/, '')
    .replace(/-filled$/, '')
    .replace(/\.[a-z]+$/i, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim();
  return words === '' ? icon : words;
}

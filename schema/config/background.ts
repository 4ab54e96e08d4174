import type { ByMode } from './mode.ts';

/** What lies behind the page (document 3, background). */
export interface Background {
  readonly decoration?: 'gradient' | 'grid' | 'windows';
  readonly color: { readonly light?: string; readonly dark?: string };
  readonly image?: ByMode;
}

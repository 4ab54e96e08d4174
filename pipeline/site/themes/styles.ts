import type { Config } from '../../../schema/config/config.ts';

/** The theme's tokens and the author's fonts, background and component shapes, as CSS. */
export function themeStyles(_config: Config): string {
  return '';
}

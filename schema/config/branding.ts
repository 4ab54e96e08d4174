import type { ByMode } from './mode.ts';

/** Site logo (document 3, Logo). At least `light` or `text` is set; `dark` falls back to `light`. */
export interface Logo {
  readonly light?: string;
  readonly dark?: string;
  /** Visible label beside the image. */
  readonly label?: string;
  /** Alternative text of the image: the label, else the site's name. */
  readonly alt: string;
  /** Click target; absent means the site's root. */
  readonly href?: string;
}

/** Site icon (document 3, Favicon); absent means one generated from the primary colour (S3-08). */
export type Favicon = ByMode;

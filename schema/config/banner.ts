/** A line above the header (document 3, banner); `content` may hold inline Markdown links. */
export interface Banner {
  readonly content: string;
  readonly dismissible: boolean;
  /** The other dialect's `banner.type` and `banner.color`. */
  readonly type: 'info' | 'warning' | 'critical';
  readonly color?: { readonly light: string; readonly dark: string };
}

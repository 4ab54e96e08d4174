/** Generated social images (document 3, thumbnails). */
export interface Thumbnails {
  readonly appearance?: 'light' | 'dark';
  readonly background?: string;
  readonly fonts: { readonly family?: string };
}

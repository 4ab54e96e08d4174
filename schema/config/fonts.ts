/** One face (document 3, fonts). */
export interface Font {
  readonly family?: string;
  readonly weight?: string | number;
  /** URL of a CSS file or of a font file. */
  readonly source?: string;
  readonly format?: string;
}

/** Faces of the site: the global one, and the ones of headings and body that win over it. */
export interface Fonts extends Font {
  readonly heading?: Font & { readonly family: string };
  readonly body?: Font & { readonly family: string };
}

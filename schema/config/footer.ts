export interface FooterLink {
  readonly label: string;
  readonly href: string;
}

/** The foot of every page (document 3, footer); absent altogether when the author sets none. */
export interface Footer {
  /** Platform name → URL. */
  readonly socials: Readonly<Record<string, string>>;
  readonly links: readonly { readonly header?: string; readonly items: readonly FooterLink[] }[];
  readonly text?: string;
  /** Raw HTML, trusted as the repository is (S3-28). */
  readonly html?: string;
  readonly poweredBy: boolean;
}

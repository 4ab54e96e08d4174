export interface NavbarLink {
  readonly label: string;
  readonly href: string;
  readonly icon?: string;
}

/** Links of the header (document 3, navbar; `github` is S3-27). */
export interface Navbar {
  readonly links: readonly NavbarLink[];
  readonly primary?: {
    readonly type: 'button' | 'github';
    readonly label: string;
    readonly href: string;
  };
}

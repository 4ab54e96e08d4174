/**
 * Navigation as the author wrote it, after the other dialect has been rewritten (document 3,
 * navigation; S3-16, S3-80, S3-81). Any container may hold any other: `Container` is what all of
 * them share. The resolved tree that pages are laid out from is in `schema/site.ts`.
 */
export interface Container {
  readonly tabs?: readonly Tab[];
  readonly groups?: readonly Group[];
  readonly anchors?: readonly Anchor[];
  readonly products?: readonly Product[];
  readonly versions?: readonly Version[];
  readonly languages?: readonly Language[];
  /** The other dialect's loose pages of a container, before its groups. */
  readonly pages?: readonly (string | Group)[];
}

export type NavigationConfig = Container;

/** What the other dialect adds to any entry; kept because real sites use it. */
interface EntryExtras {
  readonly icon?: string;
  readonly iconType?: string;
  readonly hidden?: boolean;
  readonly openapi?: OpenApiReference;
}

export type OpenApiReference =
  | string
  | readonly string[]
  | { readonly source: string; readonly directory?: string };

export interface Tab extends Container, EntryExtras {
  readonly tab: string;
  /** Page path that a click on the tab opens. */
  readonly landing?: string;
  readonly href?: string;
  readonly menu?: readonly (Container &
    EntryExtras & {
      readonly item: string;
      readonly description?: string;
      readonly href?: string;
    })[];
}

export interface Group extends EntryExtras {
  readonly group: string;
  readonly pages: readonly (string | Group)[];
  readonly tag?: string;
  readonly expanded?: boolean;
  /** Page that the group's own row opens. */
  readonly root?: string;
  /** Search boost of the pages below. */
  readonly boost?: number;
}

export interface Anchor extends Container, EntryExtras {
  readonly anchor?: string;
  readonly href?: string;
  readonly color?: string;
}

export interface Product extends Container, EntryExtras {
  readonly product: string;
  readonly description?: string;
  readonly url?: string;
}

export interface Version extends Container, EntryExtras {
  readonly name: string;
  /** URL path prefix; absent in the other dialect, where the pages tell it. */
  readonly url?: string;
  readonly default?: boolean;
  readonly lifecycle?: 'active' | 'maintenance' | 'deprecated' | 'eol';
  /** ISO date. */
  readonly sunsetDate?: string;
  readonly migrationUrl?: string;
  readonly deprecationMessage?: string;
  readonly branch?: string;
  readonly tag?: string;
}

export interface Language extends Container, EntryExtras {
  readonly code: string;
  /** Shown name; absent in the other dialect: the language's own name. */
  readonly name?: string;
  readonly url?: string;
  readonly default?: boolean;
  readonly banner?: { readonly content: string; readonly dismissible?: boolean };
}

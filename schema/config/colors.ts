/** Brand colours (document 3, colors). `#rrggbb`; backgrounds are any CSS colour. */
export interface Colors {
  readonly primary: string;
  /** Hover variant; absent means derived. */
  readonly light?: string;
  /** Pressed variant; absent means derived. */
  readonly dark?: string;
  readonly background: { readonly light?: string; readonly dark?: string };
}

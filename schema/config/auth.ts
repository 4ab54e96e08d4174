/** Who may read the site (document 3, auth; S3-44 … S3-49). */
export interface Auth {
  readonly enabled: boolean;
  readonly provider: 'builtin' | 'custom';
  readonly loginUrl?: string;
  readonly publicPaths: readonly string[];
  readonly jwksUrl?: string;
  readonly claimsMapping: { readonly groups?: string; readonly email?: string };
  readonly groups: Readonly<
    Record<string, { readonly label: string; readonly pages: readonly string[] }>
  >;
}

/** One redirect (document 3, redirects; S3-50). */
export interface Redirect {
  readonly source: string;
  readonly destination: string;
  readonly permanent: boolean;
}

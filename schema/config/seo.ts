/** What search engines and social cards are told (document 3, seo). */
export interface Seo {
  readonly indexing: 'navigable' | 'all';
  readonly noindex: boolean;
  readonly ogImage?: string;
  /** Handle without the leading @ (S3-34). */
  readonly twitter?: string;
  readonly metatags: Readonly<Record<string, string>>;
}

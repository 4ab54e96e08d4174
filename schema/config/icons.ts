/** The icon set used for plain names (document 3, icons; the names: S3-15). */
export interface Icons {
  readonly library: 'fontawesome' | 'lucide';
}

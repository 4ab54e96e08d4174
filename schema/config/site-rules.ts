/** document 3, metadata. */
export interface Metadata {
  readonly timestamp: boolean;
}

/** document 3, errors. */
export interface Errors {
  readonly 404: {
    readonly redirect: boolean;
    readonly title: string;
    readonly description?: string;
  };
}

/** document 3, hosting. */
export interface Hosting {
  /** '' or a prefix such as `/docs`, without a trailing slash (S3-64). */
  readonly basePath: string;
}

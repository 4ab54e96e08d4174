/** Provider key → its settings (document 3, integrations; the keys: S3-51). */
export type Integrations = Readonly<Record<string, Readonly<Record<string, string>>>>;

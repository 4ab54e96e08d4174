export type CheckLevel = 'off' | 'warning' | 'error';

/** Switches (document 3, addons). */
export interface Addons {
  readonly feedback: {
    readonly thumbsRating: boolean;
    readonly editSuggestions: boolean;
    readonly raiseIssues: boolean;
  };
  readonly ciChecks: { readonly brokenLinks: CheckLevel; readonly grammarLinter: CheckLevel };
  readonly previews: { readonly enabled: boolean };
}

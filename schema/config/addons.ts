import type { JsonSchema } from '../json-schema.ts';
import { choice, flag, object } from './field.ts';
import type { Written } from './written.ts';
export type CheckLevel = 'off' | 'warning' | 'error';

/** Optional features. */
export interface Addons {
  readonly feedback: {
    readonly thumbsRating: boolean;
    readonly editSuggestions: boolean;
    readonly raiseIssues: boolean;
  };
  readonly ciChecks: { readonly brokenLinks: CheckLevel; readonly grammarLinter: CheckLevel };
  readonly previews: { readonly enabled: boolean };
}

const levels = ['off', 'warning', 'error'];

/** Schema of `addons`. */
export const addonsSchema: JsonSchema = object('Extra features for pages and checks.', {
  feedback: object('What readers can do at the end of a page.', {
    thumbsRating: flag('Asks whether the page was helpful.', { default: true }),
    editSuggestions: flag('Shows a link that edits the page in its repository.', {
      default: false,
    }),
    raiseIssues: flag('Shows a link that opens an issue about the page.', { default: false }),
  }),
  ciChecks: object('How strict `check` is about page content.', {
    brokenLinks: choice('Severity of broken links.', levels, { default: 'off' }),
    grammarLinter: choice('Severity of prose linter findings.', levels, { default: 'off' }),
  }),
  previews: object('Preview deployments.', {
    enabled: flag('Deploys a preview for every pull request.', { default: true }),
  }),
});

/** `addons` with its defaults. */
export function readAddons(written: Written<Addons> = {}): Addons {
  return {
    feedback: {
      thumbsRating: written.feedback?.thumbsRating ?? true,
      editSuggestions: written.feedback?.editSuggestions ?? false,
      raiseIssues: written.feedback?.raiseIssues ?? false,
    },
    ciChecks: {
      brokenLinks: written.ciChecks?.brokenLinks ?? 'off',
      grammarLinter: written.ciChecks?.grammarLinter ?? 'off',
    },
    previews: { enabled: written.previews?.enabled ?? true },
  };
}

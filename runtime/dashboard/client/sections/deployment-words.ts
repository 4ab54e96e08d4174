import type { Deployment } from '../../../../packages/client/models.ts';
import { count } from '../words.ts';

/** What a deployment changed: `2 added, 1 changed, settings`. */
export function changed({ changes }: Pick<Deployment, 'changes'>): string {
  const { pagesCreated, pagesUpdated, pagesDeleted, config } = changes;
  const parts = [
    pagesCreated && `${count(pagesCreated)} added`,
    pagesUpdated && `${count(pagesUpdated)} changed`,
    pagesDeleted && `${count(pagesDeleted)} deleted`,
    config && 'settings',
  ].filter(Boolean);
  return parts.length === 0 ? 'No pages' : parts.join(', ');
}

/** What a deployment was made from: `main · 5f2b7c1`. */
export function sourceOf({ branch, commitSha }: Pick<Deployment, 'branch' | 'commitSha'>): string {
  const parts = [branch, commitSha.slice(0, 7)].filter(Boolean);
  return parts.length === 0 ? 'outside of Git' : parts.join(' · ');
}

/** Why a deployment is there, in a few words: `Uploaded · main · 5f2b7c1`. */
export function reasonOf(deployment: Deployment): string {
  const { cause } = deployment;
  if (cause === 'translations') return 'Rebuilt for translations';
  if (cause === 'edits') return 'Rebuilt for hand edits';
  if (cause === 'settings') return 'Rebuilt for settings';
  const from = sourceOf(deployment);
  if (cause === 'upload') return `Uploaded · ${from}`;
  return cause === 'build' ? `Built · ${from}` : from;
}

import type { ComponentType } from 'preact';
import type { Scope } from '../../../schema/api/scopes.ts';
import type { IconName } from './parts/icon.tsx';

/** A part of the dashboard: loaded when it is opened first. */
export interface Section {
  /** Its name in the address. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** The second key after `g`. */
  readonly key: string;
  /** What the member's role needs. */
  readonly scope: Scope;
  readonly load: () => Promise<ComponentType>;
}

/** Sections of a project: `/dashboard/p/<slug>/<name>`. */
export const projectSections: readonly Section[] = [
  {
    ...{ name: 'overview', title: 'Overview', icon: 'overview', key: 'o', scope: 'projects:read' },
    load: async () => (await import('./sections/overview.tsx')).Overview,
  },
  {
    ...{ name: 'webhooks', title: 'Webhooks', icon: 'webhook', key: 'w', scope: 'projects:write' },
    load: async () => (await import('./sections/webhooks.tsx')).Webhooks,
  },
];

/** Sections of the organization: `/dashboard/org/<name>`. */
export const orgSections: readonly Section[] = [];

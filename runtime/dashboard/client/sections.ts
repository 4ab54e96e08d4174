import type { ComponentType } from 'preact';
import type { Scope } from '../../../schema/api/scopes.ts';
import type { IconName } from './parts/icon.tsx';
import { analyticsParts, assistantParts, translationsParts } from './section-parts.ts';

/** A part of the dashboard: loaded when it is opened first. */
export interface Section {
  /** Its name in the address. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** The second key after `g`. */
  readonly key: string;
  /** Parts with an address of their own below the section's, and their titles. */
  readonly parts?: Readonly<Record<string, string>>;
  /** What the member's role needs. */
  readonly scope: Scope;
  /** Whether `docent dev` has it too, for the site of one folder. */
  readonly isInStudio?: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** Sections of a project: `/dashboard/p/<slug>/<name>`. */
export const projectSections: readonly Section[] = [
  {
    ...{ name: 'overview', title: 'Overview', icon: 'overview', key: 'o', scope: 'projects:read' },
    load: async () => (await import('./sections/overview.tsx')).Overview,
  },
  {
    ...{ name: 'analytics', title: 'Analytics', icon: 'chart', key: 'y', scope: 'projects:read' },
    parts: analyticsParts,
    load: async () => (await import('./sections/analytics.tsx')).Analytics,
  },
  {
    ...{ name: 'pages', title: 'Pages', icon: 'page', key: 'p', scope: 'projects:read' },
    isInStudio: true,
    load: async () => (await import('./sections/pages.tsx')).Pages,
  },
  {
    ...{ name: 'webhooks', title: 'Webhooks', icon: 'webhook', key: 'w', scope: 'projects:write' },
    load: async () => (await import('./sections/webhooks.tsx')).Webhooks,
  },
  {
    ...{ name: 'deployments', title: 'Deployments', icon: 'rocket', key: 'd' },
    scope: 'projects:read',
    load: async () => (await import('./sections/deployments.tsx')).Deployments,
  },
  {
    ...{ name: 'assistant', title: 'Assistant', icon: 'chat', key: 'a', scope: 'assistant:read' },
    parts: assistantParts,
    load: async () => (await import('./sections/assistant.tsx')).Assistant,
  },
  {
    ...{ name: 'feedback', title: 'Feedback', icon: 'up', key: 'f', scope: 'projects:read' },
    load: async () => (await import('./sections/feedback.tsx')).Feedback,
  },
  {
    ...{ name: 'translations', title: 'Translations', icon: 'languages', key: 't' },
    scope: 'projects:read',
    parts: translationsParts,
    load: async () => (await import('./sections/translations.tsx')).Translations,
  },
  {
    ...{ name: 'settings', title: 'Settings', icon: 'settings', key: 's', scope: 'projects:read' },
    isInStudio: true,
    parts: { text: 'Text' },
    load: async () => (await import('./sections/settings.tsx')).Settings,
  },
];

/** Sections of the organization: `/dashboard/org/<name>`. */
export const orgSections: readonly Section[] = [
  {
    ...{ name: 'keys', title: 'API keys', icon: 'key', key: 'k', scope: 'organization:write' },
    load: async () => (await import('./sections/keys.tsx')).Keys,
  },
  {
    ...{ name: 'members', title: 'Members', icon: 'users', key: 'm', scope: 'organization:write' },
    load: async () => (await import('./sections/members.tsx')).Members,
  },
  {
    ...{ name: 'audit', title: 'Audit log', icon: 'scroll', key: 'l', scope: 'organization:write' },
    load: async () => (await import('./sections/audit.tsx')).Audit,
  },
  {
    ...{ name: 'usage', title: 'Usage', icon: 'gauge', key: 'u', scope: 'projects:read' },
    load: async () => (await import('./sections/usage.tsx')).Usage,
  },
];

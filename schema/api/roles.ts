import type { Scope } from './scopes.ts';

/** What the members of an organization may do in it, and the words for it. */
export const roleTexts = {
  owner: 'everything, including members, invitations, keys and the audit log',
  editor: 'content, translations, settings, deployments and webhooks',
  viewer: 'reads',
  translator: 'reads, and starts and changes translations into the given languages',
} as const;

export type Role = keyof typeof roleTexts;

export const roles = Object.keys(roleTexts) as readonly Role[];

/** The scopes that a member of a role has. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: [
    'projects:read',
    'projects:write',
    'translations:write',
    'deployments:write',
    'assistant:read',
    'organization:write',
  ],
  editor: [
    'projects:read',
    'projects:write',
    'translations:write',
    'deployments:write',
    'assistant:read',
  ],
  viewer: ['projects:read', 'assistant:read'],
  translator: ['projects:read', 'translations:write', 'assistant:read'],
};

/** What a key may do, and the words for it. */
export const scopeTexts = {
  'projects:read':
    'read projects, languages, jobs, records, the glossary, feedback, deployments and events',
  'projects:write':
    'change them, and read and change webhooks; includes the other scopes but "organization:write"',
  'translations:write': 'start and cancel translations, and release those that people own',
  'deployments:write': 'deploy a site, roll it back, and delete deployments',
  'assistant:read': 'read conversations, reported citations and usage of the assistant',
  'organization:write':
    'manage members, invitations and keys, and read the audit log; not for a key of one project',
} as const;

export type Scope = keyof typeof scopeTexts;

export const scopes = Object.keys(scopeTexts) as readonly Scope[];

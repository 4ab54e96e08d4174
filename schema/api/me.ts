import { planNames } from '../plans.ts';
import { scopes } from './scopes.ts';
import { exactly, identifier, isoTime, named, nullable } from './shapes.ts';
import { apiVersions } from './versions.ts';

const limit = (description: string) => ({
  ...nullable({
    type: 'integer',
    minimum: 0,
    description: `${description}; null without a limit.`,
  }),
  examples: [50],
});
const used = (description: string) =>
  ({ type: 'integer', minimum: 0, description: `${description}.`, examples: [3] }) as const;

/** Response of Get me: who the key belongs to, and what it may do. */
export const meView = named(
  'Me',
  exactly('The key of the request, and its organization.', {
    organization: exactly('The organization.', {
      id: identifier('org', 'Organization.'),
      slug: { type: 'string', description: 'Its slug.', examples: ['acme'] },
      name: { type: 'string', description: 'Its name.', examples: ['Acme'] },
      plan: { type: 'string', enum: planNames, description: 'Its plan.', examples: ['pro'] },
    }),
    key: nullable(
      exactly('The key; null for a signed-in member.', {
        id: identifier('key', 'Key.'),
        name: { type: 'string', description: 'Its description.', examples: ['CI'] },
        mode: {
          type: 'string',
          enum: ['live', 'test'],
          description: 'Whether it is a key for tests.',
        },
        scopes: {
          type: 'array',
          items: { type: 'string', enum: scopes },
          description: 'What it may do.',
          examples: [['projects:read']],
        },
        projectId: nullable(identifier('prj', 'The only project that it sees, or null.')),
        version: {
          type: 'string',
          enum: apiVersions,
          description: 'The version of the API that it gets without the header `Docent-Version`.',
        },
        createdAt: isoTime('When it was created'),
        expiresAt: nullable(isoTime('When it expires, or null')),
      }),
    ),
    limits: exactly('What the plan allows.', {
      projects: limit('Projects'),
      languages: limit('Target languages of a project'),
      pageTranslations: limit('Translated pages per month'),
      glossaryTerms: limit('Glossary terms of a project'),
      webhooks: limit('Webhooks of a project'),
      webhookEvents: limit('Webhook events per month'),
      assistantTokens: limit('Tokens of the assistant per month'),
      siteBytes: limit('Bytes of the files of a site'),
    }),
    usage: exactly('What is used of it.', {
      startDate: isoTime('When the month began'),
      endDate: isoTime('When the month ends, and its counts are reset'),
      projects: used('Projects'),
      pageTranslations: used('Translated pages this month'),
      webhookEvents: used('Webhook events this month'),
      assistantTokens: used('Tokens of the assistant this month'),
    }),
  }),
);

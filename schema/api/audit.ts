import type { JsonSchema } from '../json-schema.ts';
import { exactly, identifier, isoTime, named, nullable, pageQuery, spanQuery } from './shapes.ts';

const { page: _, ...pages } = pageQuery({ default: 50, max: 200 });

/** Query parameters of List audit log. */
export const auditQuery: Readonly<Record<string, JsonSchema>> = {
  ...pages,
  actor: {
    type: 'string',
    maxLength: 100,
    description: 'Only what this member or key did: an id.',
    examples: ['usr_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
  },
  operation: {
    type: 'string',
    maxLength: 100,
    description: 'Only this operation, by its name.',
    examples: ['updateProject'],
  },
  ...spanQuery('changes'),
};

const anything = (description: string): JsonSchema => ({
  description: `${description}; long values are cut, secrets are \`***\`.`,
  examples: ['#0d9373'],
});

/** An entry of the audit log. */
export const auditEntry = named(
  'AuditEntry',
  exactly('A change, and who made it.', {
    id: identifier('aud', 'Entry.'),
    createdAt: isoTime('When it was made'),
    actor: exactly('Who made it.', {
      type: {
        type: 'string',
        enum: ['member', 'key', 'server'],
        description: 'A signed-in member, a key, or the server itself.',
      },
      id: nullable({
        type: 'string',
        description: 'Id of the member or key; null for the server.',
        examples: ['usr_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
      }),
      name: nullable({
        type: 'string',
        description: 'Address of the member or name of the key; null once it was deleted.',
        examples: ['ada@example.com'],
      }),
    }),
    operation: {
      type: 'string',
      description: 'Name of the operation, or what the server did.',
      examples: ['updateProject'],
    },
    projectId: nullable(identifier('prj', 'The project that it concerns, or null.')),
    target: {
      type: 'object',
      description: 'Ids in the path of the operation, and of what it made.',
      additionalProperties: { type: 'string' },
      examples: [{ projectId: 'prj_01JNF5A3Q8R7XK2M4V9B6C0DTE' }],
    },
    changes: {
      type: 'array',
      description:
        'What it changed, made or deleted, field by field: the first 100 differences. Empty for a sign-in and a test.',
      items: exactly('One difference.', {
        field: {
          type: 'string',
          description: 'The field, with its path in `configJson`.',
          examples: ['configJson.colors.primary'],
        },
        before: anything('The value before, null for what was made'),
        after: anything('The value after, null for what was deleted'),
      }),
    },
    requestId: nullable({
      type: 'string',
      description: 'Id of the request in the server log, or null.',
      examples: ['req_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
    }),
  }),
);

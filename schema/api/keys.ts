import { scopes } from './scopes.ts';
import { body, exactly, identifier, isoTime, named, nullable } from './shapes.ts';

const name = {
  type: 'string',
  maxLength: 100,
  description: 'What the key is for.',
  examples: ['CI'],
} as const;
const mode = {
  type: 'string',
  enum: ['live', 'test'],
  description: 'Whether it is a key for tests.',
  examples: ['live'],
} as const;
const granted = {
  type: 'array',
  uniqueItems: true,
  items: { type: 'string', enum: scopes },
  description: 'What the key may do.',
  examples: [['projects:read']],
} as const;

/** A key in the list. */
export const keyView = named(
  'Key',
  exactly('A key of the service API, without its secret.', {
    id: identifier('key', 'Key.'),
    name,
    hint: {
      type: 'string',
      description: 'Beginning and end of the secret.',
      examples: ['docent_live_…x9Qz'],
    },
    mode,
    scopes: granted,
    projectId: nullable(identifier('prj', 'The only project that it sees, or null.')),
    createdAt: isoTime('When it was created'),
    lastUsedAt: nullable(isoTime('When it was last used, to within a minute, or null')),
    expiresAt: nullable(isoTime('When it expires, or null')),
  }),
);

/** Body of Create key. */
export interface KeyBody {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly mode?: 'live' | 'test';
  readonly projectId?: string | null;
  readonly expiresInDays?: number | null;
}

export const keyBody = named(
  'NewKey',
  body(
    'The key to create.',
    {
      name: { ...name, minLength: 1 },
      scopes: { ...granted, minItems: 1 },
      mode: { ...mode, default: 'live' },
      projectId: nullable({
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'The only project that the key may see; all when it is left out.',
      }),
      expiresInDays: nullable({
        type: 'integer',
        minimum: 1,
        maximum: 3650,
        description: 'Days after which it expires; never when it is left out.',
        examples: [90],
      }),
    },
    ['name', 'scopes'],
  ),
);

/** Response of Create key. */
export const keyCreated = named(
  'KeyCreated',
  exactly('The new key.', {
    id: identifier('key', 'Key.'),
    secret: {
      type: 'string',
      description: 'The key itself: shown only once.',
      examples: ['docent_live_0Xb3kP9sT2vR7wYqLmNdFgHjKzCxVaQe1y5iUo'],
    },
  }),
);

import type { JsonSchema } from '../json-schema.ts';
import { body, epochTime, exactly, identifier, named, nullable, pageQuery } from './shapes.ts';
import { noBranch } from './translations.ts';

/** Body of Create Project, and the fields of an update. */
export interface ProjectBody {
  readonly name?: string;
  readonly slug?: string;
  readonly subdomain?: string | null;
  readonly customDomain?: string | null;
  readonly repoProvider?: 'github' | 'gitlab' | null;
  readonly repoOwner?: string | null;
  readonly repoName?: string | null;
  readonly repoBranch?: string | null;
  readonly repoPath?: string | null;
  /** Update only. */
  readonly configJson?: string;
  /** Update only: component → properties that are translated as well. */
  readonly translateProps?: Readonly<Record<string, readonly string[]>> | null;
}

/** Whether a site is served at the domain of its project, and why. */
export type DomainState = 'approved' | 'verified' | 'unproven';

/** A project as returned by List and Get. */
export interface ProjectView {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly slug: string;
  readonly subdomain: string;
  readonly customDomain: string | null;
  readonly customDomainState?: DomainState;
  readonly customDomainToken?: string;
  readonly repoProvider: string | null;
  readonly repoOwner: string | null;
  readonly repoName: string | null;
  readonly repoBranch: string;
  readonly repoPath: string;
  readonly configJson?: string;
  readonly translateProps?: Readonly<Record<string, readonly string[]>>;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const id = identifier('prj', 'Project.');
const name: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  expects: 'a text of 1 to 100 characters',
  description: 'Display name.',
  examples: ['Acme Docs'],
};
const slug: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-z0-9-]+$',
  expects: '1 to 100 of a-z, 0-9 and -',
  description: 'Name used in URLs, unique within the organization.',
  examples: ['acme-docs'],
};
/** Labels of hosts that never belong to a project. */
export const reservedSubdomains: readonly string[] = [
  'admin',
  'api',
  'app',
  'assets',
  'dashboard',
  'docs-api',
  'mail',
  'platform',
  'status',
  'www',
];
const subdomain: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  pattern: '^[a-z0-9-]+$',
  expects: '1 to 63 of a-z, 0-9 and -',
  description: 'Host label, unique on the instance. Derived from the slug by default.',
  also: { not: { enum: reservedSubdomains } },
  examples: ['acme-docs'],
};
const customDomain: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  expects: 'a host name such as docs.example.com',
  also: { format: 'idn-hostname' },
  description:
    'Custom host name. The site is served there once the operator has approved it, or once a DNS TXT record `_docent.<customDomain>` contains `customDomainToken`.',
  examples: ['docs.acme.test'],
};
const repoProvider: JsonSchema = {
  type: 'string',
  enum: ['github', 'gitlab'],
  description: 'Git host. Export works with `github`.',
  examples: ['github'],
};
const repoOwner: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'Owner or organization of the repository.',
  examples: ['acme'],
};
const repoName: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Name of the repository.',
  examples: ['docs'],
};
const repoBranch: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  also: { not: { type: 'string', pattern: noBranch } },
  description: 'Branch that is deployed.',
  default: 'main',
  examples: ['main'],
};
const repoPath: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  also: { not: { type: 'string', pattern: '(?:^|/)\\.\\.(?:/|$)|\\\\' } },
  description: 'Folder of the documentation in the repository.',
  default: '/',
  examples: ['/docs'],
};
const configJson: JsonSchema = {
  type: 'string',
  also: { contentMediaType: 'application/json' },
  description: 'Site configuration (`docs.json`) as JSON text, at most 1 MB.',
  examples: ['{"name":"Acme Docs"}'],
};
const translateProps: JsonSchema = {
  type: 'object',
  description:
    'Component properties that are translated like prose, by component. Empty by default.',
  additionalProperties: {
    type: 'array',
    description: 'Property names.',
    maxItems: 20,
    items: {
      type: 'string',
      minLength: 1,
      maxLength: 50,
      description: 'Property name.',
      examples: ['title'],
    },
  },
  examples: [{ Card: ['title'], Accordion: ['title', 'description'] }],
};
const createdAt = epochTime('When the project was created');
const updatedAt = epochTime('When the project last changed');

const fields: Record<string, JsonSchema> = {
  id,
  orgId: identifier('org', 'Owning organization.'),
  name,
  slug,
  subdomain,
  customDomain: nullable(customDomain),
  repoProvider: nullable(repoProvider),
  repoOwner: nullable(repoOwner),
  repoName: nullable(repoName),
  repoBranch,
  // The slash in front may be ours.
  repoPath: { ...repoPath, maxLength: 1025 },
  createdAt,
  updatedAt,
};

/** Query of List Projects. */
export const projectsQuery: Record<string, JsonSchema> = {
  slug: { type: 'string', maxLength: 100, description: 'Only the project with this slug.' },
  repository: {
    type: 'string',
    pattern: '^[^\\u0000]+/[^/\\u0000]+$',
    maxLength: 511,
    expects: 'owner/name',
    description: 'Only projects of this repository: `owner/name`.',
    examples: ['acme/docs'],
  },
  ...pageQuery({ default: 20, max: 100 }),
};

/** An entry of List Projects. */
export const projectItem = named('Project', exactly('A project.', fields));

const whole = exactly('A project with its configuration.', {
  ...fields,
  configJson,
  translateProps,
});

/** Response of Get Project: includes its configuration, and what is known of its domain if it has one. */
export const project: JsonSchema = named('ProjectWithConfig', {
  ...whole,
  properties: {
    ...whole.properties,
    customDomainState: {
      type: 'string',
      enum: ['approved', 'verified', 'unproven'] satisfies DomainState[],
      description:
        'Returned with `customDomain`: `approved` by the operator, `verified` through DNS, or `unproven`; nothing is served at an unproven domain.',
      examples: ['verified'],
    },
    customDomainToken: {
      type: 'string',
      description:
        'Returned with `customDomain`: the value required in the TXT record `_docent.<customDomain>`.',
      examples: ['docent-domain=5f2b1c0a9e8d7c6b5a49382716051423'],
    },
  },
});

/** Body of Create Project. */
export const projectCreate: JsonSchema = {
  ...named(
    'NewProject',
    body(
      'A new project.',
      {
        name,
        slug,
        subdomain: nullable(subdomain),
        customDomain: nullable(customDomain),
        repoProvider: nullable(repoProvider),
        repoOwner: nullable(repoOwner),
        repoName: nullable(repoName),
        repoBranch: nullable(repoBranch),
        repoPath: nullable(repoPath),
      },
      ['name', 'slug'],
    ),
  ),
  also: {
    oneOf: [
      repositoryOf({ type: 'string' }, ['repoProvider', 'repoOwner', 'repoName']),
      repositoryOf({ type: 'null' }),
    ],
  },
};

/**
 * Provider, owner and name of a repository are set together, or not at all. An alternative says that there
 * are other fields: some generators of clients refuse examples that have them otherwise.
 */
function repositoryOf(field: JsonSchema, required: readonly string[] = []): JsonSchema {
  return {
    properties: { repoProvider: field, repoOwner: field, repoName: field },
    required,
    additionalProperties: true,
  };
}

/** Body of Update Project: only the given fields change; null clears an optional one. */
export const projectUpdate = named(
  'ProjectChanges',
  body('Fields to change.', {
    name,
    slug,
    subdomain: nullable(subdomain),
    customDomain: nullable(customDomain),
    repoProvider: nullable(repoProvider),
    repoOwner: nullable(repoOwner),
    repoName: nullable(repoName),
    repoBranch: nullable(repoBranch),
    repoPath: nullable(repoPath),
    configJson,
    translateProps: nullable(translateProps),
  }),
);

/** Response of Create Project. */
export const projectCreated = named(
  'CreatedProject',
  exactly('The new project.', { id, name, slug, createdAt }),
);

/** Response of Update Project. */
export const projectUpdated = named(
  'UpdatedProject',
  exactly('The updated project.', { id, name, updatedAt }),
);

/** Response of Delete Project. */
export const projectDeleted = named(
  'DeletedProject',
  exactly('What was deleted.', {
    deleted: { type: 'boolean', const: true, description: 'Always true.' },
    id,
  }),
);

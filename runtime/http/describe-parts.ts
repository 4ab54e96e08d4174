import { previewName } from '../../schema/api/previews.ts';
import { apiVersions, latestVersion } from '../../schema/api/versions.ts';
import { languages } from '../../schema/languages.ts';
import { type Endpoint, isRepeatable } from './endpoint.ts';

/** A reference to a component. */
export function ref(kind: 'parameters' | 'headers' | 'responses' | 'schemas', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

const id = (name: string, prefix: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$` },
  example: `${prefix}_01JNF5A3Q8R7XK2M4V9B6C0DTE`,
});
const language = (name: string) => ({
  name,
  in: 'path',
  required: true,
  description: 'A language code.',
  schema: { type: 'string', enum: Object.keys(languages) },
  example: 'fr',
});
const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** Parameters of paths, and headers that are read, by their names. */
export const parameterComponents = {
  projectId: {
    name: 'projectId',
    in: 'path',
    required: true,
    description: 'The project: its id, or its slug where readers ask.',
    schema: { type: 'string', minLength: 1 },
    example: 'prj_01JNF5A3Q8R7XK2M4V9B6C0DTE',
  },
  code: language('code'),
  language: language('language'),
  jobId: id('jobId', 'job', 'The job.'),
  messageId: id('messageId', 'msg', 'The answer.'),
  conversationId: id('conversationId', 'cnv', 'The conversation.'),
  termId: id('termId', 'trm', 'The term.'),
  webhookId: id('webhookId', 'whk', 'The webhook.'),
  deliveryId: id('deliveryId', 'dlv', 'The delivery.'),
  feedbackId: id('feedbackId', 'fbk', 'The feedback.'),
  eventId: id('eventId', 'evt', 'The event.'),
  deploymentId: id('deploymentId', 'dpl', 'The deployment.'),
  uploadId: id('uploadId', 'upl', 'The upload.'),
  preview: {
    name: 'preview',
    in: 'path',
    required: true,
    description: 'Name of the preview.',
    schema: { type: 'string', pattern: previewName.pattern },
    example: 'pr-42',
  },
  pagePath: {
    name: 'pagePath',
    in: 'path',
    required: true,
    description: 'Path of a page; may contain slashes.',
    schema: { type: 'string', minLength: 1 },
    example: 'guides/start',
  },
  userId: id('userId', 'usr', 'The member.'),
  keyId: id('keyId', 'key', 'The key.'),
  invitationId: id('invitationId', 'inv', 'The invitation.'),
  reportId: id('reportId', 'rpt', 'The report.'),
  gapId: {
    name: 'gapId',
    in: 'path',
    required: true,
    description: 'A question of the gap.',
    schema: { type: 'string', minLength: 1 },
    example: 'cnv_01JNF5A3Q8R7XK2M4V9B6C0DTE.1772366400000',
  },
  entryId: id('entryId', 'aud', 'The entry of the audit log.'),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'Makes it safe to retry the request: the first response is returned again for a day. A key belongs to the API key that sent it, or to the visitor and the project.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  'Docent-Version': {
    ...header(
      'Docent-Version',
      'The version of the API to answer with, by its date; without it, that of the key.',
      { type: 'string', enum: apiVersions },
    ),
    example: latestVersion,
  },
  'If-Match': header(
    'If-Match',
    'The `ETag` of the version to change; another version is answered with 412.',
    { type: 'string' },
  ),
  'If-None-Match': header(
    'If-None-Match',
    'The `ETag` of a known version; if it is current, the answer is 304 without a body.',
    { type: 'string' },
  ),
  'Last-Event-ID': header(
    'Last-Event-ID',
    'Id of the last event that was received: the stream continues after it.',
    { type: 'string', pattern: '^\\d{1,6}$' },
  ),
};

const text = { type: 'string' };

/** Headers of answers, by their names. */
export const headerComponents = {
  'X-Request-Id': { description: 'Id of the request in the server log.', schema: text },
  'Docent-Version': {
    description: 'The version of the API that this is an answer of.',
    schema: text,
    example: latestVersion,
  },
  Deprecation: {
    description: 'When what the request uses was deprecated, in Unix seconds (RFC 9745).',
    schema: text,
    example: '@1800000000',
  },
  Sunset: {
    description: 'When what the request uses will be removed (RFC 8594).',
    schema: text,
    example: 'Sun, 31 Jan 2027 00:00:00 GMT',
  },
  ETag: { description: 'Version of the resource.', schema: text },
  Link: {
    description:
      'Addresses of the first page of the list, and of the previous and next one if there is one (RFC 8288).',
    schema: text,
    example: '</api/v1/projects?perPage=20>; rel="first"',
  },
  Location: { description: 'Address of the new resource.', schema: text },
  RateLimit: {
    description:
      'Requests that are left, and seconds until the limit is reset; of several limits, the one with the least left.',
    schema: text,
    example: '"all";r=99;t=60',
  },
  'RateLimit-Policy': {
    description: 'Requests that are allowed, and the seconds that they count for.',
    schema: text,
    example: '"all";q=100;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotent-Replayed': {
    description: '`true` for the stored answer of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text, example: 'Bearer' },
};

/** Headers of a successful answer. */
export function answerHeaders<Services, Project>(endpoint: Endpoint<Services, Project>) {
  const { method, scope, success, versioned } = endpoint;
  const names: (keyof typeof headerComponents)[] = [
    'X-Request-Id',
    'Docent-Version',
    ...(endpoint.deprecated || endpoint.deprecatedFields
      ? (['Deprecation', 'Sunset'] as const)
      : []),
    ...(versioned === undefined || method === 'DELETE' ? [] : (['ETag'] as const)),
    ...(endpoint.query && 'perPage' in endpoint.query ? (['Link'] as const) : []),
    ...(scope !== null && success.status !== 200 ? (['Location'] as const) : []),
    ...(scope === null && endpoint.countAddress === undefined
      ? []
      : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(isRepeatable(endpoint) ? (['Idempotent-Replayed'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

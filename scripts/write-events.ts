// The schemas of the events → docs/service/events/: a page for each event, and a table of all of them.
// The codes of errors → docs/snippets/service/errors.mdx.
import { statusOf } from '../schema/codes.ts';
import { type EventType, eventSchemas, eventTypes, samplePayload } from '../schema/events.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/** The folder of the pages of events, relative to the project. */
export const eventsFolder = 'docs/service/events';

/** `page.updated` → `page-updated`. */
const nameOf = (type: EventType): string => type.replaceAll('.', '-');

/** How fields are written in tables: their types, and text without syntax of MDX. */
export interface Words {
  readonly typeOf: (schema: JsonSchema) => string;
  readonly cell: (text: string) => string;
}

/** File below the project → its text. */
export function eventFiles(words: Words): Map<string, string> {
  return new Map([
    ...eventTypes.map(
      (type) => [`${eventsFolder}/${nameOf(type)}.mdx`, eventPage(type, words)] as const,
    ),
    ['docs/snippets/service/events.mdx', eventTable(words)],
    ['docs/snippets/service/errors.mdx', errorTable()],
  ]);
}

function eventTable({ cell }: Words): string {
  const rows = eventTypes.map((type) => {
    const text = cell(eventSchemas[type].description ?? '');
    return `| [\`${type}\`](/service/events/${nameOf(type)}) | ${text} |`;
  });
  return ['| event | when |', '|---|---|', ...rows, ''].join('\n');
}

function eventPage(type: EventType, { typeOf, cell }: Words): string {
  const schema = eventSchemas[type];
  const fields = Object.entries(schema.properties ?? {});
  const rows = fields.map(
    ([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${cell(field.description ?? '')} |`,
  );
  const example = {
    id: 'evt_01JNF5A3Q8R7XK2M4V9B6C0DTE',
    type,
    projectId: 'prj_01JNF5A3Q8R7XK2M4V9B6C0DTE',
    timestamp: '2026-03-02T09:30:00.000Z',
    livemode: true,
    data: samplePayload(type),
  };
  const used = fields.slice(0, 2).map(([name]) => `event.data.${name}`);
  return `${[
    `---\ntitle: ${type}\ndescription: ${JSON.stringify(schema.description ?? '')}\n---`,
    '## Fields of `data`',
    ['| field | type | what it holds |', '|---|---|---|', ...rows].join('\n'),
    `The other fields are those of [every event](/service/events).`,
    '## Example',
    jsonBlock(example),
    `In a [receiver](/service/webhooks#write-a-receiver):`,
    `\`\`\`ts\nconst { event } = verify(body, headers, secret);\nif (event.type === '${type}') console.log(${used.join(', ')});\n\`\`\``,
    'Send a sample to a receiver on your machine:',
    `\`\`\`sh\nnpx docent trigger ${type} --forward http://localhost:8080\n\`\`\``,
    '## JSON Schema of `data`',
    jsonBlock(schema),
  ].join('\n\n')}\n`;
}

/** What each code means, and what a client does about it. */
const errorTexts: Readonly<Record<keyof typeof statusOf, string>> = {
  VALIDATION_ERROR: 'The request is not valid: `details` has each mistake.',
  CONTENT_FILTERED: 'The assistant does not answer this question.',
  AUTH_ERROR: 'The key or session is missing, unknown, expired or revoked.',
  FORBIDDEN:
    'The key or role does not have the scope that the operation needs, or a page of another site sent the request.',
  NOT_FOUND: 'There is no such resource, or it belongs to another organization.',
  METHOD_NOT_ALLOWED: 'The path exists, the method does not: see `Allow`.',
  REQUEST_TIMEOUT: 'The request did not come to its end in time.',
  ALREADY_EXISTS: 'The name, address or term is in use.',
  CONFLICT: 'The resource is not in a state that allows this: the message says what to do first.',
  IDEMPOTENCY_CONFLICT:
    'The first request with this `Idempotency-Key` is still in progress: retry.',
  PRECONDITION_FAILED: 'The resource has changed since it was read: read it again.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not JSON.',
  IDEMPOTENCY_MISMATCH: 'This `Idempotency-Key` was used for another request: use a new one.',
  LIMIT_EXCEEDED:
    'Too many requests: wait for `Retry-After`. Without it, a limit of the plan is reached.',
  HEADERS_TOO_LARGE: 'Address and headers are too long together.',
  INTERNAL_ERROR: 'An error of the server, which its log has under the `requestId`.',
  TRANSLATION_FAILED: 'The language model did not translate: retry later.',
  UPSTREAM_ERROR: 'The Git host did not respond as expected: retry later.',
  UNAVAILABLE: 'The server is busy: retry.',
  AI_UNAVAILABLE: "The language model can't be reached: retry later.",
  STORAGE_FULL: 'The disk of the server is full.',
};

function errorTable(): string {
  const codes = Object.entries(statusOf).toSorted(([, a], [, b]) => a - b);
  const rows = codes.map(
    ([code, status]) =>
      `| \`${code}\` | ${status} | ${errorTexts[code as keyof typeof statusOf]} |`,
  );
  return ['| code | status | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

const jsonBlock = (value: unknown): string =>
  `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

// A sample of `docent/client` for each operation of the service API, as its pages in the handbook show it.
import {
  answerOf,
  type Description,
  hasMethod,
  key,
  literal,
  type Operation,
  parametersOf,
} from './write-client.ts';

/** The description with the samples: they take the place of requests written out in JavaScript. */
export function withClientSamples<T extends Description>(description: T): T {
  const paths = Object.entries(description.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        hasMethod(operation) ? withSample(operation, description) : operation,
      ]),
    ),
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}

function withSample(operation: Operation, description: Description): Operation {
  const source = `import { createClient } from 'docent/client';

const client = createClient({
  baseUrl: 'http://localhost:3000',
  key: process.env.DOCENT_KEY,
});
${callOf(operation, argumentsOf(operation, description))}
`;
  const sample = { lang: 'javascript', label: 'docent/client', source };
  return { ...operation, 'x-codeSamples': [sample] } as Operation;
}

/** The call, and what is done with its answer. */
function callOf(operation: Operation, list: readonly string[]): string {
  const method = `client.${operation.operationId}`;
  const line = list.join(', ');
  const isShort = method.length + line.length < 60 && !line.includes('\n');
  const lines = list.map((one) => `  ${one.replaceAll('\n', '\n  ')},\n`);
  const call = isShort ? `${method}(${line})` : `${method}(\n${lines.join('')})`;
  switch (answerOf(operation).flag) {
    case 'list':
      return `for await (const entry of ${call}) {\n  console.log(entry);\n}`;
    case 'stream':
      return `for await (const event of ${call}) {\n  if (event.type === 'text') process.stdout.write(event.content);\n}`;
    default:
      return `const data = await ${call};\nconsole.log(data);`;
  }
}

/** The fields of the path, then the body or what is required of the query. */
function argumentsOf(operation: Operation, { components }: Description): readonly string[] {
  const parameters = parametersOf(operation, components);
  const fields = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query' && one.required === true);
  const { 'application/json': json, 'application/octet-stream': bytes } =
    operation.requestBody?.content ?? {};
  return [
    ...fields.map(({ example = '' }) => literal(example)),
    ...(json ? [code(json.example, 0)] : []),
    ...(bytes ? ['new Uint8Array()'] : []),
    ...(query.length > 0
      ? [code(Object.fromEntries(query.map(({ name, schema }) => [name, exampleOf(schema)])), 0)]
      : []),
  ];
}

const exampleOf = ({
  examples = [],
  default: fallback,
}: {
  examples?: unknown;
  default?: unknown;
}) => (examples as readonly unknown[])[0] ?? fallback;

/** A value as it is written in code. */
function code(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return literal(value);
  const indent = '  '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((entry) => code(entry, depth + 1))
    : Object.entries(value).map(([name, entry]) => `${key(name)}: ${code(entry, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${entries.join(', ')}${close}`;
  if (entries.length === 0 || (line.length <= 60 && !line.includes('\n'))) return line;
  const lines = entries.map((entry) => `${indent}${entry},\n`).join('');
  return `${open.trim()}\n${lines}${'  '.repeat(depth)}${close.trim()}`;
}

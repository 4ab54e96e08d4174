import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../../schema/json-schema.ts';
import { addressOf, describedApi, wholeProject } from '../routes/described-api.ts';
import { paths } from '../routes/description.ts';
import type { Result, TestApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { invalid, invalidQuery, valid } from './draw.ts';

/** Operations with something to draw, and how many values each of them gets. */
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    return schema || query.length > 0 ? [{ path, method, schema, query }] : [];
  }),
);
const withBody = operations.filter(({ schema }) => schema !== undefined);
const withQuery = operations.filter(({ query }) => query.length > 0);
const total = Number(process.env.DOCENT_FUZZ_REQUESTS ?? 3000);
/** Values that are allowed, and as many that are not. */
const runs = Math.ceil(total / (withBody.length + withQuery.length) / 2);

/** Refusals by what a project has or has not, and by what lists of files have together: no description says so. */
const ofState = new Set([
  'source-language',
  'bad-cursor',
  'inactive',
  'bad-path',
  'duplicate',
  'missing-field repoProvider',
  'missing-field repoOwner',
  'missing-field repoName',
]);

function isOfState(result: Result<unknown>): boolean {
  const { error } = result.body as {
    error: { details?: readonly { code: string; path: string }[] };
  };
  return (error.details ?? []).some(
    ({ code, path }) => ofState.has(code) || ofState.has(`${code} ${path}`),
  );
}

/** The same value under both names of a field is taken, although only one of them is described. */
function hasEqualNames(body: unknown): boolean {
  const { term, sourceTerm, description, context } = (body ?? {}) as Record<string, unknown>;
  const isTwin = (one: unknown, other: unknown) => one !== undefined && one === other;
  return isTwin(term, sourceTerm) || isTwin(description, context);
}

eachStore('server and API description', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
    api = await describedApi(opened.store);
  });
  afterAll(() => opened.drop());

  const target = async (path: string) => addressOf(path, await wholeProject(api));

  async function send(line: string, body?: unknown): Promise<Result<unknown>> {
    const result = await api.call(line, body);
    expect(result.status).toBeLessThan(500);
    return result;
  }
  const isRefused = ({ status }: Result<unknown>) => status === 400 || status === 413;

  test.each(withBody)('agree on bodies of $method $path', { timeout: 120_000 }, async (entry) => {
    const { path, method, schema = {} } = entry;
    const line = `${method.toUpperCase()} ${await target(path)}`;
    await fc.assert(
      fc.asyncProperty(valid(schema), async (body) => {
        const result = await send(line, body);
        expect(isRefused(result) && !isOfState(result), result.text).toBe(false);
      }),
      { numRuns: runs },
    );
    await fc.assert(
      fc.asyncProperty(invalid(schema), async (body) => {
        fc.pre(!hasEqualNames(body));
        const result = await send(line, body);
        expect(isRefused(result), result.text).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  test.each(withQuery)('agree on queries of $method $path', { timeout: 120_000 }, async (entry) => {
    const { path, method, query } = entry;
    const schema: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(query.map((one) => [one.name, one.schema])),
      required: query.filter(({ required }) => required).map(({ name }) => name),
    };
    const search = (values: unknown) =>
      new URLSearchParams(
        Object.entries(values as object).map(([name, value]) => [name, String(value)]),
      );
    const line = `${method.toUpperCase()} ${await target(path)}`;
    await fc.assert(
      fc.asyncProperty(valid(schema), async (values) => {
        const result = await send(`${line}?${search(values)}`);
        expect(isRefused(result) && !isOfState(result), result.text).toBe(false);
      }),
      { numRuns: runs },
    );
    await fc.assert(
      fc.asyncProperty(invalidQuery(schema), async (values) => {
        const result = await send(`${line}?${search(values)}`);
        expect(isRefused(result), result.text).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

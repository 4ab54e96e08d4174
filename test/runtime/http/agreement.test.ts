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
/** Each field of a path, once for each operation. */
const withField = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters, requestBody }]) =>
    parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => {
        const body = requestBody?.content['application/json']?.example;
        const needed = parameters.filter((one) => one.in === 'query' && one.required);
        return { path, method, name, schema, body, needed };
      }),
  ),
);
const withBody = operations.filter(({ schema }) => schema !== undefined);
const withQuery = operations.filter(({ query }) => query.length > 0);
const total = Number(process.env.DOCENT_FUZZ_REQUESTS ?? 3000);
/** Values that are allowed, and as many that are not. */
const runs = Math.ceil(total / (withBody.length + withQuery.length) / 2);
/** Fields of paths are simpler: a tenth of it. */
const fieldRuns = Math.ceil(runs / 10);

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
  let others: Record<string, string> | undefined;
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

  test.each(withField)('agree on {$name} of $method $path', { timeout: 120_000 }, async (entry) => {
    const { path, method, name, schema, body, needed } = entry;
    // Hardly any value names something: one project serves all of them.
    others ??= await wholeProject(api);
    const search = new URLSearchParams(needed.map((one) => [one.name, String(one.example ?? 'a')]));
    const send = async (value: string) => {
      const line = addressOf(path, { ...others, [name]: encodeURIComponent(value) });
      const result = await api.call(`${method.toUpperCase()} ${line}?${search}`, body);
      expect(result.status).toBeLessThan(500);
      return result;
    };
    // Dots alone are resolved by whoever parses the address: they ask for another route.
    const sent = (value: unknown) => /^(?!\.{0,2}$)/.test(String(value));
    await fc.assert(
      fc.asyncProperty(valid(schema).filter(sent), async (value) => {
        const result = await send(String(value));
        expect(isRefused(result) && !isOfState(result), result.text).toBe(false);
      }),
      { numRuns: fieldRuns },
    );
    if (!schema.pattern && !schema.enum) return;
    await fc.assert(
      fc.asyncProperty(invalid(schema).map(String).filter(sent), async (value) => {
        expect([400, 404, 405]).toContain((await send(value)).status);
      }),
      { numRuns: fieldRuns },
    );
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validate } from '../../../schema/validate.ts';
import { addressOf, describedApi, wholeProject } from '../routes/described-api.ts';
import { closed, paths, webhooks } from '../routes/description.ts';
import type { TestApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { judge } from './draw.ts';

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('examples of the API description', () => {
  test.each(operations)('of $method $path fit their schemas', ({ operation }) => {
    const { requestBody, responses, parameters } = operation;
    for (const { schema, example } of Object.values(requestBody?.content ?? {})) {
      expect(judge(schema)(example), JSON.stringify(example)).toBe(true);
    }
    for (const { schema, example } of parameters) {
      if (example !== undefined) expect(judge(schema)(example), String(example)).toBe(true);
    }
    for (const { content = {} } of Object.values(responses)) {
      for (const { schema, example } of Object.values(content)) {
        if (example !== undefined) expect(validate(closed(schema), example)).toEqual([]);
      }
    }
  });

  test.each(Object.entries(webhooks))('of the event %s fit their schemas', (_, { post }) => {
    const { schema = {}, example } = post.requestBody?.content['application/json'] ?? {};
    expect(validate(closed(schema), example)).toEqual([]);
  });
});

eachStore('examples of requests', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
    api = await describedApi(opened.store);
  });
  afterAll(() => opened.drop());

  const withBody = operations.filter(({ operation }) => operation.requestBody);
  test.each(withBody)('$method $path takes its example', async ({ path, method, operation }) => {
    const target = addressOf(path, await wholeProject(api));
    const { example } = operation.requestBody?.content['application/json'] ?? {};
    const { status, text } = await api.call(`${method.toUpperCase()} ${target}`, example);
    // What the example names may already exist, or belong to another reader, or need a model or an account.
    expect([200, 201, 202, 401, 404, 409, 503], text).toContain(status);
  });
});

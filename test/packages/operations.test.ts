import { expect, test } from 'vitest';
import { createClient, DocentError } from '../../packages/client/client.ts';
import { inputOf, ofBuiltSites, openDrivenApi, operations, routeOf } from './driven-api.ts';

/** Any method of the client: which arguments it takes follows from the description. */
type AnyMethod = (...args: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

test('the client drives every operation of a running server', async () => {
  const api = await openDrivenApi();
  try {
    const client = createClient({ baseUrl: api.baseUrl, key: api.key, maxRetries: 0 });
    const methods = client as unknown as Readonly<Record<string, AnyMethod>>;
    const outcomes: Record<string, string> = {};
    for (const described of operations) {
      const { path, operation } = described;
      const { operationId, parameters, requestBody, tags } = operation;
      // Sessions are for browsers: the client sends a key.
      if (tags.includes('Sessions')) continue;
      const ids = await api.idsFor(described);
      const fields = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ids[name] ?? name);
      const takes = requestBody || parameters.some((one) => one.in === 'query');
      const rest = takes ? [inputOf(described) ?? new Uint8Array()] : [];
      try {
        const answer = methods[operationId]?.(...fields, ...rest);
        if (answer === undefined) throw new Error('The client has no such method.');
        if (!(Symbol.asyncIterator in answer)) await answer;
        else for await (const _ of answer) break;
        outcomes[operationId] = 'ok';
      } catch (error) {
        if (!(error instanceof DocentError)) throw error;
        outcomes[operationId] = error.message;
      }
      expect(api.requested()).toContain(routeOf(described));
    }
    expect(Object.keys(outcomes)).toEqual(Object.keys(methods));
    const refused = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'ok');
    const others = refused.filter(([, outcome]) => !ofBuiltSites.test(outcome));
    for (const [name, outcome] of others) expect(outcome, name).toMatch(/^\w+ not found\.$/);
    expect(others.length, JSON.stringify(others)).toBeLessThan(10);
  } finally {
    await api.close();
  }
}, 180_000);

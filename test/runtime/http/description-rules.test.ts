import { expect, test } from 'vitest';
import { serviceApi } from '../../../scripts/write-reference.ts';

/** What is read of the description here. */
interface Description {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly $ref?: string; readonly in?: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const text = serviceApi();
const description = JSON.parse(text) as Description;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, ...operation })),
);

test('every operation has an id of its own, words, a known tag and an answer that is not an error', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const known = description.tags.map(({ name }) => name);
  for (const { operationId, summary, description: words, tags, responses } of operations) {
    expect(summary, operationId).not.toBe('');
    expect(words, operationId).toMatch(/[.`]$/);
    expect(tags, operationId).toHaveLength(1);
    expect(known, operationId).toContain(tags[0]);
    expect(Object.keys(responses).join(' '), operationId).toMatch(/\b2\d\d\b/);
  }
});

test('every tag is described and used', () => {
  const used = new Set(operations.flatMap(({ tags }) => tags));
  expect(description.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  for (const { name, description: words = '' } of description.tags) {
    expect(words, name).not.toBe('');
  }
});

test('every field of a path is a parameter of its operation', () => {
  for (const { path, operationId, parameters } of operations) {
    const refs = parameters.map(({ $ref = '' }) => $ref.split('/').at(-1));
    for (const [, field] of path.matchAll(/\{(\w+)\}/g)) expect(refs, operationId).toContain(field);
  }
});

test('every shared part is used', () => {
  const names = Object.entries(description.components).flatMap(([kind, parts]) =>
    kind === 'securitySchemes' ? [] : Object.keys(parts).map((name) => `${kind}/${name}`),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !text.includes(`"#/components/${name}"`))).toEqual([]);
});

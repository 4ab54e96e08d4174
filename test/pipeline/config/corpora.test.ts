import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { migrateConfig } from '../../../pipeline/config/migrate.ts';
import { resolveNavigation } from '../../../pipeline/config/navigation.ts';
import { type ReadConfigResult, readConfig } from '../../../pipeline/config/read.ts';
import { resolveRedirects } from '../../../pipeline/config/redirects.ts';
import { resolveVariables } from '../../../pipeline/config/variables.ts';
import { configSchema } from '../../../schema/config/schema.ts';
import type { Problem } from '../../../schema/errors.ts';
import { validate } from '../../../schema/validate.ts';
import { corpus } from '../../support/corpus.ts';

const file = 'docs.json';

/** All problems reported for a configuration. */
function everything(result: ReadConfigResult, dir: string): readonly Problem[] {
  const { config, locate, problems } = result;
  if (config === undefined) return problems;
  const { problems: nav } = resolveNavigation(
    config,
    {
      page: (path) => (existsSync(join(dir, `${path}.mdx`)) ? { hidden: false } : undefined),
      operation: (entry) => `api/${entry.replaceAll(/\W+/g, '-')}`,
      operations: () => [],
    },
    { locate },
  );
  return [
    ...problems,
    ...nav,
    ...resolveRedirects(config, { locate }).problems,
    ...resolveVariables(config, { locate }).problems,
  ];
}

describe.each(['mem0', 'dify'] as const)('%s', (name) => {
  const dir = corpus(name);

  test.skipIf(dir === undefined)('its docs.json has no errors', () => {
    if (dir === undefined) return;
    const result = readConfig(readFileSync(join(dir, file)), { file });
    const errors = everything(result, dir).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  test.skipIf(dir === undefined)('migrating it leaves only what is no dialect', () => {
    if (dir === undefined) return;
    const { text } = migrateConfig(readFileSync(join(dir, file), 'utf8'), { file });
    const { problems, config } = readConfig(text, { file });
    expect(problems.filter(({ ruleId }) => ruleId === 'config-dialect')).toEqual([]);
    expect(config).toEqual(readConfig(readFileSync(join(dir, file)), { file }).config);
    expect(validate(configSchema, JSON.parse(text))).toEqual([]);
  });

  test.skipIf(dir === undefined)(
    'no change of its text makes the reader fail',
    () => {
      if (dir === undefined) return;
      const text = readFileSync(join(dir, file), 'utf8');
      const junk = fc.constantFrom(
        '',
        '"',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '\\',
        '\u0000',
        '//',
        '7',
        'null',
        '"$ref":"./docs.json"',
      );
      const change = fc.record({
        at: fc.nat(text.length),
        length: fc.nat(40),
        put: fc.oneof(junk, fc.string({ maxLength: 12 })),
      });
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
          const changed = changes.reduce(
            (now, { at, length, put }) => now.slice(0, at) + put + now.slice(at + length),
            text,
          );
          placed(everything(readConfig(changed, { file, readRef: () => changed }), dir));
          migrateConfig(changed, { file });
        }),
        { numRuns: 60 },
      );
    },
    60_000,
  );

  test.skipIf(dir === undefined)(
    'no change of its values makes the reader fail',
    () => {
      if (dir === undefined) return;
      const text = readFileSync(join(dir, file), 'utf8');
      const value = JSON.parse(text) as Record<string, unknown>;
      const pointers: (readonly string[])[] = [];
      const walk = (current: unknown, path: readonly string[]) => {
        if (typeof current !== 'object' || current === null) return;
        for (const [key, child] of Object.entries(current)) {
          pointers.push([...path, key]);
          walk(child, [...path, key]);
        }
      };
      walk(value, []);
      const put = fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom<unknown>([[]], { $ref: './other.json' }, { group: {} }, ['GET /x'], {
          openapi: {},
        }),
      );
      const change = fc.record({ at: fc.constantFrom(...pointers), put });
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          const root = structuredClone(value);
          for (const { at, put: junk } of changes) {
            let owner: unknown = root;
            for (const key of at.slice(0, -1)) {
              owner =
                typeof owner === 'object' && owner !== null
                  ? (owner as Record<string, unknown>)[key]
                  : undefined;
            }
            if (typeof owner === 'object' && owner !== null) {
              (owner as Record<string, unknown>)[at.at(-1) ?? ''] = structuredClone(junk);
            }
          }
          const result = readConfig(JSON.stringify(root), { file });
          expect(result.config).toBeDefined();
          placed(everything(result, dir));
        }),
        { numRuns: 60 },
      );
    },
    60_000,
  );
});

/** Every problem has a place, and words. */
function placed(problems: readonly Problem[]): void {
  for (const problem of problems) {
    expect(problem.place, problem.reason).toBeDefined();
    expect(problem.file).toBe(file);
    expect(problem.reason).not.toMatch(/undefined|\[object/);
  }
}

test('every section survives any value', () => {
  const minimum = {
    name: 'Acme',
    colors: { primary: '#0d9373' },
    navigation: { pages: ['a'] },
  };
  const key = fc.constantFrom(...Object.keys(configSchema.properties ?? {}));
  const names = Object.values(configSchema.properties ?? {}).flatMap((field) =>
    Object.keys(field.properties ?? {}),
  );
  const { junk } = fc.letrec<{ junk: unknown }>((tie) => ({
    junk: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('junk'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(...names, 'group', 'tab', 'language', 'global', 'dropdowns', '__proto__'),
        tie('junk'),
        { maxKeys: 4 },
      ),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, junk, { maxKeys: 5 }), (changes) => {
      const result = readConfig(JSON.stringify({ ...minimum, ...changes }), { file });
      expect(result.config).toBeDefined();
      placed(everything(result, '/nowhere'));
    }),
    { numRuns: 400 },
  );
});

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSite } from '../../pipeline/build/read-site.ts';
import { recordOf } from '../../pipeline/build/records.ts';
import { memoryCache } from '../../pipeline/cache/cache.ts';
import { renderDocument } from '../../pipeline/site/layout/document.tsx';
import { machineFiles } from '../../pipeline/site/machine/files.ts';
import { wholeText } from '../../pipeline/site/machine/site.ts';
import { fontFiles, fontSheets } from '../../pipeline/site/themes/fonts.ts';
import { themeStyles } from '../../pipeline/site/themes/styles.ts';
import { versionBranches } from '../../schema/branch.ts';
import { configSchema } from '../../schema/config/schema.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { fits, resolve } from '../../schema/validation/shape.ts';
import { sampleBody } from '../pipeline/site/layout/sample.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';
import { builtEffects, builtFiles } from './built-effects.ts';
import { builtSamples } from './built-samples.ts';
import { samples } from './field-samples.ts';
import { problemEffect } from './problem-effect.ts';
import { wantedEffects } from './wanted-effects.ts';

/**
 * Every field of `docs.json` has an effect that can be seen: its samples set it, and taking it away, or
 * changing what must be there, changes a page, a file, what a server answers or a fault that is
 * reported. The note that a field is not supported yet is no effect: such fields are listed by name. A
 * new field without a sample fails.
 */

/** Sections whose samples are read, and whose frame is drawn around a page. */
const read = new Set([
  ...['navigation', 'navbar', 'footer', 'seo', 'redirects', 'integrations'],
  ...['appearance', 'colors', 'fonts'],
]);

/** Sections whose samples are built as a site: their effect may be in any of its files. */
const built = new Set([
  ...['$schema', 'name', 'description', 'theme', 'logo', 'favicon', 'styling', 'background'],
  ...['icons', 'banner', 'search', 'addons', 'variables', 'componentTheme', 'thumbnails'],
  ...['contextual', 'metadata', 'errors', 'hosting', 'i18n', 'cookieConsent', 'api'],
  ...['assistant', 'auth', 'web3'],
]);

/** Fields whose effect is in no file of a site, and the tests that show it: titles there name the field. */
const elsewhere: Readonly<Record<string, string>> = {
  $schema: 'test/cli/cli.test.ts',
  'addons.feedback.thumbsRating': 'test/runtime/routes/feedback.test.ts',
  'addons.previews.enabled': 'test/runtime/previews.test.ts',
  'assistant.enabled': 'test/runtime/routes/assistant.test.ts',
  'auth.audience': 'test/runtime/site/sign-in-token.test.ts',
  'errors.404.redirect': 'test/runtime/site/serve.test.ts',
  'version.branch': 'test/pipeline/build/version-branches.test.ts',
};

const sections = Object.entries(configSchema.properties ?? {});

/** A field in a value: what it is called in the schema, and where it is. */
interface Found {
  readonly leaf: string;
  readonly keys: readonly string[];
  readonly isRequired: boolean;
}

/** Names of all fields of a schema; those of a definition begin with its name. */
function leavesOf(schema: JsonSchema, name: string, seen: Set<string> = new Set()): string[] {
  if (schema.$ref !== undefined) {
    const definition = nameOf(schema.$ref);
    if (seen.has(definition)) return [];
    seen.add(definition);
    return leavesOf(resolve(schema, configSchema), definition, seen);
  }
  const { properties, items, additionalProperties, anyOf } = schema;
  if (anyOf) return [...new Set(anyOf.flatMap((branch) => leavesOf(branch, name, seen)))];
  if (properties) {
    return Object.entries(properties).flatMap(([key, field]) =>
      leavesOf(field, `${name}.${key}`, seen),
    );
  }
  if (items) return [`${name}`, ...leavesOf(items, `${name}[]`, seen)];
  if (typeof additionalProperties === 'object') {
    return leavesOf(additionalProperties, `${name}.*`, seen);
  }
  return [name];
}

/** The fields that a value has. */
function fieldsIn(schema: JsonSchema, value: unknown, at: Found): Found[] {
  if (schema.$ref !== undefined) {
    const leaf = nameOf(schema.$ref);
    return fieldsIn(resolve(schema, configSchema), value, { ...at, leaf });
  }
  const branch = schema.anyOf?.find((one) => fits(one, value, configSchema));
  if (branch) return fieldsIn(branch, value, at);
  const { leaf, keys } = at;
  if (Array.isArray(value)) {
    const items = schema.items ?? {};
    const inside = value.flatMap((entry, index) =>
      fieldsIn(items, entry, {
        leaf: `${leaf}[]`,
        keys: [...keys, String(index)],
        isRequired: false,
      }),
    );
    return [at, ...inside];
  }
  if (typeof value !== 'object' || value === null) return [at];
  const { properties = {}, required = [], additionalProperties } = schema;
  // An object of any kind is one field.
  if (!schema.properties && !additionalProperties) return [at];
  return Object.entries(value).flatMap(([key, field]) => {
    const known = properties[key];
    const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const next = known ?? other;
    if (next === undefined) return [];
    return fieldsIn(next, field, {
      leaf: `${leaf}.${known ? key : '*'}`,
      keys: [...keys, key],
      isRequired: required.includes(key),
    });
  });
}

function nameOf(ref: string): string {
  return ref.replace('#/$defs/', '');
}

const allLeaves = [
  ...new Set(sections.flatMap(([name, schema]) => leavesOf(schema, name))),
  // Alternatives that are one value in two forms, and entries of lists that have fields of their own.
].filter((leaf) => !/\[\]$/.test(leaf) || !/^(?:pageOrGroup|group)/.test(leaf));

/** Each field with the first sample that has it. */
const found = new Map<string, { readonly sample: object; readonly field: Found }>();
for (const sample of [...samples, ...builtSamples]) {
  const start = { leaf: '', keys: [], isRequired: false };
  for (const field of fieldsIn(configSchema, sample, start)) {
    const leaf = field.leaf.replace(/^\./, '');
    const [section = ''] = field.keys;
    const isBuilt = builtSamples.includes(sample);
    if (isBuilt === built.has(section) && !found.has(leaf)) found.set(leaf, { sample, field });
  }
}

let dir: string;

beforeAll(() => {
  dir = writeFiles(makeTempDir(), {
    ...Object.fromEntries(
      ['index', 'a', 'b', 'c', 'de/a', 'loose'].map((page) => [
        `${page}.mdx`,
        `---\ntitle: Page ${page}\n---\n\nText.\n`,
      ]),
    ),
    'openapi.json': {
      openapi: '3.1.0',
      info: { title: 'API', version: '1' },
      paths: { '/users': { get: { summary: 'List users', responses: {} } } },
    },
    'asyncapi.json': {
      asyncapi: '3.0.0',
      info: { title: 'Events', version: '1' },
      channels: { users: { address: 'users' } },
    },
    'images/og.png': 'not a picture',
    'fonts/one.woff2': 'not a font',
    'fonts/two.woff2': 'not a font',
  });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const tools = {
  assets: { styles: [], script: '_docent/main.js', userScripts: ['own.js'] },
  icon: (name: string, options?: object) => `<svg data-icon="${name}${JSON.stringify(options)}"/>`,
  search: true,
  now: new Date('2027-06-01'),
};

type Effects = Readonly<Record<string, string>>;
type EffectsOf = (config: object) => Promise<Effects>;

/** The ways to see what a configuration has an effect on, the cheapest first: most fields change a page's frame. */
function waysToSee(field: Found): readonly EffectsOf[] {
  return built.has(field.keys[0] ?? '') ? [drawnEffects, fullEffects] : [readEffects];
}

const readEffects: EffectsOf = (config) => frameEffects(dir, config);
const drawnEffects: EffectsOf = (config) => frameEffects(join(dir, 'drawn'), config, builtFiles);
const fullEffects: EffectsOf = (config) => builtEffects(join(dir, 'built'), config);

/** The effects of a sample as it is, which many fields are compared with. */
function wholeEffectsOf(sample: object, effectsOf: EffectsOf): Promise<Effects> {
  const known = wholes.get(effectsOf) ?? new Map<object, Promise<Effects>>();
  wholes.set(effectsOf, known);
  const effects = known.get(sample) ?? effectsOf(sample);
  known.set(sample, effects);
  return effects;
}

const wholes = new Map<EffectsOf, Map<object, Promise<Effects>>>();

/** What a site is read as, and the frames of its pages. */
async function frameEffects(
  dir: string,
  config: object,
  files: Readonly<Record<string, unknown>> = {},
): Promise<Effects> {
  writeFiles(dir, { ...files, 'docs.json': config });
  const { site, problems } = await readSite({ dir, cache: memoryCache(), codeVersion: 'test' });
  const effects: Record<string, string> = { problems: problemEffect(problems) };
  if (!site) return effects;
  const bodies = new Map([...site.pages.keys()].map((path) => [path, sampleBody()]));
  for (const page of site.pages.values()) {
    effects[`${page.path}.html`] = renderDocument(page, sampleBody(), site, tools);
    effects[`${page.path} in search`] = String(recordOf(page, sampleBody(), site).boost);
  }
  for (const { path, content } of machineFiles(site, { texts: bodies })) {
    effects[path] = wholeText(content);
  }
  effects['style sheet'] = themeStyles(site.config);
  effects.fonts = JSON.stringify([fontSheets(site.config), fontFiles(site.config)]);
  effects.redirects = JSON.stringify(site.redirects);
  effects.branches = JSON.stringify(versionBranches(site.config));
  return effects;
}

/** A copy without a field; where it must be there, with another value. */
function withoutField(sample: object, { keys, isRequired }: Found): object {
  const copy = structuredClone(sample);
  let owner = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) owner = owner[key] as Record<string, unknown>;
  const key = keys.at(-1) ?? '';
  if (isRequired) owner[key] = otherThan(owner[key]);
  else if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
  return copy;
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.slice(1);
  const others: Readonly<Record<string, string>> = {
    button: 'github',
    '#16a34a': '#7c3aed',
    '/abi.json': '/abi2.json',
  };
  return others[String(value)] ?? `${value}2`;
}

/** The effects of a field's sample with and without it. */
async function compare(leaf: string) {
  const { sample, field } = found.get(leaf) ?? expect.fail();
  const without = withoutField(sample, field);
  const none: Effects = {};
  let seen = { before: none, after: none, at: field.keys.join('.') };
  for (const effectsOf of waysToSee(field)) {
    const before = await wholeEffectsOf(sample, effectsOf);
    const after = await effectsOf(without);
    seen = { ...seen, before, after };
    if (!isDeepStrictEqual(before, after)) break;
  }
  return seen;
}

test('every section has samples', () => {
  expect(sections.map(([name]) => name).sort()).toEqual([...read, ...built].sort());
});

test('every field has a sample', () => {
  expect(allLeaves.filter((leaf) => !found.has(leaf))).toEqual([]);
});

test('fields that are listed exist', () => {
  const listed = [...Object.keys(elsewhere), ...wantedEffects.keys()];
  expect(listed.filter((leaf) => !allLeaves.includes(leaf))).toEqual([]);
});

test.each(Object.entries(elsewhere))(
  'a test that shows the effect of %s has it in its title',
  (leaf, file) => {
    const name = leaf.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // A title that is written out, or the first text of a row of a table of tests.
    const title = new RegExp(
      `(?:\\b(?:test|describe)\\(\\s*|^ +\\[\\s*)(['"\`])(?:(?!\\1).)*(?<![\\w.])${name}(?![\\w.])`,
      'm',
    );
    expect(readFileSync(file, 'utf8')).toMatch(title);
  },
);

// Otherwise the comparisons below would find a difference for every field.
test.each([
  ['read', readEffects, samples],
  ['drawn', drawnEffects, builtSamples],
  ['built', fullEffects, builtSamples.slice(0, 1)],
] as const)('what is %s of the same sample is the same twice', async (_, effectsOf, all) => {
  for (const sample of all) expect(await effectsOf(sample)).toEqual(await effectsOf(sample));
});

describe('every field has an effect', () => {
  test.each(allLeaves.filter((leaf) => found.has(leaf) && !(leaf in elsewhere)))(
    '%s',
    async (leaf) => {
      const { before, after, at } = await compare(leaf);
      expect(after, `${leaf} at ${at} changes nothing`).not.toEqual(before);
      const wanted = wantedEffects.get(leaf);
      if (!wanted) return;
      // Any other difference would hide an effect that is wrong.
      const [where, text] = wanted;
      expect(before[where], `${leaf} at ${at} in ${where}`).toContain(text);
      expect(after[where] ?? '', `${where} without ${leaf}`).not.toContain(text);
    },
  );
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One import: who, what, and whether it leaves no trace at run time (`import type`). */
interface Import {
  readonly from: string;
  /** A path in the tree for a relative import, else the specifier as written. */
  readonly to: string;
  readonly ours: boolean;
  readonly typeOnly: boolean;
  /** `import()`: loaded only when the line is reached. */
  readonly lazy: boolean;
}

/**
 * The folders of the pipeline in the order in which they build on each other, lowest first. A folder imports
 * itself, `schema/` and the folders named here; the files directly in `pipeline/` import them all.
 */
const roomsBelow: Readonly<Record<string, readonly string[]>> = {
  cache: [],
  net: [],
  init: [],
  source: [],
  config: [],
  author: ['source'],
  openapi: ['source'],
  output: [],
  report: ['source'],
  translate: ['source', 'cache', 'net'],
  addresses: ['output', 'config', 'source'],
  search: ['cache', 'net'],
  site: ['author', 'source', 'openapi'],
  check: ['site', 'config', 'source', 'cache'],
  translation: ['translate', 'site', 'config', 'source', 'cache', 'net'],
  build: [
    ...['translation', 'check', 'site', 'search', 'translate', 'addresses', 'output', 'openapi'],
    ...['author', 'config', 'source', 'cache', 'net'],
  ],
  draft: ['site', 'output'],
  dev: ['build', 'check', 'site', 'translate', 'output', 'config', 'source', 'cache'],
};

/**
 * The same for the folders of the runtime; every one of them may also import the pipeline's doors, except
 * `store/` and `http/`. A file directly in `runtime/` is imported by others directly there and by the folders
 * that name it.
 */
const runtimeRooms: Readonly<Record<string, readonly string[]>> = {
  'config-check': [],
  dashboard: ['http'],
  drafts: ['http'],
  git: [],
  http: [],
  settings: [],
  store: [],
  translation: ['git', 'store'],
  secrets: ['store', 'http'],
  payments: ['store', 'http'],
  previews: ['assistant', 'site', 'http'],
  proxy: ['site', 'http'],
  site: ['mail', 'secrets', 'store', 'http'],
  storage: ['previews', 'settings', 'store'],
  studio: ['dashboard', 'drafts', 'site', 'http'],
  tasks: ['git', 'previews', 'translation', 'store'],
  webhooks: ['secrets', 'store', 'http'],
  backup: ['site', 'secrets', 'store'],
  assistant: ['webhooks', 'store', 'http'],
  deployments: ['tasks', 'webhooks', 'translation', 'store'],
  mail: ['settings', 'tasks', 'store'],
  members: ['secrets', 'store', 'http'],
  oidc: ['api', 'members', 'settings', 'site', 'secrets', 'store', 'http'],
  api: ['assistant', 'drafts', 'mail', 'members', 'site', 'tasks', 'webhooks', 'store', 'http'],
  commands: ['backup', 'members', 'payments', 'site', 'secrets', 'store', 'http', 'settings'],
  routes: [
    'api',
    'assistant',
    'drafts',
    'mail',
    'members',
    'secrets',
    'site',
    'webhooks',
    'store',
    'http',
  ],
  backend: [
    ...['api.ts', 'translation', 'api', 'git', 'storage'],
    ...[
      'deployments',
      'previews',
      'config-check',
      'drafts',
      'assistant',
      'backup',
      'tasks',
      'payments',
      'site',
    ],
    ...['mail', 'members', 'oidc', 'webhooks', 'secrets', 'store', 'http', 'settings'],
  ],
};

/** Files of the pipeline that the runtime may know. */
const doors = [
  'pipeline/build.ts',
  'pipeline/check/config.ts',
  'pipeline/check/grounds.ts',
  'pipeline/check.ts',
  'pipeline/net/embeddings.ts',
  'pipeline/net/fetch.ts',
  'pipeline/draft.ts',
  'pipeline/kept-outputs.ts',
  'pipeline/net/model-address.ts',
  'pipeline/net/model-errors.ts',
  'pipeline/net/model.ts',
  'pipeline/net/open-model.ts',
  'pipeline/net/tokens.ts',
  'pipeline/output/blocks.ts',
  'pipeline/output/bring.ts',
  'pipeline/output/compress.ts',
  'pipeline/output/deployment-files.ts',
  'pipeline/output/layout.ts',
  'pipeline/output/file-list.ts',
  'pipeline/output/files.ts',
  'pipeline/output/line-difference.ts',
  'pipeline/output/lock.ts',
  'pipeline/output/promotion-events.ts',
  'pipeline/output/place-stored.ts',
  'pipeline/output/publish-upload.ts',
  'pipeline/output/read.ts',
  'pipeline/output/remembered.ts',
  'pipeline/output/stored.ts',
  'pipeline/output/upload-base.ts',
  'pipeline/output/uploads.ts',
  'pipeline/build/rebuild-plan.ts',
  'pipeline/rebuild.ts',
  'pipeline/open-search.ts',
  'pipeline/rewrite-search.ts',
  'pipeline/remove-site.ts',
  'pipeline/search/query.ts',
  'pipeline/site/fill-label.ts',
  'pipeline/site/words.ts',
  'pipeline/source/format.ts',
  'pipeline/source/hash.ts',
  'pipeline/translate/by-hand.ts',
  'pipeline/translate/glossary.ts',
  'pipeline/translate/page.ts',
  'pipeline/translate/pseudo.ts',
  'pipeline/translate/records.ts',
  'pipeline/translate/worklist.ts',
  'pipeline/translation/options.ts',
  'pipeline/translation/run.ts',
  'pipeline/translation/translated-snippets.ts',
];

/** One package, one folder. A package that is not listed here may be imported anywhere. */
const packageRooms: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(unified|remark-.+|mdast-util-mdx|satteri)$/, ['pipeline/source/']],
  [/^ajv(-formats)?$/, ['schema/validation/']],
  [/^@lancedb\/|^apache-arrow$/, ['pipeline/search/']],
  [/^htmlparser2$/, ['pipeline/site/', 'test/']],
  [/^quickjs-emscripten-core$|^@jitl\//, ['pipeline/author/']],
  [/^openai$/, ['pipeline/net/']],
  [/^chokidar$/, ['pipeline/dev/watch-files.ts']],
  [
    /^(shiki|tailwindcss|temml|mermaid)$|^@(shikijs|resvg|expo-google-fonts)\/|^@iconify(-json)?\//,
    ['pipeline/site/'],
  ],
  [/^(better-sqlite3|pg)$/, ['runtime/store/']],
  [/^kysely$/, ['runtime/store/']],
  [/^pg-boss$/, ['runtime/tasks/postgres.ts']],
  [/^@aws-sdk\//, ['runtime/storage/s3.ts']],
  [/^nodemailer$/, ['runtime/mail/mailer.ts']],
  [/^openid-client$/, ['runtime/oidc/']],
  [/^viem(\/|$)/, ['pipeline/site/client/web3/', 'test/']],
  [/^@noble\/hashes(\/|$)/, ['pipeline/site/web3/', 'packages/webhooks/']],
  [/^@ethereumjs\//, ['test/']],
  [/^@hono\/node-server$/, ['runtime/listen.ts']],
  [
    /^hono(-openapi)?$/,
    ['runtime/app.ts', 'runtime/http/', 'runtime/routes/', 'runtime/payments/', 'runtime/site/'],
  ],
  [
    /^(commander|@clack\/prompts)$/,
    [
      ...['cli.ts', 'commands/ask-key.ts', 'commands/define/', 'commands/init-questions.ts'],
      'commands/options.ts',
      'terminal.ts',
    ],
  ],
  [/^vitest$|^fast-check$|^axe-core$/, ['test/']],
  [/^playwright-core$/, ['test/', 'bench/dev.ts', 'bench/editor.ts']],
  [/^@(codemirror|lezer)\//, ['runtime/dashboard/client/']],
  [/^@tanstack\/preact-query$/, ['runtime/dashboard/client/cache.ts']],
  [/^preact-iso$/, ['runtime/dashboard/client/place.ts', 'runtime/dashboard/client/main.tsx']],
  [/^uplot$/, ['runtime/dashboard/client/parts/plot.ts']],
  [/^jsonc-parser$/, ['schema/json-values.ts', 'runtime/dashboard/client/']],
];

const drawnHere = 'runtime/dashboard/client/parts/answer.tsx';
const checkedHere = 'runtime/dashboard/client/settings/check-text.ts';

const floor = (file: string) => file.split('/')[0] ?? '';
/** `pipeline/site/` for everything below it, `pipeline/` for the files directly there. */
const room = (file: string) => {
  const parts = file.split('/');
  return parts.length > 2 ? `${parts[0]}/${parts[1]}/` : `${parts[0]}/`;
};

/** Why an import may not be, or undefined when it may. */
function broken(entry: Import): string | undefined {
  const { from, to } = entry;
  if (!entry.ours) {
    if (floor(from) === 'packages' && isBuiltin(to)) return 'packages run without Node.js';
    const name = to.startsWith('@')
      ? to.split('/').slice(0, 2).join('/')
      : (to.split('/')[0] ?? '');
    if (floor(from) === 'schema' && !entry.typeOnly && isBuiltin(to)) {
      return 'schema does no input or output';
    }
    for (const [packages, rooms] of packageRooms) {
      if (!packages.test(name) || entry.typeOnly) continue;
      if (!rooms.some((place) => from === place || from.startsWith(place))) {
        return `the package ${name} belongs in ${rooms.join(', ')}`;
      }
    }
    return undefined;
  }
  switch (floor(from)) {
    case 'schema':
      return floor(to) === 'schema' ? undefined : 'schema imports nothing but schema';
    case 'pipeline':
      return brokenInPipeline(from, to);
    case 'runtime':
      return brokenInRuntime(from, to);
    case 'commands':
      return brokenInCommands(from, to);
    case 'packages':
      return room(to) === room(from) ? undefined : 'a package is published on its own';
    default:
      return undefined;
  }
}

function brokenInCommands(from: string, to: string): string | undefined {
  if (to === 'cli.ts') return 'cli.ts imports its commands, not the other way round';
  const isWhole = to === 'runtime/main.ts' && from !== 'commands/serve.ts';
  return isWhole ? 'only serve loads a whole server: listen.ts is enough for dev' : undefined;
}

function brokenInPipeline(from: string, to: string): string | undefined {
  if (floor(to) === 'schema') return undefined;
  if (floor(to) !== 'pipeline') return 'pipeline imports schema and pipeline only';
  const here = room(from);
  if (here === 'pipeline/' || room(to) === here) return undefined;
  const allowed = roomsBelow[here.split('/')[1] ?? ''] ?? [];
  if (allowed.some((name) => to.startsWith(`pipeline/${name}/`))) return undefined;
  return `${here} may import ${['schema', ...allowed].join(', ')}`;
}

function brokenInRuntime(from: string, to: string): string | undefined {
  if (to === 'runtime/main.ts') return 'nothing imports main.ts';
  if (floor(to) === 'schema') return undefined;
  if (floor(to) === 'pipeline') {
    // Answers are drawn as readers see them, with the same care for what a model wrote.
    if (from === drawnHere && to === 'pipeline/site/client/assistant/markdown.ts') return undefined;
    if (/^runtime\/(store|http)\//.test(from)) return `${room(from)} imports schema only`;
    return doors.includes(to)
      ? undefined
      : `the runtime's doors into the pipeline are ${doors.join(', ')}`;
  }
  // A client of the API like any other: it knows what the API answers, and nothing else.
  if (from.startsWith('runtime/dashboard/client/')) {
    const isOwn = to.startsWith('runtime/dashboard/client/') || to === 'packages/client/models.ts';
    // Settings are checked in the browser by what checks them in a build.
    const isCheck = from === checkedHere && to === 'pipeline/check/config.ts';
    const isPicture = /^docs\/images\/.*\.webp$/.test(to);
    return isOwn || isCheck || isPicture
      ? undefined
      : 'the dashboard knows schema and the types of the API only';
  }
  if (floor(to) !== 'runtime') return 'runtime imports schema, pipeline and runtime only';
  const here = room(from);
  if (here !== 'runtime/' && room(to) !== here) {
    const allowed = runtimeRooms[here.split('/')[1] ?? ''] ?? [];
    if (!allowed.includes(to.split('/')[1] ?? '')) {
      return `${here} may import ${['schema', ...allowed].join(', ')}`;
    }
  }
  if (from.startsWith('runtime/routes/') && to.startsWith('runtime/routes/')) {
    return 'routes never import routes';
  }
  return undefined;
}

/** Files that import each other, over any number of others. */
function circles(entries: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of entries) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const to of targets.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return found;
}

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);

/** The imports of one text; strings and comments that only look like imports are not taken for one. */
function importsOf(from: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, kind: { typeOnly: boolean; lazy: boolean }) => {
    const ours = specifier.startsWith('.');
    const to = ours ? posix.join(posix.dirname(from), specifier) : specifier;
    found.push({ from, to, ours, ...kind });
  };
  const statement =
    /^(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm;
  for (const [, type, specifier] of text.matchAll(statement)) {
    add(specifier ?? '', { typeOnly: Boolean(type), lazy: false });
  }
  for (const [, specifier] of text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g)) {
    add(specifier ?? '', { typeOnly: false, lazy: true });
  }
  return found;
}

const files = globSync(
  '{cli.ts,terminal.ts,{schema,pipeline,runtime,commands,packages}/**/*.{ts,tsx}}',
  {
    cwd: root,
  },
);
const imports = files.flatMap((file) => importsOf(file, readFileSync(`${root}/${file}`, 'utf8')));

describe('the house', () => {
  test('has files on every floor', () => {
    expect(new Set(files.map(floor))).toEqual(
      new Set(['cli.ts', 'terminal.ts', 'schema', 'pipeline', 'runtime', 'commands', 'packages']),
    );
    expect(imports.length).toBeGreaterThan(files.length);
  });

  test.each([
    ['pipeline', roomsBelow],
    ['runtime', runtimeRooms],
  ])('has no folder in %s/ that the rules do not know', (name, rules) => {
    const rooms = new Set(files.map(room).filter((place) => place.startsWith(`${name}/`)));
    rooms.delete(`${name}/`);
    expect([...rooms].map((place) => place.split('/')[1] ?? '').sort()).toEqual(
      Object.keys(rules).sort(),
    );
  });

  test('keeps to the rules of who may import whom', () => {
    const offences = imports.flatMap((entry) => {
      const why = broken(entry);
      return why === undefined ? [] : [`${entry.from} imports ${entry.to}: ${why}`];
    });
    expect(offences).toEqual([]);
  });

  test('imports its own files by their full names, and they exist', () => {
    const lost = imports.filter((entry) => entry.ours && !existsSync(`${root}/${entry.to}`));
    expect(lost.map((entry) => `${entry.from} imports ${entry.to}`)).toEqual([]);
  });

  test('imports in no circle, types included', () => {
    expect(circles(imports.filter(({ ours, lazy }) => ours && !lazy))).toEqual([]);
  });

  test('lets cli.ts load a floor only when a command needs it', () => {
    const table = /^(cli|terminal|commands\/(define\/.+|options|service-table))\.ts$/;
    // A list of names, which the help shows.
    const names = 'schema/config/themes.ts';
    const early = imports.filter(
      ({ from, to, ours, typeOnly, lazy }) =>
        table.test(from) && ours && !typeOnly && !lazy && !table.test(to) && to !== names,
    );
    expect(early.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test('never loads the client of HTTP of Node.js, half of the start of a build, with a module', () => {
    const clients = ['http', 'https', 'http2'].flatMap((name) => [name, `node:${name}`]);
    const loading = imports.filter(
      ({ from, to, typeOnly, lazy }) =>
        /^(schema|pipeline)\//.test(from) && clients.includes(to) && !typeOnly && !lazy,
    );
    expect(loading).toEqual([]);
  });

  test('keeps Node.js out of the modules that run in the browser', () => {
    const offences = imports.filter(
      (entry) =>
        entry.from.startsWith('pipeline/site/client/') && !entry.ours && isBuiltin(entry.to),
    );
    expect(offences.map((entry) => `${entry.from} imports ${entry.to}`)).toEqual([]);
  });
});

describe('the rules themselves', () => {
  const offence = (from: string, line: string) =>
    importsOf(from, line)
      .map(broken)
      .find((why) => why !== undefined);

  test.each([
    ['schema/site.ts', "import { x } from '../pipeline/build.ts';"],
    ['schema/site.ts', "import { readFile } from 'node:fs/promises';"],
    ['pipeline/source/read.ts', "import { x } from '../config/read.ts';"],
    ['pipeline/source/read.ts', "export * from '../../runtime/app.ts';"],
    ['pipeline/site/render.tsx', "import { x } from '../output/write.ts';"],
    ['pipeline/check/names.ts', "import { x } from '../build/render-site.ts';"],
    ['pipeline/source/read.ts', "import { x } from '../build.ts';"],
    ['pipeline/site/markdown.tsx', "import remarkGfm from 'remark-gfm';"],
    ['pipeline/config/check.ts', "import { Ajv2020 } from 'ajv/dist/2020.js';"],
    ['runtime/routes/a.ts', "import { b } from './b.ts';"],
    ['runtime/store/keys.ts', "import { x } from '../http/auth.ts';"],
    ['runtime/site/live.ts', "import { x } from '../../pipeline/config/read.ts';"],
    ['runtime/webhooks/outbox.ts', "import { take } from '../deployments/take-in.ts';"],
    ['runtime/tasks/deploy.ts', "import { openBackend } from '../backend.ts';"],
    ['runtime/app.ts', "const main = await import('./main.ts');"],
    ['runtime/site/live.ts', "import pg from 'pg';"],
    ['runtime/main.ts', "import { serve } from '../commands/serve.ts';"],
    ['commands/serve.ts', "import { main } from '../cli.ts';"],
    ['commands/dev.ts', "import { listen } from '../runtime/main.ts';"],
    ['commands/serve.ts', "import { Command } from 'commander';"],
    ['packages/client/send.ts', "import { errors } from '../../schema/errors.ts';"],
    ['packages/webhooks/verify.ts', "import { createHmac } from 'node:crypto';"],
  ])('refuse %s: %s', (from, line) => {
    expect(offence(from, line)).toBeTypeOf('string');
  });

  test('find a circle of any length', () => {
    const entries = [
      ...importsOf('schema/a.ts', "import { b } from './b.ts';"),
      ...importsOf('schema/b.ts', "import type { c } from './c.ts';"),
      ...importsOf('schema/c.ts', "import { a } from './a.ts';"),
    ];
    expect(circles(entries)).toEqual(['schema/a.ts → schema/b.ts → schema/c.ts → schema/a.ts']);
    expect(circles(entries.slice(1))).toEqual([]);
  });

  test.each([
    ['schema/site.ts', "import type { Root } from 'mdast';"],
    ['pipeline/build.ts', "import { readSource } from './source/read.ts';"],
    ['pipeline/site/markdown.tsx', "import { parsePage } from '../source/parse.ts';"],
    ['pipeline/site/code/shiki.ts', "import { createHighlighterCore } from 'shiki/core';"],
    ['pipeline/search/near.ts', "import { model } from '../net/model.ts';"],
    ['runtime/site/live.ts', "import { open } from '../../pipeline/output/read.ts';"],
    ['runtime/routes/projects.ts', "import { list } from '../http/list.ts';"],
    ['runtime/deployments/take-in.ts', "import { emit } from '../webhooks/outbox.ts';"],
    ['runtime/app.ts', "import { plain } from './site/serve.ts';"],
    ['runtime/store/open.ts', "import {\n  Kysely,\n  sql,\n} from 'kysely';"],
  ])('allow %s: %s', (from, line) => {
    expect(importsOf(from, line)).toHaveLength(1);
    expect(offence(from, line)).toBeUndefined();
  });
});

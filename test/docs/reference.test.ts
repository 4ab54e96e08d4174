import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../packages/client/operations.ts';
import { configSchema } from '../../schema/config/schema.ts';
import { eventTypes } from '../../schema/events.ts';
import { clientFiles } from '../../scripts/write-client.ts';
import { eventsFolder } from '../../scripts/write-events.ts';
import {
  apiFile,
  eventReference,
  referenceFiles,
  referenceFolder,
  reportHelp,
  reportHelpFile,
  serviceApi,
  settingsFiles,
  settingsFolder,
} from '../../scripts/write-reference.ts';
import { projectRoot } from '../support/corpus.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';

/** What is read of the description. */
interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly 'x-codeSamples'?: readonly { readonly source: string }[];
          }
        >
      >
    >
  >;
}

const folder = join(projectRoot, referenceFolder);
const written = new Map(
  globSync('*.mdx', { cwd: folder }).map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8'),
  ]),
);

describe('the reference tables of the handbook', () => {
  test('are those that "npm run reference" writes from the schema', () => {
    expect([...written.keys()].sort()).toEqual([...referenceFiles(configSchema).keys()].sort());
    for (const [name, text] of referenceFiles(configSchema)) {
      expect(written.get(name), `${name} is out of date: npm run reference`).toBe(text);
    }
  });

  test('have the description of the API next to them', () => {
    const text = readFileSync(join(projectRoot, apiFile), 'utf8');
    expect(text === serviceApi(), `${apiFile} is out of date: npm run reference`).toBe(true);
  });

  test('have the types of the clients in packages/, written from that description', () => {
    for (const [file, text] of clientFiles(JSON.parse(serviceApi()))) {
      const written = readFileSync(join(projectRoot, file), 'utf8');
      expect(written === text, `${file} is out of date: npm run reference`).toBe(true);
    }
  });

  test('show each operation with a call of docent/client that fits its types', () => {
    const { paths } = JSON.parse(serviceApi()) as Description;
    const files = Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ operationId, 'x-codeSamples': samples = [] }) =>
        samples.map(({ source }) => [`samples/${operationId}.ts`, source] as const),
      ),
    );
    expect(files.map(([file]) => file).sort()).toEqual(
      Object.keys(operations)
        .map((name) => `samples/${name}.ts`)
        .sort(),
    );
    const dir = writeFiles(makeTempDir(), {
      ...Object.fromEntries(files),
      'process.d.ts':
        'declare const process: { env: { DOCENT_KEY: string }; stdout: { write(text: string): void } };',
      'tsconfig.json': {
        compilerOptions: {
          ...{ strict: true, noEmit: true, target: 'es2024', lib: ['es2024', 'dom'], types: [] },
          ...{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
          paths: { 'docent/client': [join(projectRoot, 'packages/client/client.ts')] },
        },
      },
    });
    const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--project', dir], { encoding: 'utf8' });
    rmSync(dir, { recursive: true, force: true });
    expect(stdout).toBe('');
  });

  test('have the operations of webhooks and readers in that description as well', () => {
    const paths = Object.keys(JSON.parse(serviceApi()).paths);
    expect(paths).toContain('/api/v1/projects/{projectId}/webhooks/{webhookId}/replay');
    expect(paths).toContain('/api/v1/feedback/{projectId}');
  });

  test('have a page for every event, as its schema says, and every code of errors', () => {
    for (const [file, text] of eventReference()) {
      const written = readFileSync(join(projectRoot, file), 'utf8');
      expect(written === text, `${file} is out of date: npm run reference`).toBe(true);
      for (const [block] of text.matchAll(/(?<=```json\n)[\s\S]+?(?=\n```)/g)) JSON.parse(block);
    }
    const navigation = readFileSync(join(projectRoot, 'docs/docs.json'), 'utf8');
    const pages = globSync(`${eventsFolder}/*.mdx`, { cwd: projectRoot });
    expect(pages).toHaveLength(eventTypes.length);
    for (const page of pages) {
      expect(navigation).toContain(`"${page.replace(/^docs\/|\.mdx$/g, '')}"`);
    }
  });

  test('are, for the settings of the server, those of its table of settings', () => {
    const page = readFileSync(join(projectRoot, 'docs/service/configuration.mdx'), 'utf8');
    const names = globSync('*.mdx', { cwd: join(projectRoot, settingsFolder) });
    expect(names.sort()).toEqual([...settingsFiles().keys()].sort());
    for (const [name, text] of settingsFiles()) {
      const path = join(projectRoot, settingsFolder, name);
      expect(readFileSync(path, 'utf8'), `${name} is out of date: npm run reference`).toBe(text);
      expect(page).toContain(`"/${settingsFolder.replace('docs/', '')}/${name}"`);
    }
  });

  test('name every variable of the environment that the program reads', () => {
    // The page "Command line" has what a CI sets, and no server reads.
    const cli = readFileSync(join(projectRoot, 'docs/cli.mdx'), 'utf8');
    const page = [...settingsFiles().values(), cli].join('');
    const named = new Set(
      globSync(['cli.ts', 'commands/**/*.ts', 'runtime/**/*.ts', 'pipeline/*.ts'], {
        cwd: projectRoot,
      })
        .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
        .flatMap((text) => text.match(/\b((DOCENT|OPENAI|GITHUB)_[A-Z_]+|DATABASE_URL)\b/g) ?? []),
    );
    expect(named.size).toBeGreaterThan(15);
    for (const name of named) expect(page, name).toContain(`\`${name}\``);
  });

  test('name every field of every section', () => {
    for (const [section, schema] of Object.entries(configSchema.properties ?? {})) {
      const name = section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const text = written.get(`${name}.mdx`) ?? written.get('top-level.mdx') ?? '';
      if (!written.has(`${name}.mdx`)) expect(text).toContain(`\`${section}\``);
      for (const field of Object.keys(schema.properties ?? {})) {
        expect(text, `${section}.${field}`).toContain(`\`${field}\``);
      }
    }
  });

  test('stand on exactly one page each', () => {
    const pages = globSync('docs/configuration/*.mdx', { cwd: projectRoot }).map((file) =>
      readFileSync(join(projectRoot, file), 'utf8'),
    );
    for (const name of written.keys()) {
      const users = pages.filter((page) => page.includes(`"/snippets/reference/${name}"`));
      expect(users.length, name).toBe(1);
    }
  });

  test('escape what MDX would take for syntax', () => {
    const files = referenceFiles({
      properties: {
        odd: {
          type: 'object',
          description: 'a <b> {c} | `d|e` $f$',
          properties: { x: { type: 'string', default: 'y|z', maxLength: 3 } },
          required: ['x'],
        },
      },
    });
    expect(files.get('odd.mdx')).toContain('a \\<b\\> \\{c\\} \\| `d\\|e` \\$f\\$');
    expect(files.get('odd.mdx')).toContain('| `x` | string | required | At most 3 characters. |');
  });
});

test('reports explain codes in the words of the handbook', () => {
  const written = readFileSync(join(projectRoot, reportHelpFile), 'utf8');
  expect(written, `${reportHelpFile} is out of date: npm run reference`).toBe(reportHelp());
});

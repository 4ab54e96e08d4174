import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { apiDescription } from '../../runtime/api.ts';
import {
  type Described,
  inputOf,
  ofBuiltSites,
  openDrivenApi,
  operations,
  routeOf,
} from '../packages/driven-api.ts';
import { tempDir, writeFiles } from '../support/temp.ts';
import { areInstalled, packages } from './packages.ts';

/** What a generated client answers: a result, or a stream that has begun. */
interface Outcome {
  readonly response: Response;
  readonly error?: unknown;
}

/** A module that calls every operation with a generated client. */
interface Driver {
  readonly drive: (
    baseUrl: string,
    key: string,
  ) => Readonly<Record<string, (ids: Readonly<Record<string, string>>) => Promise<Outcome>>>;
}

const generators = {
  'openapi-typescript': {
    // Fields with a default are optional in requests.
    command: [
      'openapi-typescript',
      'service.json',
      '-o',
      'schema.d.ts',
      '--default-non-nullable=false',
    ],
    write: withFetch,
  },
  '@hey-api/openapi-ts': {
    command: ['openapi-ts', '-i', 'service.json', '-o', 'sdk', '--no-log-file', '--silent'],
    write: withHeyApi,
  },
};

const settings = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', types: [] },
    ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
  },
};

const streams = ({ operation }: Described) =>
  operation.responses['200']?.content?.['text/event-stream'] !== undefined;

/** The fields of a path: languages by name, ids from what is there when it is called. */
function pathOf({ operation }: Described): string {
  const fields = operation.parameters.filter((one) => one.in === 'path');
  if (fields.length === 0) return '';
  const values = fields.map(
    ({ name, schema }) => `${name}: ${schema.enum ? "'fr'" : `ids.${name}`}`,
  );
  return `path: { ${values.join(', ')} },`;
}

function queryOf({ operation }: Described, input: object | undefined): string {
  const isQuery = operation.parameters.some((one) => one.in === 'query' && one.required);
  return isQuery ? `query: ${JSON.stringify(input)},` : '';
}

/** The module of a driver: a function for each operation. */
function moduleOf(head: readonly string[], callOf: (described: Described) => string): string {
  const names = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]));
  return [
    ...head,
    `type Ids = Readonly<Record<${[...new Set(names)].map((one) => `'${one}'`).join(' | ')}, string>>;`,
    'export const drive = (baseUrl: string, key: string) => {',
    '  const client = connect(baseUrl, key);',
    '  return {',
    ...operations.map((one) => `    ${one.operation.operationId}: (ids: Ids) => ${callOf(one)},`),
    '  };',
    '};',
  ].join('\n');
}

function withFetch(): string {
  const head = [
    `import createClient from 'openapi-fetch';`,
    `import type { paths } from './schema';`,
    `const connect = (baseUrl: string, key: string) =>`,
    '  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });',
  ];
  return moduleOf(head, (described) => {
    const { path, method, operation } = described;
    const input = inputOf(described);
    const isBody = operation.requestBody !== undefined;
    const body = input
      ? `body: ${JSON.stringify(input)},`
      : `body: '', bodySerializer: () => new Uint8Array(), headers: { 'content-type': 'application/octet-stream' },`;
    const params = `params: { ${pathOf(described)} ${isBody ? '' : queryOf(described, input)} },`;
    const how = streams(described) ? `parseAs: 'stream',` : '';
    return `client.${method.toUpperCase()}('${path}', { ${params} ${isBody ? body : ''} ${how} })`;
  });
}

function withHeyApi(): string {
  const head = [
    `import * as sdk from './sdk';`,
    `import { createClient, createConfig } from './sdk/client';`,
    'const connect = (baseUrl: string, key: string) =>',
    `  createClient(createConfig({ baseUrl, auth: ({ type }) => (type === 'http' ? key : undefined) }));`,
    '/** Resolves with the first event of a stream. */',
    'const first = async ({ stream }: { stream: AsyncGenerator<unknown> }) => {',
    '  for await (const _ of stream) return { response: new Response() };',
    `  return { response: new Response(null, { status: 404 }), error: { message: 'Message not found.' } };`,
    '};',
  ];
  return moduleOf(head, (described) => {
    const { operation } = described;
    const input = inputOf(described);
    const isBody = operation.requestBody !== undefined;
    const body = `body: ${input ? JSON.stringify(input) : 'new Blob([])'},`;
    const given = `${pathOf(described)} ${isBody ? body : queryOf(described, input)}`;
    const call = (more: string) => `sdk.${operation.operationId}({ client, ${given} ${more} })`;
    return streams(described) ? `${call('sseMaxRetryAttempts: 1')}.then(first)` : call('');
  });
}

/** Runs a program of the packages in a folder; fails with what it prints. */
async function run(folder: string, name: string, args: readonly string[]): Promise<void> {
  const command = [join(packages, '.bin', name), ...args];
  await promisify(execFile)(process.execPath, command, { cwd: folder }).catch(
    ({ stdout, stderr }) => expect.fail(`${name}: ${stdout}${stderr}`),
  );
}

/** The driver of a generated client, once TypeScript has found nothing in it. */
async function driverOf({ command, write }: (typeof generators)[keyof typeof generators]) {
  const folder = writeFiles(tempDir(), {
    'service.json': apiDescription('1'),
    'tsconfig.json': settings,
    'driver.ts': write(),
  });
  symlinkSync(packages, join(folder, 'node_modules'));
  const [name = '', ...args] = command;
  await run(folder, name, args);
  await run(folder, 'tsc', ['-p', '.']);
  const [entry, outfile] = [join(folder, 'driver.ts'), join(folder, 'driver.mjs')];
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node' },
    logLevel: 'silent',
  });
  return (await import(pathToFileURL(outfile).href)) as Driver;
}

describe.runIf(areInstalled('clients that are generated'))('a generated client', () => {
  test.each(Object.entries(generators))(
    'of %s drives every operation, type-checked',
    async (_, generator) => {
      const { drive } = await driverOf(generator);
      const api = await openDrivenApi();
      try {
        const calls = drive(api.baseUrl, api.key);
        expect(Object.keys(calls)).toHaveLength(operations.length);
        const refused: string[] = [];
        for (const described of operations) {
          const { operationId, responses } = described.operation;
          const ids = await api.idsFor(described);
          const call = calls[operationId];
          if (!call) throw new Error(`The driver does not call ${operationId}.`);
          const { response, error } = await call(ids);
          expect(api.requested(), operationId).toContain(routeOf(described));
          expect(Object.keys(responses), operationId).toContain(String(response.status));
          if (response.ok) continue;
          // Sessions are for browsers: a key is none.
          if (described.operation.tags.includes('Sessions')) continue;
          const { message } = (error as { error?: { message: string } }).error ?? (error as Error);
          if (ofBuiltSites.test(message)) continue;
          expect(message, operationId).toMatch(/^\w+ not found\.$/);
          refused.push(operationId);
        }
        expect(refused.length, refused.join(', ')).toBeLessThan(10);
      } finally {
        await api.close();
      }
    },
    180_000,
  );
});

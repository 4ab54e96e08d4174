import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../support/corpus.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

interface Service {
  readonly build?: string;
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

/** Instructions of the Dockerfile, one for each line that isn't continued. */
const instructions = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
const all = (name: string) =>
  instructions.flatMap((one) => (one.name === name ? [one.text.trim()] : []));
const environment = Object.fromEntries(
  all('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=') as [string, string])),
);
const compose: {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
} = parse(readFileSync(join(projectRoot, 'compose.yaml'), 'utf8'));

test('the Dockerfile names files, scripts, folders and ports that exist', () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const [sources = ''] = all('COPY');
  const files = sources.split(/\s+/).slice(0, -1);
  expect(files.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  expect(manifest.scripts.prepack).toContain('scripts/compile.js');
  for (const image of all('FROM')) expect(image).toMatch(/^node:24-/);
  const [, program = ''] = JSON.parse(all('ENTRYPOINT')[0] ?? '[]');
  expect(program).toBe(`node_modules/${manifest.name}/${manifest.bin.docent}`);
  expect([environment.PORT, environment.DOCENT_OUT]).toEqual([all('EXPOSE')[0], all('VOLUME')[0]]);
  const handbook = readFileSync(join(projectRoot, 'docs/cli.mdx'), 'utf8');
  for (const name of ['DOCENT_OUT', 'HOST', 'PORT']) {
    expect([name in environment, handbook.includes(`\`${name}\``)]).toEqual([true, true]);
  }
});

test('compose.yaml fits the Dockerfile', () => {
  const { services, volumes } = compose;
  for (const service of Object.values(services)) {
    if (service.build !== undefined) {
      expect(existsSync(join(projectRoot, service.build, 'Dockerfile'))).toBe(true);
    }
    for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name);
    for (const volume of service.volumes ?? []) {
      const [from = '', to] = volume.split(':');
      if (!from.startsWith('.')) expect(volumes).toHaveProperty(from);
      if (from === 'outputs') expect(to).toBe(environment.DOCENT_OUT);
    }
  }
  expect(services.server?.ports?.[0]?.split(':').at(-1)).toBe(environment.PORT);
  expect(services.server?.environment).toHaveProperty('DATABASE_URL');
  expect(services.build?.volumes?.[0]).toBe('./site:/site:ro');
});

test('what the containers run builds a site, serves it, and passes the health check', async () => {
  const walk = await beginWalk();
  const [, program = ''] = JSON.parse(all('ENTRYPOINT')[0] ?? '[]');
  const check = JSON.parse(/CMD (\[.*\])/.exec(all('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]');
  const data = join(walk.dir, basename(environment.DOCENT_OUT ?? ''));
  mkdirSync(data);
  const site = {
    'docs.json': minimalConfig(['index']),
    'index.mdx': '---\ntitle: Home\n---\n\nHi.\n',
  };
  writeFiles(join(walk.dir, 'site'), site);
  const inside = { ...environment, DOCENT_OUT: data, HOST: '127.0.0.1', PORT: `${walk.port}` };
  const command = (name: string) =>
    compose.services[name]?.command?.replace('/site', join(walk.dir, 'site'));
  const run = (text: string) => `'${process.execPath}' ${program} ${text}`;
  expect(await walk.shell(run(command('build') ?? ''), inside)).toMatchObject({ code: 0 });
  const quoted = `'${process.execPath}' -e "${check[2]}"`;
  expect((await walk.shell(quoted, inside)).code).toBe(1);
  const server = walk.start(run(command('server') ?? ''), inside);
  await server.says(/Serving .* at /);
  expect((await walk.shell(quoted, inside)).code).toBe(0);
  expect((await server.end()).code).toBe(0);
});

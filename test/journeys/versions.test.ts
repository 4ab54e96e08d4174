import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const titled = (title: string) => `---\ntitle: ${title}\n---\n\nWords of ${title}.\n`;

test('versions come from folders, and from branches of the repository', async () => {
  const walk = await beginWalk();
  const page = walk.open('writing/navigation', '## Versions');
  const serve = async () => {
    const server = walk.start('npx docent start --port 0');
    const [address = ''] = await server.says(/http:\/\/\S+/);
    const read = async (path: string) => (await fetch(`${address}${path}`)).text();
    return { server, read };
  };

  writeFiles(walk.dir, {
    'docs.json': minimalConfig([]),
    'v2/index.mdx': titled('Two'),
    'v2/upgrade.mdx': titled('Upgrade'),
    'v1/index.mdx': titled('One'),
  });
  page.configure('"url": "/v2"');
  const folders = await serve();
  expect(await folders.read('/')).toContain('Words of Two.');
  const old = await folders.read('/v1');
  expect(old).toContain('Words of One.');
  expect(old).toMatch(/<a class="dc-menu-row" href="\/v2"/);
  expect(old).toContain('href="/v2/upgrade"');
  expect(old).toMatch(/class="[^"]*maintenance/);
  expect(await folders.read('/v2/upgrade')).toMatch(/<a class="dc-menu-row" href="\/v1"/);
  await folders.server.end();

  const listed = ['index', 'upgrade', 'v1/index', 'v1/legacy'];
  writeFiles(walk.dir, {
    'docs.json': minimalConfig([]),
    ...Object.fromEntries(listed.map((path) => [`${path}.mdx`, titled(path)])),
  });
  page.configure('"v1/legacy"');
  const shared = await serve();
  expect(await shared.read('/upgrade')).toContain('<a class="dc-menu-row" href="/v1"');
  const legacy = await shared.read('/v1/legacy');
  expect(legacy).toContain('<a class="dc-menu-row" href="/"');
  expect(legacy).toMatch(/class="[^"]*maintenance/);
  expect(await shared.read('/v1')).toContain('Words of v1/index.');
  await shared.server.end();

  const translated = ['index', 'upgrade', 'v1/index', 'de/index', 'de/upgrade', 'de/v1/index'];
  writeFiles(walk.dir, {
    'docs.json': minimalConfig([]),
    ...Object.fromEntries(translated.map((path) => [`${path}.mdx`, titled(path)])),
  });
  page.configure('"de/v1/index"');
  const languages = await serve();
  const german = await languages.read('/de/upgrade');
  for (const href of ['/upgrade', '/de/v1']) {
    expect(german).toContain(`<a class="dc-menu-row" href="${href}"`);
  }
  expect(await languages.read('/v1')).toContain('<a class="dc-menu-row" href="/de/v1"');
  await languages.server.end();

  for (const folder of ['v1', 'v2', 'de']) rmSync(join(walk.dir, folder), { recursive: true });
  const git = (command: string) =>
    walk.shell(`git -c user.name=A -c user.email=a@example.com ${command}`);
  writeFiles(walk.dir, {
    '.gitignore': 'node_modules\n.docent\n',
    'docs.json': minimalConfig(['index']),
    'index.mdx': titled('The old one'),
  });
  for (const command of ['init -q -b 1.x', 'add .', 'commit -qm Old', 'checkout -qb main']) {
    expect(await git(command)).toMatchObject({ code: 0 });
  }
  writeFiles(walk.dir, { 'index.mdx': titled('The new one') });
  page.configure('"branch": "1.x"');
  const branches = await serve();
  expect(await branches.read('/')).toContain('Words of The new one.');
  expect(await branches.read('/v1')).toContain('Words of The old one.');
  expect(await branches.read('/v1')).toMatch(/class="[^"]*maintenance/);
  await branches.server.end();
});

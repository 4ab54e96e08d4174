import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const titled = (title: string) => `---\ntitle: ${title}\n---\n\nWords of ${title}.\n`;

test('a version comes from a branch of the repository', async () => {
  const walk = await beginWalk();
  const page = walk.open('writing/navigation', '### A version from a git branch');
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
  const server = walk.start('npx docent start --port 0');
  const [address = ''] = await server.says(/http:\/\/\S+/);
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  expect(await read('/')).toContain('Words of The new one.');
  expect(await read('/v1')).toContain('Words of The old one.');
  expect(await read('/v1')).toContain('maintenance');
  await server.end();
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../support/corpus.ts';
import { writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

test('the package holds what runs, and nothing else of the repository', () => {
  const folder = join(inject('installed'), 'node_modules/docent');
  expect(readdirSync(folder).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'package.json',
  ]);
  const floors = readdirSync(join(folder, 'dist'), { withFileTypes: true });
  expect(floors.flatMap((entry) => (entry.isDirectory() ? entry.name : []))).toEqual([
    'chunks',
    'commands',
    'pipeline',
    'runtime',
    'schema',
  ]);
});

test('npm asks for no approval of a script when the package is installed', () => {
  const manifest = join(inject('installed'), 'node_modules/docent/package.json');
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) {
    expect(scripts).not.toHaveProperty(name);
  }
});

test('docent/webhooks has types', async () => {
  const walk = await beginWalk();
  const program = (
    secret: string,
  ) => `import { verify, WebhookVerificationError } from 'docent/webhooks';

export function receive(body: string, headers: Headers): string | undefined {
  try {
    const { deliveryId, event } = verify(body, headers, ${secret}, { toleranceSeconds: 60 });
    return event === null ? undefined : deliveryId;
  } catch (error) {
    if (error instanceof WebhookVerificationError && error.reason === 'too-old') return undefined;
    throw error;
  }
}
`;
  writeFiles(walk.dir, { 'good.mts': program('["old", "new"]'), 'bad.mts': program('42') });
  const compile = (file: string) =>
    walk.shell(
      `'${process.execPath}' '${join(projectRoot, 'node_modules/.bin/tsc')}' --noEmit --strict --module nodenext --target es2024 --lib es2024,dom --types '' ${file}`,
    );
  expect(await compile('good.mts')).toMatchObject({ code: 0, out: '' });
  expect(await compile('bad.mts')).toMatchObject({ out: expect.stringMatching(/^bad\.mts\(5,/) });
});

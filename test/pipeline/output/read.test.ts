import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PackWriter } from '../../../pipeline/output/pack-writer.ts';
import { openDeployment, readPages } from '../../../pipeline/output/read.ts';
import { deploymentFormat } from '../../../schema/build.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

async function built() {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index', 'staff'], { auth: { enabled: true } }),
    'index.mdx': '---\ntitle: Home\n---\n\n## Install\n\nRun it.\n',
    'staff.mdx': '---\ntitle: Staff\ngroups: [staff]\n---\n\nFor a few.\n',
  });
  const out = tempDir();
  const { deployment } = await buildSite(dir, out);
  const id = deployment?.id ?? '';
  return { out, id, folder: join(out, 'deployments', id) };
}

test('a deployment of another format is refused, with what to do', async () => {
  const { out, id, folder } = await built();
  const file = join(folder, 'deployment.json');
  const { format, ...deployment } = JSON.parse(readFileSync(file, 'utf8'));
  expect(format).toBe(deploymentFormat);
  expect(openDeployment(out, id).deployment.id).toBe(id);
  for (const other of [{ format: format + 1 }, {}]) {
    writeFileSync(file, JSON.stringify({ ...deployment, ...other, docent: '9.8.7' }));
    expect(() => openDeployment(out, id)).toThrow(
      `The deployment ${id} in ${out} was built by another version of Docent (9.8.7). Run "docent build" again.`,
    );
  }
});

test('the format of deployments rises when their files change', async () => {
  // A server reads deployments that an earlier version has built. When this fails, raise `deploymentFormat`
  // in schema/build.ts if this version would misread one of those, and put the new hash here.
  const { out, id, folder } = await built();
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => {
      const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
      return [name, kindOf(lines.map((line) => JSON.parse(line)))];
    });
  const contents = tempDir();
  const pack = new PackWriter(contents, 'pack');
  pack.add(hash('sha256', 'some', 'hex'), 'some.txt', Buffer.from('some'));
  pack.finish(undefined, () => true);
  const [name = ''] = readdirSync(contents);
  const records = kindOf([...readPages(out, id)]);
  const made = [JSON.stringify([files, records]), name, readFileSync(join(contents, name), 'hex')];
  const short = hash('sha256', made.join('\n'), 'hex').slice(0, 12);
  expect([deploymentFormat, short]).toEqual([1, 'f39d6d63ea1a']);
});

/** A value with the types of what it has, instead of that. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return [...new Set(value.map((one) => JSON.stringify(kindOf(one))))].sort();
  }
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, kindOf(one)]);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../../../pipeline/build.ts';
import { unpack } from '../../../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';

let ids = 0;

/** Builds a folder, and reads its documents by page. */
async function build(dir: string, out: string, threads: number): Promise<Map<string, string>> {
  const { deployment, problems } = await buildSite({
    dir,
    out,
    threads,
    project: 'test',
    version: '0.0.0-test',
    now: Date.now,
    newId: (prefix) => `${prefix}_${String(ids++).padStart(26, '0')}`,
  });
  expect(problems.filter(({ severity }) => severity !== 'note')).toEqual([]);
  const site = join(unpack(out, deployment?.id ?? ''), 'site');
  const folders = readdirSync(site).filter((name) => /^page-\d+$/.test(name));
  return new Map(
    folders.map((name) => [name, readFileSync(join(site, name, 'index.html'), 'utf8')]),
  );
}

const pages = Array.from({ length: 60 }, (_, index) => `page-${index}`);
const text = (name: string, body: string) => ({
  [`${name}.mdx`]: `---\ntitle: ${name}\n---\n\n${body}\n`,
});
const files = {
  'docs.json': minimalConfig(pages),
  'snippets/box.mdx': '<div className="p-[3px] dark:[&_a]:mt-1">{props.children}</div>',
  ...Object.assign(
    {},
    ...pages.map((name, index) =>
      text(
        name,
        index % 3 === 0
          ? 'Plain.'
          : `import Box from '/snippets/box.mdx'\n\n<Box>a</Box>\n\n<p className="mt-${index} [&_b]:m-${index} md:p-${index % 7}">b</p>`,
      ),
    ),
  ),
};

test('documents have the same utilities whatever threads made them, and with a cache', async () => {
  const dir = writeFiles(tempDir(), files);
  const out = tempDir();
  const alone = await build(dir, out, 1);
  expect(alone.size).toBe(60);
  expect(alone.get('page-1')).toContain('.p-\\[3px\\]:is(html body main *){padding:3px}');
  expect(alone.get('page-0')).not.toContain('data-utilities');
  expect(await build(dir, tempDir(), 3)).toEqual(alone);

  // Only what uses the snippet or was written again is another.
  writeFiles(dir, {
    ...text('page-3', '<p className="mt-[5px]">c</p>'),
    'snippets/box.mdx': '<div className="p-[9px]">{props.children}</div>',
  });
  const again = await build(dir, out, 3);
  expect(again).toEqual(await build(dir, tempDir(), 1));
  expect(again.get('page-1')).toContain('padding:9px');
  expect(again.get('page-1')).not.toContain('padding:3px');
  expect(again.get('page-3')).toContain('margin-top:5px');
  expect(again.get('page-0')).toBe(alone.get('page-0'));
}, 120_000);

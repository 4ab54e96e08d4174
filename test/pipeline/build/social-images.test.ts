import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSite } from '../../../pipeline/build.ts';
import { findContent } from '../../../pipeline/output/contents.ts';
import { openDeployment, readCurrent } from '../../../pipeline/output/read.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { unpack } from '../../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const newId = createIds();

function site(config: Record<string, unknown> = {}): { dir: string; out: string } {
  const root = tempDir();
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': JSON.stringify({ ...minimalConfig(['index', 'a']), ...config }),
    'index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
    'a.mdx': '---\ntitle: Second\ndescription: About it.\n---\n\nHello.\n',
    'own.png': '',
    'logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="20"/></svg>',
  });
  return { dir, out: join(root, 'out') };
}

async function build({ dir, out }: { dir: string; out: string }, more: { origin?: string } = {}) {
  const result = await buildSite({
    dir,
    out,
    project: 'test',
    version: '0.0.0',
    now: () => Date.UTC(2026, 0, 1),
    newId: (prefix) => newId(prefix as 'dpl'),
    ...more,
  });
  const folder = join(unpack(out, readCurrent(out) ?? ''), 'site');
  const cards = join(folder, '_docent/social');
  return {
    result,
    cards: existsSync(cards) ? readdirSync(cards).sort() : [],
    path: (name: string) => join(cards, name),
    text: (path: string) => readFileSync(join(folder, path), 'utf8'),
  };
}

describe('social images', () => {
  test('are one PNG for a site, named in the head of every page with its size', async () => {
    const { dir, out } = site({ hosting: { basePath: '/docs' }, logo: '/logo.svg' });
    const { cards, path, text } = await build({ dir, out }, { origin: 'https://acme.example' });
    expect(cards).toHaveLength(1);
    const png = readFileSync(path(cards[0] ?? ''));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    for (const page of ['index.html', 'a/index.html']) {
      const address = `https://acme.example/docs/_docent/social/${cards[0]}`;
      expect(text(page)).toContain(`<meta property="og:image" content="${address}"/>`);
      expect(text(page)).toContain('<meta property="og:image:width" content="1200"/>');
      expect(text(page)).toContain('<meta property="og:image:height" content="630"/>');
      expect(text(page)).toMatch(/<meta property="og:image:alt" content="[^"]+"\/>/);
      expect(text(page)).toContain('<meta name="twitter:card" content="summary_large_image"/>');
      expect(text(page)).toContain(`<meta name="twitter:image" content="${address}"/>`);
    }
  });

  test('are one for each page with thumbnails, and another one where a title changed', async () => {
    const { dir, out } = site({ thumbnails: { background: 'linear-gradient(#123, #456)' } });
    const first = await build({ dir, out });
    expect(first.cards).toHaveLength(2);
    writeFiles(dir, { 'a.mdx': '---\ntitle: Another\n---\n\nHello.\n' });
    const second = await build({ dir, out });
    const kept = second.cards.filter((name) => first.cards.includes(name));
    expect([second.cards.length, kept.length]).toEqual([2, 1]);
    // What is as it was comes from the first build, and is not drawn again.
    const id = readCurrent(out) ?? '';
    const { hash = '' } = openDeployment(out, id).file(`/_docent/social/${kept[0]}`) ?? {};
    const content = findContent(join(out, 'deployments', id, 'contents'), hash);
    expect(content?.pack).toMatch(new RegExp(`${first.result.deployment?.id}\\.pack$`));
  });

  test('are not drawn where an author gave one', async () => {
    const { cards, text } = await build(site({ seo: { ogImage: '/own.png' } }));
    expect(cards).toEqual([]);
    expect(text('a/index.html')).toContain('property="og:image" content="/own.png"');
    expect(text('a/index.html')).not.toContain('og:image:width');
  });

  test('report what thumbnails do not support', async () => {
    const thumbnails = {
      background: 'color-mix(in srgb, red, blue)',
      fonts: { family: 'Nowhere Sans' },
    };
    const { result } = await build(site({ thumbnails }));
    expect(result.deployment).toBeDefined();
    expect(result.problems.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([
      ['thumbnails-background', 'warning'],
      ['thumbnails-font', 'note'],
    ]);
  });
});

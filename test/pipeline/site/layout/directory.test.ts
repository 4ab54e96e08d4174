import { describe, expect, test } from 'vitest';
import { buildSite } from '../../../support/build.ts';
import { contentsOf } from '../../../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';

/** The directories of a site's pages, by page. */
async function directories(directory: string): Promise<(path: string) => string | undefined> {
  const page = (title: string, more = '') =>
    `---\ntitle: ${title}\ndescription: About ${title}.\n${more}---\nText.\n`;
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig([], {
      navigation: {
        groups: [
          {
            ...{ group: 'Explore', root: 'explore', directory },
            pages: [
              'charts/bar',
              'secret',
              { group: 'Tables', root: 'tables', icon: 'star', pages: ['tables/a', 'tables/b'] },
              { group: 'Plain', pages: ['plain'] },
            ],
          },
        ],
      },
    }),
    'explore.mdx': page('Explore'),
    'charts/bar.mdx': page('Bar chart', 'icon: rocket\n'),
    'secret.mdx': page('Secret', 'hidden: true\n'),
    'tables.mdx': page('Tables'),
    'tables/a.mdx': page('A'),
    'tables/b.mdx': page('B'),
    'plain.mdx': page('Plain'),
  });
  const out = tempDir();
  const { deployment } = await buildSite(dir, out);
  const contents = new Map(contentsOf(out, deployment?.id ?? ''));
  return (path) =>
    path.endsWith('.md')
      ? String(contents.get(`site/${path}`))
      : /<nav class="prose dc-prose".*?<\/nav>/s.exec(
          String(contents.get(`site/${path}/index.html`)),
        )?.[0];
}

const linksIn = (html = '') => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('the directory of a group', () => {
  test('is cards of its pages and groups, on its own page and those of groups inside', async () => {
    const of = await directories('card');
    const html = of('explore') ?? '';
    expect(linksIn(html)).toEqual(['/charts/bar', '/tables', '/plain']);
    expect(html).toContain('<p class="dc-card-title">Bar chart</p>');
    expect(html).toContain('<div class="dc-card-text">About Bar chart.</div>');
    expect(html).toContain('<p class="dc-card-title">Tables</p>');
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(linksIn(of('tables'))).toEqual(['/tables/a', '/tables/b']);
    expect(of('plain')).toBeUndefined();
  });

  test('is a list of its pages, with its groups as accordions', async () => {
    const html = (await directories('accordion'))('explore') ?? '';
    expect(linksIn(html)).toEqual(['/charts/bar', '/tables/a', '/tables/b', '/plain']);
    expect(html.match(/<details class="accordion dc-accordion">/g)).toHaveLength(2);
  });

  test('is a list in the Markdown of the page', async () => {
    const twin = (await directories('accordion'))('explore.md') ?? '';
    expect(twin.slice(twin.indexOf('- ['), twin.indexOf('plain.md)') + 9).split('\n')).toEqual([
      '- [Bar chart](/charts/bar.md): About Bar chart.',
      '- [Tables](/tables.md): About Tables.',
      '  - [A](/tables/a.md): About A.',
      '  - [B](/tables/b.md): About B.',
      '- [Plain](/plain.md)',
    ]);
  });

  test('is not there unless it is asked for', async () => {
    expect((await directories('none'))('explore')).toBeUndefined();
  });
});

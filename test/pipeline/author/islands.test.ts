import { describe, expect, test } from 'vitest';
import { bundleIslands } from '../../../pipeline/author/islands.ts';
import { components } from '../../../pipeline/site/components/registry.ts';
import { siteWith } from '../site/render-mdx.ts';

const names = [...components.keys()];

describe('bundleIslands', () => {
  const counter =
    'import { useState } from "react"\nexport const Counter = () => { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n} <Badge>x</Badge></button> }';

  test('bundles what needs the browser, and nothing else', async () => {
    const site = siteWith('', {
      config: { hosting: { basePath: '/docs' } },
      files: {
        'snippets/counter.jsx': counter,
        'snippets/plain.jsx': 'export const A = () => <b />',
      },
    });
    const bundle = await bundleIslands(site, names);
    expect(bundle.problems).toEqual([]);
    expect(Object.keys(bundle.addresses)).toEqual(['snippets/counter.jsx']);
    expect(bundle.addresses['snippets/counter.jsx']).toMatch(
      /^\/docs\/_docent\/counter-[\w-]+\.js$/,
    );
    const text = String(
      bundle.files.find((file) => `/docs/${file.path}` === bundle.addresses['snippets/counter.jsx'])
        ?.content,
    );
    expect(text).toContain('docent-slot');
    expect(text).not.toMatch(/from\s*"preact|from\s*"react/);
  });

  test('has the data of a JSON file, which is served as well', async () => {
    const module = 'snippets/counter.jsx';
    const site = siteWith('', {
      files: {
        [module]: `import data from "/data.json"\n${counter.replace('x</Badge>', '{data.word}</Badge>')}`,
        'data.json': '{"word":"imported"}',
      },
      assets: { 'data.json': {} },
    });
    const { files } = await bundleIslands(site, names);
    expect(files.map(({ content }) => String(content)).join('')).toContain('imported');
  });

  test('is empty for a site without', async () => {
    expect(await bundleIslands(siteWith('# a'), names)).toEqual({
      files: [],
      addresses: {},
      problems: [],
    });
  });

  test('names the unavailable package, and keeps the other modules', async () => {
    const bundle = await bundleIslands(
      siteWith('', {
        files: {
          'snippets/a.jsx': counter,
          'snippets/b.jsx': `import x from "left-pad"\n${counter}`,
        },
      }),
      names,
    );
    expect(Object.keys(bundle.addresses)).toEqual(['snippets/a.jsx']);
    expect(bundle.problems[0]).toMatchObject({ severity: 'error', file: 'snippets/b.jsx' });
    expect(bundle.problems[0]?.reason).toContain('left-pad');
  });
});

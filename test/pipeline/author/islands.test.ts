import { describe, expect, test } from 'vitest';
import {
  bundledModules,
  interactiveModules,
  mayBeInteractive,
} from '../../../pipeline/author/island-modules.ts';
import { bundleIslands } from '../../../pipeline/author/islands.ts';
import { browserComponents } from '../../../pipeline/site/browser-components.ts';
import { findIcon } from '../../../pipeline/site/find-icon.ts';
import type { Site } from '../../../schema/site.ts';
import { siteWith } from '../site/render-mdx.ts';

const may = ({ text }: { readonly text: string }) => mayBeInteractive(text);

const bundled = (site: Site) => {
  const modules = interactiveModules(site, may);
  const components = browserComponents(site, modules);
  return bundleIslands(site, bundledModules(site, modules), components);
};

describe('mayBeInteractive', () => {
  test.each([
    ['words', 'Call useState() in `window.open`.', false],
    ['an export', 'export const A = () => useState(0);', true],
    ['an export further down', 'Words.\r\n\r\nexport const A = () => useState(0);', true],
    ['an export that keeps nothing', 'export const A = 1;', false],
    ['a handler', '<button onClick = {go}>Go</button>', true],
    ['a handler in code that is shown', '```jsx\n<button onClick={go} />\n```', false],
  ])('says of %s whether the page has to be parsed', (_what, text, may) => {
    expect(mayBeInteractive(text)).toBe(may);
  });
});

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
    const bundle = await bundled(site);
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

  test('has of the components of the site only what its code uses, and no colours of code', async () => {
    const textOf = async (jsx: string) => {
      const text = `export const A = () => { const [n, set] = useState(0); return <p onClick={() => set(1)}>${jsx}</p> }`;
      const { problems, files } = await bundled(
        siteWith('', { files: { 'snippets/a.jsx': text } }),
      );
      expect(problems).toEqual([]);
      return files.map(({ content }) => content).join('');
    };
    const [none, code, group, tabs] = await Promise.all([
      textOf('{n}'),
      textOf('<CodeBlock language="js">{n}</CodeBlock>'),
      textOf('<CodeGroup><CodeBlock language="js">{n}</CodeBlock></CodeGroup>'),
      textOf('<Tabs><Tab title="x">{n}</Tab></Tabs>'),
    ]);
    expect(none).not.toMatch(/code-block|code-copy|dc-tab-list|JavaScript/);
    expect(code).toContain('code-copy');
    expect(code).not.toMatch(/dc-tab-list|JavaScript/);
    expect(group).toMatch(/code-copy.*dc-tab-list|dc-tab-list.*code-copy/s);
    expect(group).toContain('JavaScript');
    expect(tabs).toContain('dc-tab-list');
    expect(tabs).not.toContain('code-copy');
    for (const text of [code, group, tabs]) expect(text.length).toBeLessThan(none.length + 16_000);
  });

  test('has React and the components by the names that the related dialect gives them', async () => {
    const { problems, files } = await bundled(
      siteWith('', {
        files: {
          'snippets/a.jsx':
            'const React = globalThis.React ? globalThis.React : window.React;\nconst { Card } = MintlifyComponents;\nexport const A = () => { React.useState(0); return <Card title="x" /> }',
        },
      }),
    );
    expect(problems).toEqual([]);
    const text = files.map(({ content }) => content).join('');
    expect(text).not.toMatch(/globalThis\.React|window\.React|MintlifyComponents/);
  });

  test('bundles the handlers of HTML elements, but none that only a component has', async () => {
    const of = (text: string) => interactiveModules(siteWith(text), may);
    expect(of('<button onClick={() => alert(1)}>A</button>')).toEqual(['page.mdx']);
    expect(of('Text <a onClick={() => alert(1)}>A</a>')).toEqual(['page.mdx']);
    expect(of('<Card onClick={() => alert(1)}>A</Card>')).toEqual([]);
    expect(of('<button onClick="alert(1)">A</button>')).toEqual([]);
    expect(of('```jsx\n<button onClick={() => alert(1)} />\n```')).toEqual([]);
    const { problems, files } = await bundled(
      siteWith('export const word = "spoken"\n\n<b onClick={() => alert(word)}>A</b>'),
    );
    expect(problems).toEqual([]);
    expect(files.map(({ content }) => content).join('')).toContain('spoken');
  });

  test('bundles components of Markdown files that are read as MDX, without their words', async () => {
    const text = `${counter}\n\n<Note>It isn't code: 'x</Note>\n\n<Counter />\n`;
    const site = siteWith(text, { file: 'page.md', files: { 'snippets/s.md': text } });
    const { problems, addresses } = await bundled(site);
    expect(problems).toEqual([]);
    expect(Object.keys(addresses).sort()).toEqual(['page.md', 'snippets/s.md']);
    const plain = siteWith(counter, { file: 'page.md', files: { 'snippets/s.md': counter } });
    expect((await bundled(plain)).addresses).toEqual({});
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
    const { files } = await bundled(site);
    expect(files.map(({ content }) => String(content)).join('')).toContain('imported');
  });

  test('leaves alone names that a module declares itself', async () => {
    const site = siteWith('', {
      files: {
        'snippets/a.jsx':
          'const { useState, useEffect: effect } = React\nclass Card {}\nfunction Note() { return <i /> }\nexport const A = () => { const [n, set] = useState(0); effect(() => {}); return <button onClick={() => set(n + 1)}><Note />{String(Card)}</button> }',
      },
    });
    const bundle = await bundled(site);
    expect(bundle.problems).toEqual([]);
    expect(Object.keys(bundle.addresses)).toEqual(['snippets/a.jsx']);
    const text = bundle.files.map(({ content }) => content).join('');
    expect(text).not.toContain('callout');
  });

  test('has what only pages import, where that is the same in all of them', async () => {
    const page = (from: string) => `import { Theme } from "${from}"\n\ntext`;
    const files = {
      'snippets/theme.js': 'export const Theme = { accent: "#123abc" }',
      'snippets/other.js': 'export const Theme = { accent: "#456def" }',
      'snippets/a.jsx':
        'export const A = () => { const [n, set] = useState(0); return <i onClick={() => set(1)} style={{ color: Theme.accent }} /> }',
    };
    const textOf = async (two: string) => {
      const one = siteWith(page('/snippets/theme.js'), { files });
      const other = siteWith(page(two), { file: 'two.mdx' });
      const site = { ...one, pages: new Map([...one.pages, ...other.pages]) };
      return (await bundled(site)).files.map(({ content }) => content).join('');
    };
    expect(await textOf('./snippets/theme.js')).toContain('#123abc');
    expect(await textOf('/snippets/other.js')).not.toMatch(/#123abc|#456def/);
  });

  test('holds nothing that only pages import which not everyone may read', async () => {
    const auth = {
      ...{ enabled: true, provider: 'custom', loginUrl: 'https://a.example' },
      publicPaths: ['/open'],
    };
    const files = {
      'snippets/secret.js': 'export const Secret = { word: "confidential" }',
      'snippets/a.jsx':
        'export const A = () => { const [n, set] = useState(0); return <i onClick={() => set(1)}>{typeof Secret}</i> }',
    };
    const use = 'import { A } from "/snippets/a.jsx"\n';
    const shown = async (path: string) => {
      const around = { config: { auth }, files };
      const one = siteWith(`${use}\n<A />`, { ...around, file: 'open.mdx' });
      const other = siteWith(`${use}import { Secret } from "/snippets/secret.js"\n\n<A />`, {
        ...around,
        file: path,
      });
      const site = { ...one, pages: new Map([...one.pages, ...other.pages]) };
      return (await bundled(site)).files.map(({ content }) => content).join('');
    };
    expect(await shown('open.mdx')).toContain('confidential');
    expect(await shown('closed.mdx')).not.toContain('confidential');
  });

  test('holds the icons that code names, and only components that it uses', async () => {
    const module = (name: string) =>
      `export const A = () => { const [n, set] = useState(0); return <button onClick={() => set(1)}><Icon icon={n ? "${name}" : "check"} /></button> }`;
    const textOf = async (name: string, config = {}) =>
      (await bundled(siteWith('', { files: { 'snippets/a.jsx': module(name) }, config }))).files
        .map(({ content }) => content)
        .join('');
    const [rocket, none] = [await textOf('rocket'), await textOf('no-such-icon')];
    expect(rocket).toContain('rocket');
    expect(rocket.length).toBeGreaterThan(none.length + 100);
    expect(rocket).not.toContain('accordion-group');
    const shape = / d="(.*?)"/.exec(findIcon('rocket-off', 'tabler').drawing.body)?.[1];
    const tabler = await textOf('rocket-off', { icons: { library: 'tabler' } });
    expect(tabler).toContain(shape ?? 'no shape');
  });

  test('is empty for a site without', async () => {
    expect(await bundled(siteWith('# a'))).toEqual({
      files: [],
      addresses: {},
      problems: [],
    });
  });

  test('names what can’t be read, and keeps the other modules', async () => {
    const bundle = await bundled(
      siteWith('', {
        files: { 'snippets/a.jsx': counter, 'snippets/b.jsx': `${counter}\nexport const B = ( {` },
      }),
    );
    expect(Object.keys(bundle.addresses)).toEqual(['snippets/a.jsx']);
    expect(bundle.problems[0]).toMatchObject({ severity: 'error', file: 'snippets/b.jsx' });
  });

  test('has the site’s components in the place of those of a missing package or file', async () => {
    const bundle = await bundled(
      siteWith('', {
        files: {
          'snippets/a.jsx': `import pad from "left-pad"\nimport Tile from "@theme/Tile"\nimport { Note, Own } from "./missing.jsx"\n${counter.replace('<Badge>x</Badge>', '{pad}{Own}<Tile title="t" /><Note>n</Note>')}`,
        },
      }),
    );
    expect(bundle.problems).toEqual([]);
    expect(Object.keys(bundle.addresses)).toEqual(['snippets/a.jsx']);
    const text = bundle.files.map(({ content }) => content).join('');
    expect(text).toContain('tile-preview');
    expect(text).toContain('callout-content');
  });
});

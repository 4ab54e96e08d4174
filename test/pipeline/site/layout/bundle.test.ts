import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleStyles } from '../../../../pipeline/site/layout/bundle.ts';
import { bundleClient } from '../../../../pipeline/site/layout/client-bundle.ts';
import { sampleConfig } from './sample.ts';

describe('bundleClient', () => {
  test('leaves the modules and styles of dialogs and rare components to their own files', async () => {
    const { files, script } = await bundleClient();
    const textOf = (names: readonly string[]) =>
      files
        .filter(({ path }) => names.includes(path))
        .map(({ content }) => Buffer.from(content).toString())
        .join('');
    const first = textOf([script]);
    const all = textOf(files.map(({ path }) => path));
    const later = [
      '.search-dialog{',
      '.assistant-panel{',
      '.dc-rating{',
      'mermaid-source',
      'searchParams.set("tags"',
    ];
    expect(later.filter((mark) => !all.includes(mark))).toEqual([]);
    expect(later.filter((mark) => first.includes(mark))).toEqual([]);
    expect(all).toContain('(max-width:599px)');
  });

  test('leaves the rarer languages of samples to a file that their sites load', async () => {
    const { files } = await bundleClient();
    const having = (mark: string) =>
      files.flatMap(({ path, content }) =>
        Buffer.from(content).toString().includes(mark) ? [path] : [],
      );
    const rarer = ['URLSession', 'OkHttpClient', 'reqwest', 'Invoke-WebRequest'].map(having);
    expect(new Set(rarer.flat()).size).toBe(1);
    expect(rarer.flat()).not.toContain(having('CURLOPT_URL')[0]);
  });

  test('gives a plain page one module of less than 7.25 KB', async () => {
    const bundle = await bundleClient();
    const main = bundle.files.find(({ path }) => path === bundle.script);
    const bytes = gzipSync(main?.content ?? '').length;
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(7.25 * 1024);
    expect(Buffer.from(main?.content ?? '').toString()).not.toMatch(/import *["{]|from"/);
  });

  test('names files by their content, below _docent, and leaves live reload to its own file', async () => {
    const bundle = await bundleClient();
    // Other sites name the widget: its name stays.
    const named = bundle.files.filter(({ path }) => path !== '_docent/widget.js');
    expect(named).toHaveLength(bundle.files.length - 1);
    for (const file of named) expect(file.path).toMatch(/^_docent\/[\w.-]+-[A-Z0-9]{8}\.js$/);
    expect(bundle.files.map((file) => file.path)).toContain(bundle.live);
    const main = bundle.files.find((file) => file.path === bundle.script);
    expect(Buffer.from(main?.content ?? '').toString()).not.toContain('EventSource');
    expect((await bundleClient()).script).toBe(bundle.script);
  });
});

test('the widget loads the panel and its words alone, never the script of the pages', async () => {
  const { files } = await bundleClient();
  const own = files.filter(({ path }) => path.includes('/widget-'));
  expect(own.length).toBeGreaterThan(24);
  for (const { content } of own) {
    expect(Buffer.from(content).toString()).not.toContain('runtime.json');
  }
});

describe('bundleStyles', () => {
  test('stays below 13 KB on every page, and holds both modes', async () => {
    const { path, content } = (await bundleStyles(sampleConfig())).site;
    expect(path).toMatch(/^_docent\/site-[A-F0-9]{8}\.css$/);
    expect(gzipSync(content).length).toBeLessThan(13 * 1024);
    expect(content).not.toContain('.search-dialog');
    // Every width of the layout is filled in.
    expect(content).toContain('(min-width:900px)');
    expect(content).not.toMatch(/@media[^{]*--/);
    expect(content).toContain('#0f120f');
    expect(content).toContain('data-mode=dark');
    expect(content).toMatch(/prefers-color-scheme:\s*dark/);
  });

  test('gives drawings of authors on cards the colour of a heading, in both modes', async () => {
    const { site } = await bundleStyles(sampleConfig());
    expect(site.content).toMatch(/\.dc-card-icon\{[^}]*fill:var\(--heading\)/);
  });

  test('leaves what few pages have to sheets of its own', async () => {
    const { site, features } = await bundleStyles(
      sampleConfig({ componentTheme: { defaultVariant: 'outlined' } }),
    );
    const rare = {
      endpoint: '.api-panel-title',
      tree: '.tree-row',
      update: '.dc-update-side',
    } as const;
    for (const [feature, mark] of Object.entries(rare)) {
      const sheet = features[feature as keyof typeof rare];
      expect(sheet?.path).toMatch(new RegExp(`^_docent/${feature}-[A-F0-9]{8}\\.css$`));
      expect(sheet?.content).toContain(mark);
      expect(site.content).not.toContain(mark);
    }
    // Boxes look as the site says wherever their own rules are.
    expect(features.endpoint?.content).toMatch(/\.dc-field[^}]*\{border:1px solid var\(--edge/);
  });

  test('changes its name with the colours', async () => {
    const other = sampleConfig({ colors: { primary: '#0055ff', background: {} } });
    const [a, b] = await Promise.all([bundleStyles(sampleConfig()), bundleStyles(other)]);
    expect(a.site.path).not.toBe(b.site.path);
  });

  test('rounds every box as much as the theme says, on pages of APIs too', async () => {
    const { site, features } = await bundleStyles(sampleConfig({ theme: 'linden' }));
    const sheets = [site, ...Object.values(features)].map((sheet) => String(sheet?.content ?? ''));
    // Marks of 2 px are lines, and a circle is a dot.
    const fixed = /border-radius:(?!0|2px|50%|var|calc|min|inherit)[^;}]*/g;
    expect(sheets.flatMap((sheet) => sheet.match(fixed) ?? [])).toEqual([]);
    expect(site.content).toContain('--pill:0');
  });
});

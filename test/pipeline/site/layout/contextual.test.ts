import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { contextualRows } from '../../../../pipeline/site/layout/contextual.ts';
import { PageMenu } from '../../../../pipeline/site/layout/page-menu.tsx';
import { viewOf } from '../../../../pipeline/site/layout/view.ts';
import { type ContextualOption, contextualOptions } from '../../../../schema/config/contextual.ts';
import { withOrigin } from '../../../../schema/own-address.ts';
import { container, group, sampleBody, sampleConfig, samplePage, sampleSite } from './sample.ts';

const assets = { styles: [], script: '', userScripts: [] };

function viewWith(options: readonly ContextualOption[], origin?: string) {
  const page = samplePage('a', 'A');
  const config = sampleConfig({ name: 'My Docs!', contextual: { options } });
  const site = sampleSite([page], container('root', '', [group('G', ['a'])]), { config });
  return viewOf(page, sampleBody(), origin ? { ...site, origin } : site, { assets });
}

function rows(options: readonly ContextualOption[], origin?: string) {
  return contextualRows(viewWith(options, origin));
}

test('what an agent connects to is made of the public address, and waits for a server', () => {
  const [mcp, cursor, vscode] = rows(['mcp', 'cursor', 'vscode'], 'https://d.example');
  expect(mcp).toMatchObject({
    copies: 'address',
    href: 'https://d.example/mcp',
    needsServer: true,
  });
  const query = new URL(cursor?.href ?? '').searchParams;
  expect(query.get('name')).toBe('my-docs');
  expect(JSON.parse(atob(query.get('config') ?? ''))).toEqual({ url: 'https://d.example/mcp' });
  expect(JSON.parse(decodeURIComponent(vscode?.href.split('?')[1] ?? ''))).toEqual({
    name: 'my-docs',
    type: 'http',
    url: 'https://d.example/mcp',
  });
});

test('the address for agents is put into the links of authors, which wait for a server as well', () => {
  const href = { base: 'https://ask.example', query: { url: '$mcp' } };
  const [row] = rows([{ title: 'Ask', description: 'Ask', href }], 'https://d.example');
  expect(row).toMatchObject({ needsServer: true });
  expect(new URL(row?.href ?? '').searchParams.get('url')).toBe('https://d.example/mcp');
});

test('built-in entries have icons and descriptions, in the language of the page', () => {
  const all = [...contextualOptions];
  const built = rows(all, 'https://d.example');
  expect(built).toHaveLength(all.length);
  for (const { icon, description } of built) {
    expect(icon).toBeDefined();
    expect(description).not.toBe('');
  }
  expect(built[1]).toMatchObject({ description: 'The text of this page as Markdown' });
});

test('copying the page works from the menu as well, and is a link without scripts', () => {
  const html = renderToString(h(PageMenu, { view: viewWith(['view', 'copy']) }));
  expect(html).toMatch(/<a href="[^"]+\.md" class="dc-menu-row copy-page" data-copy="[^"]+\.md"/);
});

test('without a public URL, the page puts its own into the same addresses', () => {
  const report = { base: 'https://ask.example', query: 'q=Read $page&path=$path' };
  const options: ContextualOption[] = [
    ...contextualOptions,
    { title: 'Ask', description: 'Ask', href: report },
  ];
  const origin = 'https://d.example';
  const unknown = rows(options);
  const known = rows(options, origin);
  expect(unknown.map(({ title }) => title)).toEqual(known.map(({ title }) => title));
  const complete = (href: string) => (href === '/mcp' ? `${origin}/mcp` : withOrigin(href, origin));
  expect(unknown.map(({ href }) => complete(href))).toEqual(known.map(({ href }) => href));
  expect(known.some(({ needsAddress, needsPublic }) => needsAddress || needsPublic)).toBe(false);
  // What reads the page from outside waits until it is known that it can.
  const waiting = unknown.filter(({ needsPublic }) => needsPublic).map(({ title }) => title);
  expect(waiting).toEqual(['ChatGPT', 'Claude', 'Perplexity']);
});

test.each([
  ['q=Read $page', '?q=Read https%3A%2F%2Fd.example%2Fa'],
  ['?q=$path&from=docs', '?q=a&from=docs'],
  [{ q: 'Read $page' }, '?q=Read+https%3A%2F%2Fd.example%2Fa'],
  [[{ key: 'q', value: '$path' }], '?q=a'],
])('a query may be a text, an object or a list: %j', (query, expected) => {
  const href = { base: 'https://ask.example', query };
  const [row] = rows([{ title: 'Ask', description: 'Ask', href }], 'https://d.example');
  expect(row?.href).toBe(`https://ask.example${expected}`);
});

test('the address for agents is put into a query of every form', () => {
  const of = (query: unknown) => {
    const href = { base: 'https://a.example/', query };
    return rows([{ title: 'T', description: '', href }], 'https://d.example')[0]?.href;
  };
  const filled = `https://a.example/?u=${encodeURIComponent('https://d.example/mcp')}`;
  expect(of('u=$mcp')).toBe(filled);
  expect(of({ u: '$mcp' })).toBe(filled);
});

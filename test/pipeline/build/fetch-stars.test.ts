import { expect, test } from 'vitest';
import { type FetchText, fetchStars } from '../../../pipeline/build/fetch-stars.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { renderDocument } from '../../../pipeline/site/layout/document.tsx';
import { renderBody } from '../../../pipeline/site/render.tsx';
import { memory, siteWith } from '../site/render-mdx.ts';

const mdx =
  '<GitHub.Repo repo="https://github.com/acme/tool.git" />\n\n<GitHub.Repo repo="gone/away" />';
const primary = { type: 'github', label: 'GitHub', href: 'https://github.com/acme/docs' };
const site = siteWith(mdx, { config: { navbar: { primary } } });
const texts = [...site.pages.values()].map(({ file }) => file);
const day = 24 * 60 * 60 * 1000;

/** A host with these counts; what was asked for is noted. */
function host(stars: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const fetchText: FetchText = async (url) => {
    asked.push(url);
    const count = stars[url.replace('https://api.github.com/repos/', '')];
    if (count === undefined) throw new Error(`${url} answered 404`);
    return JSON.stringify({ stargazers_count: count });
  };
  return { asked, fetchText };
}

test('the button and the components show the stars of their repositories', async () => {
  const { fetchText } = host({ 'acme/docs': 987, 'acme/tool': 12_345 });
  const stars = await fetchStars(site.config, texts, { cache: memoryCache(), now: 0, fetchText });
  expect(stars).toEqual({ 'acme/docs': 987, 'acme/tool': 12_000 });
  const [page = expect.fail()] = site.pages.values();
  const counted = { ...site, stars };
  const body = await renderBody(page, counted, memory());
  expect(body.html.match(/★<\/span> 12K/g)).toHaveLength(1);
  const html = renderDocument(page, body, counted, {
    assets: { styles: [], script: 'main.js', userScripts: [] },
    search: true,
  });
  expect(html).toContain('★</span> 987');
});

test('links of the bar to a repository show its stars, and other links ask for nothing', async () => {
  const links = [
    { label: 'Source', href: 'https://github.com/acme/docs' },
    { label: 'Issues', href: 'https://github.com/acme/docs/issues' },
    { label: 'Guide', href: 'guides/start' },
    { label: 'Status', href: 'https://status.example/acme/docs' },
  ];
  const linked = siteWith('Text.', { config: { navbar: { links } } });
  const { asked, fetchText } = host({ 'acme/docs': 41_234 });
  const stars = await fetchStars(linked.config, [], { cache: memoryCache(), now: 0, fetchText });
  expect(asked).toEqual(['https://api.github.com/repos/acme/docs']);
  const [page = expect.fail()] = linked.pages.values();
  const counted = { ...linked, stars };
  const html = renderDocument(page, await renderBody(page, counted, memory()), counted, {
    assets: { styles: [], script: 'main.js', userScripts: [] },
  });
  expect(html.match(/<span class="dc-stars">/g)).toHaveLength(1);
  expect(html).toMatch(/Source<span class="dc-stars"><span aria-hidden="true">★<\/span> 41K/);
});

test('a repository is asked for once a day, and keeps its count without a network', async () => {
  const cache = memoryCache();
  const up = host({ 'acme/docs': 5, 'acme/tool': 6 });
  await fetchStars(site.config, texts, { cache, now: day, fetchText: up.fetchText });
  expect(up.asked.sort()).toEqual(
    ['acme/docs', 'acme/tool', 'gone/away'].map((name) => `https://api.github.com/repos/${name}`),
  );
  const again = host({});
  await fetchStars(site.config, texts, { cache, now: 1.5 * day, fetchText: again.fetchText });
  expect(again.asked).toEqual(['https://api.github.com/repos/gone/away']);
  const later = await fetchStars(site.config, texts, {
    cache,
    now: 3 * day,
    fetchText: host({}).fetchText,
  });
  expect(later).toEqual({ 'acme/docs': 5, 'acme/tool': 6 });
});

test('an answer that is no count, or another address, shows nothing', async () => {
  const cache = memoryCache();
  const { asked, fetchText } = host({ 'acme/docs': 'many' });
  const elsewhere = siteWith('<GitHub.Repo repo="../../users/x" />', {
    config: { navbar: { primary } },
  });
  const all = [...elsewhere.pages.values()].map(({ file }) => file);
  const stars = await fetchStars(elsewhere.config, all, { cache, now: 9 * day, fetchText });
  expect(stars).toEqual({});
  expect(asked).toEqual(['https://api.github.com/repos/acme/docs']);
});

test('a repository that could not be reached is asked for again when the clock was set back', async () => {
  const primary = { type: 'github', label: 'GitHub', href: 'https://github.com/acme/later' };
  const { config } = siteWith('Text.', { config: { navbar: { primary } } });
  const ask = (now: number, { fetchText }: ReturnType<typeof host>) =>
    fetchStars(config, [], { cache: memoryCache(), now, fetchText });
  expect(await ask(2 * day, host({}))).toEqual({});
  expect(await ask(day, host({ 'acme/later': 3 }))).toEqual({ 'acme/later': 3 });
});

test('the bars of languages inside of products are asked for as well', async () => {
  const { asked, fetchText } = host({ 'acme/inner': 5 });
  const inner = { ...primary, type: 'github', href: 'https://github.com/acme/inner' } as const;
  const navigation = {
    products: [
      { product: 'A', languages: [{ code: 'de', navbar: { links: [], primary: inner } }] },
    ],
  };
  const config = { ...site.config, navbar: { links: [] }, navigation };
  const stars = await fetchStars(config, [], { cache: memoryCache(), now: 0, fetchText });
  expect(stars).toEqual({ 'acme/inner': 5 });
  expect(asked).toHaveLength(1);
});

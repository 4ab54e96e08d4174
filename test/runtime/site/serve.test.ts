import { hash } from 'node:crypto';
import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { layoutOf } from '../../../pipeline/output/layout.ts';
import type { OutputFile } from '../../../pipeline/output/output-file.ts';
import { DeploymentWriter } from '../../../pipeline/output/write.ts';
import { createApp } from '../../../runtime/app.ts';
import { listen, type RunningServer } from '../../../runtime/listen.ts';
import { LiveSite } from '../../../runtime/site/live.ts';
import { deploymentFormat, type Manifest } from '../../../schema/build.ts';
import type { Config } from '../../../schema/config/config.ts';
import { given } from '../../../schema/given.ts';
import { makeTempDir, tempDir } from '../../support/temp.ts';

let count = 0;

/** Writes a deployment out of address → content, and makes it live. */
async function deploy(
  out: string,
  files: Readonly<Record<string, string | (Partial<OutputFile> & { text: string })>>,
  more: {
    readonly config?: object;
    readonly manifest?: Partial<Manifest>;
    readonly basePath?: string;
    readonly languages?: readonly string[];
  } = {},
): Promise<string> {
  const id = `dpl_${String(++count).padStart(26, '0')}`;
  const basePath = more.basePath ?? '';
  const writer = new DeploymentWriter(layoutOf(out), id);
  const pages: Record<string, Manifest['pages'][string]> = {};
  for (const [address, given] of Object.entries(files)) {
    const file = typeof given === 'string' ? { text: given } : given;
    const bare = address.slice(basePath.length).replace(/^\//, '');
    const isPage = !/\.[a-z0-9]+$/.test(address);
    const path = isPage ? `${bare === '' ? '' : `${bare}/`}index.html` : bare;
    await writer.add({ path, address, content: () => file.text, ...file });
    if (isPage) {
      const page = bare === '' ? 'index' : bare;
      pages[page] = {
        title: `Title of ${page}`,
        sourceHash: '',
        contentHash: '',
        htmlHash: '',
        file: `${page}.mdx`,
      };
    }
  }
  for (const [path, { title }] of Object.entries(pages)) {
    const language = more.languages?.find((code) => path.includes(`${code}/`)) ?? 'en';
    const record = { path, title, language, protected: false, headings: [], sections: [] };
    writer.addRecord(path, hash('sha256', JSON.stringify(record)), JSON.stringify(record));
  }
  writer.finish(
    {
      deployment: {
        id,
        format: deploymentFormat,
        status: 'completed',
        createdAt: '2026-01-01T00:00:00.000Z',
        duration: 1,
        branch: '',
        commitSha: '',
        pagesBuilt: 1,
        docent: '0',
        sourceLanguage: 'en',
        basePath,
        ...given({ languages: more.languages }),
      },
      config: {
        errors: { 404: { redirect: false, title: 'Not found' } },
        auth: { enabled: false },
        ...more.config,
      } as unknown as Config,
      manifest: { pages, redirects: [], ...more.manifest },
    },
    {
      project: 'p',
      deployment: id,
      startedAt: '2026-01-01T00:00:00.000Z',
      timestamp: '2026-01-01T00:00:00.000Z',
      newId: (prefix) => `${prefix}_${++count}`,
    },
  );
  return id;
}

const long = 'All work and no play makes a long text. '.repeat(100);
const veryLong = Array.from({ length: 60_000 }, (_, n) => `Line ${n} of all pages.`).join('\n');
const notFoundPattern =
  '<main>Did you mean<ul><li><a href="/docent:href"><span>docent:title<small>/docent:href</small></span></a></li></ul></main>';
let out: string;
let live: LiveSite;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  out = makeTempDir();
  await deploy(
    out,
    {
      '/': '<h1>Home</h1>',
      '/index.md': '# Home',
      '/guides/start': `<h1>Start</h1><script>first()</script><p>${long}</p>`,
      '/guides/start.md': '# Start',
      '/größe': '<h1>Größe</h1>',
      '/llms.txt': long,
      '/llms-full.txt': veryLong,
      // More than is read ahead.
      '/film.mp4': 'film '.repeat(5_000_000),
      '/catalog.json': 'json '.repeat(5_000_000),
      '/img/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '/_docent/main-AB12CD34.js': { text: 'go()', immutable: true },
      '/404.html': '<main>Nothing here</main>',
      '/_docent/not-found.html': notFoundPattern,
    },
    {
      manifest: {
        redirects: [
          { source: '/old', destination: '/guides/start', status: 301 },
          { source: '/blog/:slug', destination: '/posts/:slug', status: 302 },
          { source: '/half', destination: '/guides/start#\ud800', status: 301 },
        ],
      },
    },
  );
  live = new LiveSite(out, { interval: 20 });
  app = createApp({ site: live, version: '9.9.9', log: () => {} });
});
afterAll(() => live.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`http://docs.test${path}`, { method, headers });

/** Packs that this process has open. */
const openPacks = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith('.pack');
    } catch {
      return false;
    }
  }).length;

describe('a page', () => {
  test('is answered with its type, its hash and a policy that names its scripts', async () => {
    const response = await get('/guides/start');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = response.headers.get('content-security-policy') ?? '';
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src'));
    expect(scripts).toMatch(/^script-src 'self' 'sha256-[A-Za-z0-9+/=]+'$/);
    expect(await response.text()).toContain('<h1>Start</h1>');
  });

  test('is not sent again to whom has it, whatever form he has', async () => {
    const tag = (await get('/guides/start')).headers.get('etag') ?? '';
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, tag.replace(/"$/, '-br"'), '*']) {
      const response = await get('/guides/start', { 'if-none-match': header });
      expect([header, response.status]).toEqual([header, 304]);
      expect(await response.text()).toBe('');
    }
    expect((await get('/guides/start', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('comes compressed as the client likes, each form with a tag of its own', async () => {
    const response = await get('/guides/start', { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Accept');
    expect(response.headers.get('etag')).toMatch(/-br"$/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(brotliDecompressSync(bytes).toString()).toContain('All work');
    const coded = async (accept: string) =>
      (await get('/guides/start', { 'accept-encoding': accept })).headers.get('content-encoding');
    expect(await coded('gzip')).toBe('gzip');
    expect(await coded('br;q=0.1, gzip;q=0.9')).toBe('gzip');
    expect(await coded('br;q=0, gzip;q=0')).toBeNull();
    expect(await coded('*')).toBe('br');
    expect(await coded('identity')).toBeNull();
  });

  test('comes compressed while it is sent if it is a very large text', async () => {
    const response = await get('/llms-full.txt', { 'accept-encoding': 'gzip, br' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-length')).toBeNull();
    const text = gunzipSync(await response.arrayBuffer()).toString();
    expect(text === veryLong).toBe(true);
    const part = await get('/llms-full.txt', { range: 'bytes=1000000-1000009' });
    expect([part.status, await part.text()]).toEqual([206, veryLong.slice(1_000_000, 1_000_010)]);
  });

  test.runIf(process.platform === 'linux')('leaves no file open that is not sent', async () => {
    for (const path of ['/film.mp4', '/catalog.json']) {
      const head = await get(path, { 'accept-encoding': 'gzip' }, 'HEAD');
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
    await expect.poll(openPacks).toBe(0);
  });

  test('has a Markdown twin, also by content negotiation', async () => {
    expect(await (await get('/guides/start.md')).text()).toBe('# Start');
    const asked = await get('/guides/start', { accept: 'text/markdown' });
    expect(asked.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const browser = await get('/guides/start', { accept: 'text/html, text/markdown;q=0.1' });
    expect(browser.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await (await get('/', { accept: 'text/markdown' })).text()).toBe('# Home');
  });

  test('has one address: others lead to it', async () => {
    for (const path of ['/guides/start/', '/guides/start/index.html', '/guides/start.html']) {
      const response = await get(`${path}?q=1`);
      expect([path, response.status]).toEqual([path, 301]);
      expect(response.headers.get('location')).toBe('/guides/start?q=1');
    }
    expect((await get('/gr%C3%B6%C3%9Fe')).status).toBe(200);
    expect((await get('/gro%CC%88%C3%9Fe')).status).toBe(200);
  });

  test('is only headers for HEAD', async () => {
    const response = await get('/guides/start', {}, 'HEAD');
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(4000);
    expect(await response.text()).toBe('');
  });

  test('answers no other method', async () => {
    const response = await get('/guides/start', {}, 'POST');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('a range', () => {
  test.each([
    ['bytes=0-3', 206, long.slice(0, 4), `bytes 0-3/${long.length}`],
    ['bytes=-5', 206, long.slice(-5), `bytes ${long.length - 5}-${long.length - 1}/${long.length}`],
    ['bytes=3990-99999', 206, long.slice(3990), `bytes 3990-3999/${long.length}`],
    ['bytes=99999-', 416, '', `bytes */${long.length}`],
    ['bytes=0-1,3-4', 200, long, null],
    ['bytes=5-2', 200, long, null],
    ['lines=1-2', 200, long, null],
  ])('%s is answered with %i', async (range, status, body, contentRange) => {
    const response = await get('/llms.txt', { range, 'accept-encoding': 'br' });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(contentRange);
    if (status === 206) expect(response.headers.get('content-encoding')).toBeNull();
    if (status !== 200) expect(await response.text()).toBe(body);
  });

  test('of another version is answered with the whole file', async () => {
    const response = await get('/llms.txt', { range: 'bytes=0-3', 'if-range': '"other"' });
    expect(response.status).toBe(200);
  });
});

describe('other files', () => {
  test('with a hash in their name are cached forever', async () => {
    const response = await get('/_docent/main-AB12CD34.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('with spaces in their name are found, and an image runs no script', async () => {
    const response = await get('/img/a%20b.svg');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('redirects', () => {
  test('come before pages and keep the query', async () => {
    const response = await get('/old?x=1');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/guides/start?x=1');
  });

  test('fill parameters', async () => {
    const response = await get('/blog/hello');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/posts/hello');
  });

  test('are answered where half of a surrogate pair is in them', async () => {
    const response = await get('/half');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/guides/start#%EF%BF%BD');
  });

  test('never lead to another host by doubled slashes', async () => {
    for (const path of ['//evil.test/', '//evil.test/guides/start/', '/%2F/evil.test/']) {
      const location = (await get(path)).headers.get('location');
      expect(location === null || !location.startsWith('//')).toBe(true);
    }
  });
});

describe('a missing page', () => {
  test('is a 404 that names the nearest ones', async () => {
    const response = await get('/guide/strat');
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('href="/guides/start"');
    expect(html).toContain('Title of guides/start');
    expect(html).not.toContain('docent:');
  });

  test('is a 404 without suggestions when nothing is near', async () => {
    const response = await get('/zzzzzzzzzzzzzzzzzzzzzzz/qqqqqqqqqqqqq');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Nothing here');
  });

  test('is a page where its address ends in a number after a dot', async () => {
    for (const path of ['/guides/start/1.2.4', '/zzzzzzzzzzzzzzzzzzzz/v2.0']) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
  });

  test('is a short line for files', async () => {
    const response = await get('/favicon.ico');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  test('is in the language whose folder the address is in', async () => {
    const folder = tempDir();
    await deploy(
      folder,
      {
        '/docs/start': 'x',
        '/docs/404.html': 'Nothing',
        '/docs/_docent/not-found.html': notFoundPattern,
        '/docs/doc/fr/début': 'x',
        '/docs/doc/fr/404.html': 'Rien',
        '/docs/_docent/not-found/doc/fr.html': notFoundPattern.replace('Did you mean', 'Peut-être'),
      },
      { basePath: '/docs', languages: ['en', 'fr'], manifest: { folders: { 'doc/fr': 'fr' } } },
    );
    const site = new LiveSite(folder);
    const other = createApp({ site, version: '1', log: () => {} });
    const at = async (path: string) => {
      const response = await other.request(`http://docs.test/docs/${path}`);
      return [response.status, await response.text()];
    };
    expect(await at('doc/fr/quelque/part/ailleurs')).toEqual([404, 'Rien']);
    expect(await at('doc/fr/debut')).toEqual([404, expect.stringContaining('Peut-être')]);
    expect(await at('doc/elsewhere/entirely')).toEqual([404, 'Nothing']);
    expect(await at('doc/fr.txt')).toEqual([404, 'Not found: /docs/doc/fr.txt.\n']);
    site.close();
  });

  test('suggests pages in one language, that of the nearest', async () => {
    const folder = tempDir();
    const pages = ['/setup', '/de/setup', '/fr/setup', '/fr/set-out'];
    const files = {
      ...Object.fromEntries(pages.map((path) => [path, 'x'])),
      '/404.html': 'Nothing',
    };
    await deploy(
      folder,
      { ...files, '/_docent/not-found.html': notFoundPattern },
      { languages: ['en', 'de', 'fr'] },
    );
    const site = new LiveSite(folder);
    const other = createApp({ site, version: '1', log: () => {} });
    const suggested = async (path: string) => {
      const html = await (await other.request(`http://docs.test${path}`)).text();
      return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    };
    expect(await suggested('/setp')).toEqual(['/setup']);
    expect(await suggested('/fr/setp')).toEqual(['/fr/setup', '/fr/set-out']);
    site.close();
  });

  test('sends the reader on where errors.404.redirect is true and one page is near', async () => {
    const folder = tempDir();
    await deploy(
      folder,
      { '/guides/start': 'x', '/v1.15.22/de/index': 'x', '/404.html': 'Nothing' },
      { config: { errors: { 404: { redirect: true, title: 'x' } } } },
    );
    const site = new LiveSite(folder);
    const other = createApp({ site, version: '1', log: () => {} });
    const near = await other.request('http://docs.test/guides/strat');
    expect([near.status, near.headers.get('location')]).toEqual([302, '/guides/start']);
    expect((await other.request('http://docs.test/guides/quite-different')).status).toBe(404);
    // Few letters make another language.
    expect((await other.request('http://docs.test/v1.15.22/en')).status).toBe(404);
    expect((await other.request('http://docs.test/v1.15.2/de')).headers.get('location')).toBe(
      '/v1.15.22/de',
    );
    site.close();
  });

  test('says so when the address is not valid', async () => {
    expect((await get('/%E0%A4%A')).status).toBe(400);
  });
});

describe('a page that was opened before another deployment went live', () => {
  test('gets its scripts and styles, and nothing else of its deployment', async () => {
    const folder = tempDir();
    const script = (text: string, more: object = {}) => ({ text, immutable: true, ...more });
    await deploy(folder, {
      '/': 'First',
      '/gone': 'Gone',
      '/_docent/search-AAAA1111.js': script('search(1)'),
      '/_docent/theme-AAAA1111.css': script(`a { color: red } ${long}`),
      '/_docent/staff-AAAA1111.js': script('staff()', { protected: true }),
      '/_docent/search/en-p-aaaa1111.json': script('["Gone"]'),
      '/_docent/loose.js': 'loose()',
    });
    const app = () => {
      const site = new LiveSite(folder, { interval: 20 });
      onTestFinished(() => site.close());
      return createApp({ site, version: '1', log: () => {} });
    };
    const begun = app();
    await deploy(folder, { '/': 'Second', '/_docent/search-BBBB2222.js': script('search(2)') });
    const at = async (server: ReturnType<typeof app>, path: string) => {
      const response = await server.request(`http://docs.test${path}`);
      return response.status === 200 ? response.text() : response.status;
    };
    await expect.poll(() => at(begun, '/')).toBe('Second');
    // Also from a server that was started later.
    for (const server of [begun, app()]) {
      expect(await at(server, '/_docent/search-AAAA1111.js')).toBe('search(1)');
      expect(await at(server, '/_docent/search-BBBB2222.js')).toBe('search(2)');
      expect(await at(server, '/_docent/theme-AAAA1111.css')).toContain('color: red');
      for (const path of ['/gone', '/_docent/loose.js', '/_docent/search/en-p-aaaa1111.json']) {
        expect([path, await at(server, path)]).toEqual([path, 404]);
      }
      expect(await at(server, '/_docent/staff-AAAA1111.js')).toBe(404);
    }
    const kept = await begun.request('http://docs.test/_docent/search-AAAA1111.js');
    expect(kept.headers.get('cache-control')).toContain('immutable');
    // It is there as long as its deployment.
    for (const id of readdirSync(join(folder, 'deployments')).sort().slice(0, -1)) {
      rmSync(join(folder, 'deployments', id), { recursive: true });
    }
    expect(await at(begun, '/_docent/search-AAAA1111.js')).toBe(404);
  });
});

describe('a site below a base path', () => {
  test('answers there, and leads there', async () => {
    const folder = tempDir();
    await deploy(
      folder,
      { '/docs/start': 'Start', '/docs/404.html': 'Nothing' },
      { basePath: '/docs', manifest: { home: 'start' } },
    );
    const site = new LiveSite(folder);
    const other = createApp({ site, version: '1', log: () => {} });
    const at = async (path: string) => {
      const response = await other.request(`http://docs.test${path}`);
      return [response.status, response.headers.get('location')];
    };
    expect(await at('/docs/start')).toEqual([200, null]);
    expect(await at('/docs')).toEqual([302, '/docs/start']);
    expect(await at('/')).toEqual([302, '/docs']);
    expect(await at('/start')).toEqual([404, null]);
    site.close();
  });
});

describe('the root URL of a site that looks for the language of the browser', () => {
  const folder = makeTempDir();
  let site: LiveSite;
  let app: ReturnType<typeof createApp>;
  beforeAll(async () => {
    await deploy(
      folder,
      { '/': 'Start', '/index.md': 'Start', '/fr': 'Départ', '/zh-TW': '開始', '/guide': 'Guide' },
      { manifest: { homes: { en: '/', fr: '/fr', 'zh-TW': '/zh-TW' } } },
    );
    site = new LiveSite(folder);
    app = createApp({ site, version: '1', log: () => {} });
  });
  afterAll(() => site.close());

  const at = async (path: string, headers: Record<string, string>) => {
    const response = await app.request(`http://docs.test${path}`, { headers });
    return [response.status, response.headers.get('location'), response.headers.get('set-cookie')];
  };

  test.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', '/fr'],
    ['de,fr;q=0.5,en;q=0.4', '/fr'],
    ['en-US,en;q=0.9,fr;q=0.8', null],
    ['en;q=0.1,zh-Hant-HK', '/zh-TW'],
    ['fr;q=0,*', null],
    ['de', null],
    ['', null],
    [`${'x-y;q=,'.repeat(5000)}fr`, null],
  ])('leads %j to %s', async (accepted, location) => {
    const answer = await at('/', { 'accept-language': accepted });
    expect(answer).toEqual([location === null ? 200 : 302, location, null]);
    expect((await at('/guide', { 'accept-language': accepted }))[0]).toBe(200);
  });

  test('keeps the answers for different readers apart, and the query', async () => {
    const headers = { 'accept-language': 'fr' };
    for (const path of ['/', '/?lang=fr']) {
      const answer = await app.request(`http://docs.test${path}`, { headers });
      expect(answer.headers.get('vary')).toContain('Accept-Language');
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    }
    const own = await app.request('http://docs.test/', { headers: { 'accept-language': 'en' } });
    expect(own.headers.get('vary')).toBe('Accept, Accept-Language, Cookie, Sec-Fetch-Site');
    const other = await app.request('http://docs.test/guide', { headers });
    expect(other.headers.get('vary')).toBeNull();
    expect(await at('/?ref=mail', headers)).toEqual([302, '/fr?ref=mail', null]);
  });

  test('follows a link to stay, and remembers the choice', async () => {
    const headers = { 'accept-language': 'fr' };
    const [status, location, cookie] = await at('/?lang=en&ref=mail', headers);
    expect([status, location]).toEqual([302, '/?ref=mail']);
    expect(cookie).toBe('docent-language=en; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly');
    const chosen = { ...headers, cookie: 'a=b; docent-language=en' };
    expect(await at('/', chosen)).toEqual([200, null, null]);
    expect((await at('/', { cookie: 'docent-language=zh-TW' }))[1]).toBe('/zh-TW');
    expect((await at('/', { ...headers, cookie: 'docent-language=__proto__' }))[1]).toBe('/fr');
    expect((await at('/?lang=constructor', headers))[1]).toBe('/fr');
    // A link of a page of the site, such as its logo, is followed.
    expect(await at('/', { ...headers, 'sec-fetch-site': 'same-origin' })).toEqual([
      200,
      null,
      null,
    ]);
  });

  test('leads to the start of the source language where there is no page at the root', async () => {
    const other = tempDir();
    await deploy(
      other,
      { '/en': 'Start', '/de': 'Anfang' },
      { manifest: { home: 'en', homes: { en: '/en', de: '/de' } } },
    );
    const live = new LiveSite(other);
    const own = createApp({ site: live, version: '1', log: () => {} });
    const to = async (accepted: string) => {
      const answer = await own.request('http://docs.test/', {
        headers: { 'accept-language': accepted },
      });
      return [answer.headers.get('location'), answer.headers.get('vary')?.split(',')[0]];
    };
    expect(await to('de-CH')).toEqual(['/de', 'Accept-Language']);
    expect(await to('it')).toEqual(['/en', 'Accept-Language']);
    live.close();
  });
});

describe('a site with sessions', () => {
  test('keeps nothing, and never sends a protected page', async () => {
    const folder = tempDir();
    await deploy(
      folder,
      { '/open': 'Open', '/secret': { text: 'Secret', protected: true } },
      { config: { auth: { enabled: true, loginUrl: 'https://id.test/login' } } },
    );
    const site = new LiveSite(folder);
    const other = createApp({ site, version: '1', log: () => {} });
    const open = await other.request('http://docs.test/open');
    expect(open.headers.get('cache-control')).toBe('private, no-store');
    const secret = await other.request('http://docs.test/secret');
    expect(secret.status).toBe(302);
    expect(secret.headers.get('location')).toBe('https://id.test/login?redirect=%2Fsecret');
    expect(secret.headers.get('cache-control')).toBe('private, no-store');
    site.close();
  });
});

describe('the live deployment', () => {
  test('is swapped without a restart, and a bad one is refused', async () => {
    const folder = tempDir();
    const errors: string[] = [];
    const site = new LiveSite(folder, { interval: 10, onError: (e) => errors.push(e.message) });
    const other = createApp({ site, version: '1', log: () => {} });
    const body = async () => (await other.request('http://docs.test/a')).text();
    expect((await other.request('http://docs.test/a')).status).toBe(503);
    expect((await other.request('http://docs.test/health')).status).toBe(503);
    await deploy(folder, { '/a': 'one' });
    await expect.poll(body).toBe('one');
    await deploy(folder, { '/a': 'two' });
    await expect.poll(body).toBe('two');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(folder, 'current'), 'dpl_00000000000000000000000XXX\n');
    await expect.poll(() => errors.length).toBe(1);
    writeFileSync(join(folder, 'current'), '../../etc\n');
    await sleep(30);
    expect(await body()).toBe('two');
    site.close();
  });

  test('is told by /health', async () => {
    const response = await get('/health');
    expect(await response.json()).toMatchObject({ status: 'ok', version: '9.9.9' });
  });
});

describe('a server', () => {
  /** One request as raw bytes: no client tidies the path. */
  const raw = (server: RunningServer, path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: docs.test\r\nConnection: close\r\n\r\n`);
    });

  test('never leaves the folder of its site', async () => {
    const server = await listen(
      { site: live, version: '1', log: () => {} },
      { port: 0, host: '127.0.0.1' },
    );
    const paths = [
      '/../deployment.json',
      '/../../../../../../etc/passwd',
      '/..%2fdeployment.json',
      '/%2e%2e/deployment.json',
      '/%2e%2e%2f%2e%2e%2fcurrent',
      '/guides/..%5c..%5cdeployment.json',
      '/..\\deployment.json',
      '/guides/start/../../../manifest.json',
      '/%00/etc/passwd',
      '/site/index.html',
      '/__proto__',
      '/constructor',
      '//etc/passwd',
    ];
    for (const path of paths) {
      const answer = await raw(server, path);
      const [status] = answer.split('\r\n');
      expect([path, status]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 (30[12]|40[04]) /)]);
      expect(answer).not.toMatch(/root:|"commitSha"|dpl_/);
    }
    await server.close();
  });

  test('lets running answers end before it closes', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await listen(
      {
        site: live,
        version: '1',
        log: () => {},
        after: async (_request, response) => {
          await held;
          return response;
        },
      },
      { port: 0, host: '127.0.0.1' },
    );
    const running = fetch(`${server.url}/guides/start`);
    await sleep(50);
    let closed = false;
    const closing = server.close().then(() => {
      closed = true;
    });
    await sleep(50);
    expect(closed).toBe(false);
    await expect(fetch(`${server.url}/`)).rejects.toThrow();
    release();
    expect(await (await running).text()).toContain('Start');
    await closing;
  });

  test('says when its port is taken', async () => {
    const services = { site: live, version: '1', log: () => {} };
    const first = await listen(services, { port: 0, host: '127.0.0.1' });
    const port = Number(new URL(first.url).port);
    await expect(listen(services, { port, host: '127.0.0.1' })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use.`,
    );
    await first.close();
  });
});

describe('the log of requests', () => {
  test('has one line for a page, with its path and status, and none for a probe', async () => {
    const lines: unknown[] = [];
    const other = createApp({
      site: live,
      version: '1',
      log: () => {},
      logRequest: (entry) => lines.push(entry),
    });
    await other.request('http://docs.test/guides/start?secret=1');
    await other.request('http://docs.test/nowhere');
    await other.request('http://docs.test/health');
    expect(lines).toEqual([
      { method: 'GET', route: '/guides/start', status: 200, ms: expect.any(Number) },
      { method: 'GET', route: '/nowhere', status: 404, ms: expect.any(Number) },
    ]);
  });
});

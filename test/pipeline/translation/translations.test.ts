import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Model } from '../../../pipeline/net/model.ts';
import { ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { pseudoModel } from '../../../pipeline/translate/pseudo.ts';
import {
  readLabels,
  readRecords,
  translationsFolder,
} from '../../../pipeline/translate/records.ts';
import { translateSite } from '../../../pipeline/translate.ts';
import type { SiteTranslations } from '../../../schema/build.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, tempDir, writeFiles } from '../../support/temp.ts';
import { askedIn, goodModel } from '../translate/fake-model.ts';

const start = `---
title: Start
---

## First step

<h3>A heading *as* an element</h3>

See [setup](./setup#deep-inside), [old](/old) and ![a picture](./pic.svg).
`;
const setup = '---\ntitle: Setup\n---\n\n## Deep inside\n\nBack to [the start](/guides/start).\n';
const files = {
  'docs.json': JSON.stringify({
    name: 'Acme',
    colors: { primary: '#0d9373' },
    navigation: {
      tabs: [
        {
          tab: 'Guides',
          groups: [{ group: 'First steps', pages: ['guides/start', 'guides/setup'] }],
        },
        { tab: 'More', groups: [{ group: 'Rest', pages: ['old', 'own'] }] },
      ],
    },
    i18n: { defaultLanguage: 'en', languages: ['ar'] },
    banner: { content: 'Version 2 is out: [what is new](/old)' },
    navbar: { links: [{ label: 'Support', href: '/own' }] },
    footer: {
      links: [{ header: 'Company', items: [{ label: 'About', href: '/own' }] }],
      text: 'All rights reserved',
    },
    search: { prompt: 'Find a guide' },
    contextual: {
      options: ['copy', { title: 'Discuss', description: 'In the forum', href: '/own' }],
    },
    errors: { 404: { title: 'Lost?', description: 'Try the start.' } },
    assistant: {
      greeting: 'Ask about guides.',
      suggestedQuestions: ['How do I begin?'],
      contactSupport: { enabled: true, email: 'help@acme.example' },
    },
  }),
  'guides/start.mdx': start,
  'guides/setup.mdx': setup,
  'guides/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'old.mdx': '---\ntitle: Old\n---\n\nThis is new text.\n',
  'own.mdx': '---\ntitle: Own\n---\n\n## A heading\n\nBy hand.\n',
  'ar/own.mdx': '---\ntitle: بيدي\n---\n\n## عنوان\n\nكتبته [هنا](/guides/start) بنفسي.\n',
};
const arabic = (text: string) =>
  text
    .replace('title: Start', 'title: البداية')
    .replace('## First step', '## الخطوة الأولى')
    .replace('A heading *as* an element', 'عنوان')
    .replace('See [setup]', 'انظر [الإعداد]');
const translations: SiteTranslations = {
  pages: {
    ar: {
      'guides/start': { text: arabic(start), translatedHash: sourceHash(start) },
      old: { text: '---\ntitle: قديم\n---\n\nنص قديم.\n', translatedHash: 'another' },
      own: { text: '---\ntitle: آلة\n---\n\nمن آلة.\n', translatedHash: 'any' },
    },
  },
  labels: {
    ar: {
      Guides: 'أدلة',
      'First steps': 'الخطوات الأولى',
      'Version 2 is out: [what is new](/old)': 'صدر الإصدار 2: [الجديد](/old)',
      Support: 'الدعم',
      Company: 'الشركة',
      'All rights reserved': 'كل الحقوق محفوظة',
      'Find a guide': 'ابحث عن دليل',
      Discuss: 'ناقش',
      'In the forum': 'في المنتدى',
      'Lost?': 'هل ضللت الطريق؟',
      'Try the start.': 'جرّب البداية.',
      'Ask about guides.': 'اسأل عن الأدلة.',
      'How do I begin?': 'كيف أبدأ؟',
    },
  },
};

let folder = '';
let site = '';
const page = (path: string) => readFileSync(join(site, path, 'index.html'), 'utf8');

beforeAll(async () => {
  folder = makeTempDir();
  writeFiles(join(folder, 'in'), files);
  const more = { origin: 'https://x.example', translations };
  const built = await buildSite(join(folder, 'in'), join(folder, 'out'), more);
  expect(built.problems).toEqual([]);
  site = built.site ?? '';
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the page brings for the assistant. */
function labelsOf(html: string): unknown {
  const [, written] = /<body[^>]* data-labels="([^"]*)"/.exec(html) ?? [];
  return written && JSON.parse(written.replaceAll('&quot;', '"'));
}

describe('a site with translations', () => {
  test('shows a translation at its own address, right to left, with its own navigation', () => {
    const html = page('ar/guides/start');
    expect(html).toMatch(/<html lang="ar" dir="rtl"/);
    expect(html).toContain('الخطوات الأولى');
    expect(html).toContain('أدلة');
    expect(html).not.toContain('First steps');
    expect(html).not.toContain('translation-');
  });

  test('keeps ids, and leads to pages of the same language', () => {
    const html = page('ar/guides/start');
    expect(html).toContain('<h2 id="first-step"');
    expect(html).toContain('<h3 id="a-heading-as-an-element"');
    expect(html).toContain('href="/ar/guides/setup#deep-inside"');
    expect(html).toContain('href="/ar/old"');
    expect(html).toContain('src="/guides/pic.svg"');
  });

  test('has translated words in banner, header and footer, and leads on in its language', () => {
    const html = page('ar/guides/start');
    expect(html).toContain('صدر الإصدار 2: <a href="/ar/old">الجديد</a>');
    expect(html).not.toContain('Version 2 is out');
    expect(html).toMatch(/<a class="navbar-link" href="\/ar\/own">الدعم<\/a>/);
    expect(html).toContain('الشركة');
    // What is not translated yet is shown as it is.
    expect(html).toContain('About');
    expect(page('guides/start')).toContain('Version 2 is out: <a href="/old">what is new</a>');
  });

  test('has translated words in footer text, search, page menu and assistant', () => {
    const html = page('ar/guides/start');
    for (const text of ['كل الحقوق محفوظة', 'ابحث عن دليل', 'ناقش', 'في المنتدى']) {
      expect(html).toContain(text);
    }
    expect(labelsOf(html)).toEqual({
      'AI Assistant': 'مساعد الذكاء الاصطناعي',
      'Ask about guides.': 'اسأل عن الأدلة.',
      'How do I begin?': 'كيف أبدأ؟',
      'Contact support': 'اسأل الدعم',
    });
    // Where the source is shown, the assistant speaks its language.
    expect(labelsOf(page('ar/guides/setup'))).toBeUndefined();
    expect(labelsOf(page('guides/start'))).toBeUndefined();
  });

  test('says in each language that there is no page, with its navigation', () => {
    const html = readFileSync(join(site, 'ar/404.html'), 'utf8');
    expect(html).toMatch(/<html lang="ar" dir="rtl"/);
    expect(html).toContain('هل ضللت الطريق؟');
    expect(html).toContain('جرّب البداية.');
    expect(html).toContain('الخطوات الأولى');
    expect(html).toContain('class="dc-button" href="/ar/guides/start"');
    expect(readFileSync(join(site, '404.html'), 'utf8')).toContain('Try the start.');
  });

  test('tells machines which pages are versions of each other', () => {
    const html = page('ar/guides/start');
    expect(html).toContain('hreflang="en" href="https://x.example/guides/start"');
    expect(html).toContain('hreflang="ar" href="https://x.example/ar/guides/start"');
    expect(html).toContain('hreflang="x-default" href="https://x.example/guides/start"');
    expect(page('guides/start')).toContain('hreflang="ar"');
    expect(page('guides/setup')).not.toContain('rel="alternate" hreflang="ar"');
  });

  test('flags a translation whose source has changed', () => {
    expect(page('ar/old')).toContain('translation-stale');
    expect(page('ar/old')).toContain('نص قديم');
  });

  test('shows the source where nothing is translated, and keeps it from engines', () => {
    const html = page('ar/guides/setup');
    expect(html).toMatch(/<html lang="en" dir="ltr"/);
    expect(html).toContain('translation-pending');
    expect(html).toContain('<link rel="canonical" href="https://x.example/guides/setup"');
    expect(html).toContain('content="noindex"');
    expect(readFileSync(join(site, 'sitemap.xml'), 'utf8')).not.toContain('/ar/guides/setup');
  });

  test('never puts a translation in the place of a person’s', () => {
    const html = page('ar/own');
    expect(html).toContain('كتبته');
    expect(html).not.toContain('من آلة');
    expect(html).toContain('<h2 id="a-heading"');
    expect(html).toContain('href="/ar/guides/start"');
  });
});

describe('docent translate', () => {
  test('keeps what it made for the next build, and pays for nothing twice', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    const out = join(folder, 'out');
    const { 'ar/own.mdx': _own, ...rest } = files;
    writeFiles(dir, rest);
    const model = goodModel('ar');
    const options = {
      ...{ dir, out, language: 'ar', scope: 'all' as const, force: false, dryRun: false },
      ...{ model, now: () => 0 },
    };
    const dry = await translateSite({ ...options, dryRun: true });
    expect(dry.preview).toMatchObject({ pages: 4, remembered: 0 });
    expect(model.requests).toEqual([]);
    const first = await translateSite(options);
    expect(first).toMatchObject({ completed: 4, failed: 0, fallback: 0, left: 0 });
    const spent = model.requests.length;
    expect(await translateSite(options)).toMatchObject({ completed: 0, requests: 0 });
    expect(model.requests.length).toBe(spent);
    const texts = new Set(model.requests.flat().map(({ text }) => text));
    const again = goodModel('ar');
    const forced = await translateSite({ ...options, model: again, force: true });
    expect(forced).toMatchObject({ completed: 4, remembered: 0, preview: { remembered: 0 } });
    expect(new Set(again.requests.flat().map(({ text }) => text))).toEqual(texts);
    const built = await buildSite(dir, out);
    const html = readFileSync(join(built.site ?? '', 'ar/guides/start/index.html'), 'utf8');
    expect(html).toMatch(/<html lang="ar" dir="rtl"/);
    expect(html).not.toContain('First steps');
  });

  test('leaves no address of a configured language empty, from the first build on', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    writeFiles(dir, files);
    const { site = '' } = await buildSite(dir, join(folder, 'out'));
    for (const path of ['guides/start', 'guides/setup', 'old']) {
      const html = readFileSync(join(site, 'ar', path, 'index.html'), 'utf8');
      expect(html, path).toContain('translation-pending');
      expect(html, path).toContain('<html lang="en"');
      const source = readFileSync(join(site, path, 'index.html'), 'utf8');
      expect(source, path).toMatch(new RegExp(`<a[^>]* href="/ar/${path}"`));
    }
    expect(readFileSync(join(site, 'ar/own/index.html'), 'utf8')).toContain('<html lang="ar"');
  });

  test('stops on a signal, and continues from there', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    writeFiles(dir, files);
    const stop = new AbortController();
    const model = goodModel('de');
    const options = {
      ...{ dir, out: join(folder, 'out'), language: 'de', scope: 'all' as const, force: false },
      ...{ dryRun: false, model, now: () => 0, parallel: 1 },
    };
    const cut = await translateSite({
      ...options,
      signal: stop.signal,
      onProgress: ({ done }) => done === 2 && stop.abort(),
    });
    expect(cut).toMatchObject({ completed: 2, left: 2, stopped: 'interrupted' });
    const rest = await translateSite(options);
    expect(rest).toMatchObject({ completed: 2, left: 0 });
  });

  test('goes on with other pages when the model refuses the request of one', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    writeFiles(dir, files);
    const good = goodModel('de');
    const model: Model = {
      ...good,
      complete: async (request) => {
        if (askedIn(request).some(({ text }) => text === 'First step')) {
          const cause = Object.assign(new Error(), { status: 400 });
          throw new ModelUnavailableError('The language model answered 400: too long.', { cause });
        }
        return good.complete(request);
      },
    };
    const out = join(folder, 'out');
    const summary = await translateSite({
      ...{ dir, out, language: 'de', scope: 'all', force: false, dryRun: false },
      ...{ model, now: () => 0, parallel: 1 },
    });
    const [fault] = summary.faults;
    expect(summary).toMatchObject({ completed: 3, failed: 1, left: 0 });
    expect(fault?.reason).toBe('The language model answered 400: too long.');
    const records = readRecords(translationsFolder(out), 'de');
    expect(records.get(fault?.page ?? '')).toMatchObject({
      status: 'failed',
      error: fault?.reason,
    });
  });

  test('deletes and writes nothing in a dry run, and forgets removed pages in a run', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    const out = join(folder, 'out');
    writeFiles(dir, files);
    const options = {
      ...{ dir, out, language: 'de', scope: 'all' as const, force: false, now: () => 0 },
      model: goodModel('de'),
    };
    await translateSite({ ...options, dryRun: true });
    expect(existsSync(translationsFolder(out))).toBe(false);
    await translateSite({ ...options, dryRun: false });
    rmSync(join(dir, 'old.mdx'));
    const isKnown = () => readRecords(translationsFolder(out), 'de').has('old');
    await translateSite({ ...options, dryRun: true });
    expect(isKnown()).toBe(true);
    await translateSite({ ...options, dryRun: false });
    expect(isKnown()).toBe(false);
  });

  test('never puts test texts in the place of translated labels', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    const out = join(folder, 'out');
    writeFiles(dir, files);
    const options = {
      ...{ dir, out, language: 'de', scope: 'all' as const, force: false, now: () => 0 },
      dryRun: false,
    };
    await translateSite({ ...options, model: goodModel('de') });
    const labels = () => readLabels(translationsFolder(out), 'de');
    const before = labels();
    writeFiles(dir, { 'docs.json': files['docs.json'].replace('First steps', 'Next steps') });
    await translateSite({ ...options, model: pseudoModel(), pseudo: true });
    const { 'Next steps': added, ...rest } = labels();
    expect(added).toBeTypeOf('string');
    expect(rest).toEqual(before);
  });

  test('marks test texts as such, and translates them in earnest later', async () => {
    const folder = tempDir();
    const dir = join(folder, 'in');
    writeFiles(dir, files);
    const options = {
      ...{ dir, out: join(folder, 'out'), language: 'de', scope: 'all' as const, force: false },
      ...{ dryRun: false, now: () => 0 },
    };
    await translateSite({ ...options, model: pseudoModel(), pseudo: true });
    const built = await buildSite(dir, options.out);
    const html = readFileSync(join(built.site ?? '', 'de/guides/start/index.html'), 'utf8');
    expect(html).toContain('translation-pseudo');
    expect(html).toContain('content="noindex"');
    expect(await translateSite({ ...options, model: goodModel('de') })).toMatchObject({
      completed: 4,
    });
  });
});

describe('a language that only the navigation names', () => {
  const build = async (navigation: object, more: Record<string, string> = {}) => {
    const dir = writeFiles(tempDir(), {
      'docs.json': { name: 'Acme', colors: { primary: '#16a34a' }, navigation },
      'index.mdx': '---\ntitle: Home\n---\n\nWords.\n',
      'guides/setup.mdx': '---\ntitle: Setup\n---\n\nMore words.\n',
      'guides/more.mdx': '---\ntitle: More\n---\n\nEven more words.\n',
      ...more,
    });
    const built = await buildSite(dir, tempDir());
    return (path: string) => {
      const file = join(built.site ?? '', path, 'index.html');
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    };
  };

  test('shows the source on every page, where it has no tree of its own', async () => {
    const read = await build({
      pages: ['index', 'guides/setup', 'guides/more'],
      languages: [
        { code: 'en', name: 'English', url: '/' },
        { code: 'es', name: 'Español', url: '/es' },
        { code: 'de', name: 'Deutsch', url: 'https://de.example' },
      ],
    });
    for (const path of ['es', 'es/guides/setup', 'es/guides/more']) {
      expect(read(path), path).toContain('translation-pending');
      expect(read(path), path).toContain('name="robots" content="noindex"');
    }
    // Whichever of the two is made first.
    for (const path of ['guides/setup', 'es/guides/setup']) {
      expect(read(path), path).toContain('More words.');
    }
    // The switcher leads from a page to the same page.
    expect(read('guides/setup')).toMatch(/<a[^>]* href="\/es\/guides\/setup"/);
    expect(read('de')).toBeUndefined();
  });

  test('shows the source on the pages that its own tree names, and has no others', async () => {
    const read = await build(
      {
        languages: [
          { code: 'en', default: true, pages: ['index', 'guides/setup', 'guides/more'] },
          { code: 'es', pages: ['es/index', 'es/guides/setup'] },
        ],
      },
      { 'es/index.mdx': '---\ntitle: Inicio\n---\n\nPalabras.\n' },
    );
    expect(read('es')).toContain('Palabras');
    expect(read('es/guides/setup')).toContain('translation-pending');
    expect(read('es/guides/setup')).toContain('More words.');
    expect(read('es/guides/more')).toBeUndefined();
  });
});

test('exported files of a language that only the service knows are its pages', async () => {
  const { i18n: _, ...config } = JSON.parse(files['docs.json']);
  const dir = writeFiles(tempDir(), { ...files, 'docs.json': config });
  const { site: built = '' } = await buildSite(dir, tempDir(), { translations });
  const html = readFileSync(join(built, 'ar/own/index.html'), 'utf8');
  expect(html).toMatch(/<html lang="ar" dir="rtl"/);
  expect(html).toContain('كتبته');
  expect(existsSync(join(built, 'ar/ar/own'))).toBe(false);
});

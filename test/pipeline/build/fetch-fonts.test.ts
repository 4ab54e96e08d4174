import { expect, test } from 'vitest';
import { type FetchFile, fetchFonts } from '../../../pipeline/build/fetch-fonts.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { fontSheets, fontStyles } from '../../../pipeline/site/themes/fonts.ts';
import { fontProblems } from '../../../pipeline/site/themes/theme.ts';
import { sampleConfig } from '../site/layout/sample.ts';

const font = (name: string) => new TextEncoder().encode(`wOF2${name}`);

/** A host with these files; what was asked for is noted. */
function host(files: Readonly<Record<string, string | Uint8Array>>) {
  const asked: string[] = [];
  const fetchFile: FetchFile = async (url) => {
    asked.push(url);
    const content = files[url];
    if (content === undefined) throw new Error(`${url} answered 404`);
    return {
      url,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    };
  };
  return { asked, fetchFile };
}

const sheet = 'https://a.example/css/fonts.css';
const config = (source: string) =>
  sampleConfig({ fonts: { family: 'Inter', source }, hosting: { basePath: '/docs' } });

test('a style sheet of fonts is served by the site, with its files next to it', async () => {
  const { fetchFile } = host({
    [sheet]: '@font-face{font-family:Inter;src:url(../files/a.woff2) format("woff2"),url(data:x)}',
    'https://a.example/files/a.woff2': font('a'),
  });
  const fonts = await fetchFonts(config(sheet), { cache: memoryCache(), fetchFile });
  const [css, file] = fonts.files;
  expect(css?.path).toMatch(/^_docent\/fonts\/[0-9a-f]{16}\.css$/);
  expect(file?.path).toMatch(/^_docent\/fonts\/[0-9a-f]{16}\.woff2$/);
  expect(Buffer.from(css?.content ?? '').toString()).toBe(
    `@font-face{font-family:Inter;src:url("${file?.path.split('/').pop()}") format("woff2"),url(data:x)}`,
  );
  expect(fontSheets(config(sheet), fonts)).toEqual([`/docs/${css?.path}`]);
  expect(fontProblems(config(sheet), fonts)).toEqual([]);
});

test('a font file is served by the site', async () => {
  const url = 'https://a.example/b.woff2';
  const { fetchFile } = host({ [url]: font('b') });
  const fonts = await fetchFonts(config(url), { cache: memoryCache(), fetchFile });
  expect(fontStyles(config(url), fonts)).toContain(`src:url("/docs/${fonts.files[0]?.path}")`);
});

test('a host that fails, or answers something else, leaves the link and a warning', async () => {
  const answers = ['<!doctype html>', '@import "x.css";', '@font-face{src:url(gone.woff2)}'];
  for (const [index, answer] of answers.entries()) {
    const url = `https://a.example/${index}.${index === 0 ? 'woff2' : 'css'}`;
    const { fetchFile } = host({ [url]: answer });
    const fonts = await fetchFonts(config(url), { cache: memoryCache(), fetchFile });
    expect(fonts.files).toEqual([]);
    const told = fontProblems(config(url), fonts, (pointer) => ({ file: pointer }));
    expect(told).toMatchObject([
      { severity: 'warning', ruleId: 'font-linked', actual: url, file: '/fonts/source' },
    ]);
  }
});

test('a copy is kept for a day, and longer while its host is away', async () => {
  const url = 'https://a.example/kept.woff2';
  const cache = memoryCache();
  const { fetchFile, asked } = host({ [url]: font('kept') });
  const first = await fetchFonts(config(url), { cache, fetchFile, now: 0 });
  expect(await fetchFonts(config(url), { cache, fetchFile, now: 3_600_000 })).toEqual(first);
  expect(asked).toHaveLength(1);
  const away = host({});
  const later = await fetchFonts(config(url), {
    cache,
    fetchFile: away.fetchFile,
    now: 90_000_000,
  });
  expect(later).toEqual(first);
  expect(away.asked).toHaveLength(1);
});

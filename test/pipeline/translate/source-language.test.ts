import { describe, expect, test } from 'vitest';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { sourceLanguage } from '../../../pipeline/translate/source-language.ts';
import { english, texts } from '../../support/texts-in-languages.ts';

const memo = () => ({ cache: memoryCache(), codeVersion: 'test' });

/** Pages with these texts, each of them different. */
const pagesOf = (...bodies: readonly string[]) =>
  bodies.map((body, index) => {
    const text = `---\ntitle: Page ${index}\n---\n\n${body}\n`;
    return { path: `page-${index}.mdx`, text, hash: sourceHash(text) };
  });

/** Enough of a text to be sure, for languages with few letters as well. */
const long = (text = '') => [text, text, text].join('\n\n');

describe('the language that pages are written in', () => {
  test.each(Object.entries(texts))('is %s', async (language, text) => {
    expect(await sourceLanguage(pagesOf(long(text), long(text)), memo())).toBe(language);
  });

  test('may be one that nothing can be translated into', async () => {
    const persian =
      'شما می‌توانید تنظیمات خود را در هر زمان تغییر دهید. صفحه را باز کنید، گزینه‌ای را که نیاز دارید انتخاب کنید و دکمه را فشار دهید. تغییرات بلافاصله ذخیره می‌شوند و همه اعضای گروه شما آن‌ها را می‌بینند. اگر مطمئن نیستید، ابتدا مستندات را بخوانید.';
    expect(await sourceLanguage(pagesOf(long(persian)), memo())).toBe('fa');
  });

  test('is English for a site without text, or with too little of it', async () => {
    expect(await sourceLanguage([], memo())).toBe('en');
    expect(await sourceLanguage(pagesOf('Willkommen!', 'Über uns'), memo())).toBe('en');
  });

  test('is what four of five pages are in, those with little text left out', async () => {
    const german = long(texts.de);
    const few = pagesOf(german, german, german, german, english, 'Kurz.', 'Auch kurz.');
    expect(await sourceLanguage(few, memo())).toBe('de');
    expect(await sourceLanguage(pagesOf(german, german, german, english), memo())).toBe('en');
  });

  test('is that of the text, not of code, addresses and components around it', async () => {
    const code = `\`\`\`js\n// ${long(english)}\n\`\`\``;
    const parts = `import { Card } from '/card.jsx';\n\n<Card title="${english}" href="https://example.com/the/and/with/you/your/this/that/from">\n\n${long(texts.fr)}\n\n</Card>`;
    expect(await sourceLanguage(pagesOf(`${code}\n\n${parts}`), memo())).toBe('fr');
  });

  test('is that of a text with many English names', async () => {
    const mixed = `${long(texts.ja)}\n\n${'Kubernetes PostgreSQL TypeScript OpenTelemetry '.repeat(8)}`;
    expect(await sourceLanguage(pagesOf(mixed), memo())).toBe('ja');
  });

  test('is asked of a page again only when it has changed', async () => {
    const known = memo();
    const [page] = pagesOf(long(texts.de));
    if (!page) return;
    expect(await sourceLanguage([page], known)).toBe('de');
    // With its hash, what is in it is not read.
    expect(await sourceLanguage([{ ...page, text: english }], known)).toBe('de');
    const changed = { ...page, text: english, hash: sourceHash(english) };
    expect(await sourceLanguage([changed], known)).toBe('en');
  });

  test('is that of the beginning of a long page', async () => {
    const page = `${english.repeat(40)}\n\n${long(texts.de).repeat(200)}`;
    expect(await sourceLanguage(pagesOf(page), memo())).toBe('en');
  });
});

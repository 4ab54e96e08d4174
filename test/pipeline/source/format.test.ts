import { describe, expect, test } from 'vitest';
import { formatOf } from '../../../pipeline/source/format.ts';
import { renderMdx } from '../site/render-mdx.ts';

const of = (text: string, path = 'page.md') => formatOf({ path, text });

describe('a file of Markdown', () => {
  test('is MDX where a component begins a line', () => {
    expect(of('Text.\n\n<Note>\nHello **you**\n</Note>\n')).toBe('mdx');
    expect(of('1. One\n\n   <Tip>Two</Tip>\n')).toBe('mdx');
    expect(of('<Snippet file="a.mdx" />')).toBe('mdx');
    expect(of('<Card\n  title="A"\n  href="/a"\n/>')).toBe('mdx');
    expect(of('<Color.Row>a</Color.Row>')).toBe('mdx');
    expect(of('{braces}', 'page.mdx')).toBe('mdx');
  });

  test('is plain where one is in a line, in code, or was never closed', () => {
    expect(of('Braces {like these}, <b>bold</b>.')).toBe('md');
    expect(of('See <Card title="a">b</Card>.')).toBe('md');
    expect(of('~~~mdx\n```\n<Note>a</Note>\n```\n~~~\n')).toBe('md');
    expect(of('````\n```\n<Note>a</Note>\n````\n')).toBe('md');
    expect(of('    <Note>a</Note>\n')).toBe('md');
    expect(of('<YOUR_KEY> is the key.')).toBe('md');
    expect(of('<Note without="its end">')).toBe('md');
  });

  test('is read in time that grows with its length', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `<A${index} <B${index}>\n`);
    const fences = '```\n'.repeat(50_001);
    expect(of(names.join('') + fences)).toBe('md');
  });

  test('shows its components as pages of MDX do', async () => {
    const text = '<Note>\n  Hello **you**\n</Note>\n';
    const [plain, mdx] = await Promise.all([
      renderMdx(text, { file: 'page.md' }),
      renderMdx(text, { file: 'page.mdx' }),
    ]);
    expect(plain).toEqual(mdx);
    expect(plain.html).toContain('<strong>you</strong>');
    expect(plain.problems).toEqual([]);
  });

  test('shows components of a snippet of Markdown, with what was passed', async () => {
    const { html, problems } = await renderMdx(
      'import S from "/snippets/s.md"\n\n<S name="Ada" />',
      { files: { 'snippets/s.md': '<Note>\nHello **{name}**\n</Note>\n' } },
    );
    expect(html).toContain('<strong>Ada</strong>');
    expect(problems).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { readFrontmatter } from '../../../pipeline/source/frontmatter.ts';

const read = (yaml: string) => {
  const text = `---\n${yaml}\n---\n\nText`;
  const { frontmatter, problems } = readFrontmatter({ path: 'page.mdx', text });
  const { meta: _, other, ...fields } = frontmatter;
  const told = problems.map(
    ({ ruleId, place }) => `${ruleId} ${place?.start.line}:${place?.start.column}`,
  );
  return { fields: { ...fields, ...other }, told, problems, text };
};

describe('front matter that is no YAML as a whole', () => {
  test.each([
    ['"A long\ntitle"', 'A long title'],
    ["'It''s\n\nlong'", "It's\nlong"],
    ['"A \\"long\\"\n  title" # yes', 'A "long" title'],
    ['"line: one\nline: two"', 'line: one line: two'],
    ['"\na"', ' a'],
  ])('has quoted values in several lines without indentation: %j', (value, title) => {
    const { fields, told } = read(`icon: x\ntitle: ${value}\ndescription: b\ntag: "New"`);
    expect(told).toEqual([]);
    expect(fields).toEqual({ icon: 'x', title, description: 'b', tag: 'New' });
  });

  test('has lists in several lines without indentation', () => {
    const { fields, told } = read('keywords: ["a",\n"b"\n]\ntitle: x');
    expect(told).toEqual([]);
    expect(fields).toEqual({ keywords: ['a', 'b'], title: 'x' });
  });

  test.each([
    ['title: a: b', { title: 'a: b' }, '3:8'],
    ['title: "a', { title: '"a' }, '3:10'],
    ['title: @a', { title: '@a' }, '3:8'],
    ['title: `a`', { title: '`a`' }, '3:8'],
    ['title: "a" b', { title: '"a" b' }, '3:12'],
    ['keywords: [a, b', { keywords: ['[a', 'b'] }, '3:16'],
    ['title: >\nfolded', {}, '4:1'],
  ])('keeps the other fields, and the line as text, where it has %j', (line, fields, place) => {
    const page = read(`icon: x\n${line}\ndescription: b`);
    expect(page.fields).toEqual({ icon: 'x', description: 'b', ...fields });
    expect(page.told).toEqual([`frontmatter-syntax ${place}`]);
  });

  test('takes the first of two fields of one name, and says where the second is', () => {
    const { fields, told } = read('title: a\nicon: x\ntitle: b');
    expect(fields).toEqual({ title: 'a', icon: 'x' });
    expect(told).toEqual(['frontmatter-syntax 4:1']);
  });

  test('still says where a value of it is wrong', () => {
    const { told } = read('title: "A\nb"\nhidden: perhaps\nmeta:\n  deep: [1]');
    expect(told[0]).toBe('frontmatter-type 4:9');
  });

  test('is read in time when it is large', { timeout: 30_000 }, () => {
    for (const line of ['a: b: c\n', 'a: "\n', "k'", 'x: [\n', ': \n', '"a\n', 'a\n']) {
      const { problems } = read(line.repeat(100_000 / line.length));
      expect(problems.length).toBeLessThan(20);
    }
    expect(read('['.repeat(1_000_000)).problems[0]?.reason).toBe(
      'The front matter has 1000001 characters, expected at most 100000.',
    );
  });
});

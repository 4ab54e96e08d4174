import { describe, expect, test } from 'vitest';
import { wholeModules } from '../../../pipeline/source/modules.ts';
import { parsePage } from '../../../pipeline/source/parse.ts';

const parse = (text: string) => parsePage({ path: 'page.mdx', text }, { format: 'mdx' });

const box = 'export const Box = () => (\n<div>\n\nSome words\n\n</div>\n);';

describe('the statements of a page', () => {
  const statements = (text: string) =>
    wholeModules(text, 0).map(({ start, end }) => text.slice(start, end).trimEnd());

  test('hold blank lines', () => {
    expect(statements(`import A from './a.mdx'\n\n${box}\n\n<A />\n`)).toEqual([
      "import A from './a.mdx'",
      box,
    ]);
  });

  test('are none in code blocks', () => {
    expect(statements(`\`\`\`js\n${box}\n\`\`\`\n\n  ~~~\n${box}\n  ~~~\n`)).toEqual([]);
  });
});

describe('a component with words next to a blank line', () => {
  test.each([
    ['behind a tag', box],
    ['in front of one', 'export const Box = () => (\n<div>\nSome words\n\n</div>\n);'],
    [
      'inside of a function',
      'export const Box = () => {\nreturn (\n<div>\n\nSome words\n\n</div>\n);\n};',
    ],
    ['in a list of statements', `import A from './a.mdx'\n${box}`],
  ])('is read as it is written: %s', (_, code) => {
    const { root, problems } = parse(`${code}\n\n# Title\n\n<Box />\n`);
    expect(problems).toEqual([]);
    expect(root.children.map(({ type }) => type)).toEqual([
      'mdxjsEsm',
      'heading',
      'mdxJsxFlowElement',
    ]);
    expect(root.children[0]).toMatchObject({
      value: code,
      position: { start: { offset: 0, line: 1 }, end: { offset: code.length } },
    });
  });

  test('leaves the mistakes around it to be reported, and to them alone', () => {
    const { root, problems } = parse(`${box}\n\nText <b>bold\n\n<Box />\n`);
    expect(problems.map(({ place }) => place?.start.line)).toEqual([9]);
    expect(root.children.map(({ type }) => type)).toEqual([
      'mdxjsEsm',
      'paragraph',
      'mdxJsxFlowElement',
    ]);
  });
});

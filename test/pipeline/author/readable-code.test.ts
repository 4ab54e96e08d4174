import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx } from '../site/render-mdx.ts';

const read =
  'const read = (node) => typeof node === "string" ? node : Array.isArray(node) ? node.map(read).join("") : node?.props ? (node.type === "code" ? `<${read(node.props.children)}>` : read(node.props.children)) : "";';

const files = {
  'snippets/own.jsx': `
${read}
export const Shout = ({ children }) => <b>{read(children).toUpperCase()}</b>;
export const Prompt = ({ children }) => {
  const [isOpen] = useState(false);
  return <code className={isOpen ? "open" : ""}>{read(children)}</code>;
};
export const Bare = ({ children }) => <b>{children.props.children}</b>;
export const Panes = ({ children }) => {
  const [active] = useState(0);
  return <div>{[children].flat().filter((child) => child.props)[active].props.children}</div>;
};
`,
};

const page = (mdx: string) =>
  `import { Bare, Panes, Prompt, Shout } from "/snippets/own.jsx"\n\n${mdx}`;

describe('components that look into what is between their tags', () => {
  test('find the words of Markdown, whatever they are in', async () => {
    const html = await htmlOf(
      page(
        '<Shout>\n  Some **bold** [link](/a) with `code` and {"value"} and {unknown}.\n\n  - one\n  - two\n</Shout>',
      ),
      { files },
    );
    expect(html).toContain(
      '<b>SOME BOLD LINK WITH &lt;CODE> AND VALUE AND {UNKNOWN}.\nONE\nTWO</b>',
    );
  });

  test('find them in the browser’s components, and in elements of HTML around', async () => {
    const html = await htmlOf(page('<Prompt>\n  <div>\n    Do **this**.\n  </div>\n</Prompt>'), {
      files,
    });
    expect(html).toContain('<code class>Do this.</code><template');
  });

  test('may show it without its element', async () => {
    expect(await htmlOf(page('<Bare>\n  A *word*.\n</Bare>'), { files })).toContain(
      '<b>A <em>word</em>.</b>',
    );
  });

  test('have what they show already once in Markdown, and the rest of it as well', async () => {
    const { html, markdown } = await renderMdx(
      page(
        '<Prompt>\n  Do **this**.\n</Prompt>\n\n<Panes>\n  <div>\n    First *pane*.\n  </div>\n  <div>\n    Second *pane*.\n  </div>\n</Panes>',
      ),
      { files },
    );
    expect(html).toContain('<template data-slot="children" data-shown');
    expect(markdown).toContain('`Do this.`\n\nFirst *pane*.\n\nSecond *pane*.');
    expect(markdown.match(/Do|First/g)).toHaveLength(2);
  });
});

import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const module = `
const read = (node) => {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(read).join("");
  return node?.props ? read(node.props.children) : "";
};

export const Panes = ({ children }) => {
  const [active, setActive] = useState(0);
  const panes = React.Children.toArray(children).filter((child) => child.props);
  return (
    <div id="panes">
      {panes.map(({ props }, at) => <button key={at} onClick={() => setActive(at)}>{props.label}</button>)}
      <div id="pane">{panes[active].props.children}</div>
    </div>
  );
};

export const Pane = ({ children }) => <div>{children}</div>;

export const Prompt = ({ children }) => {
  const [copied, setCopied] = useState("");
  return (
    <div id="prompt">
      <button style={{ width: 24, height: 24, border: "1px solid gray" }} aria-label="Take" onClick={() => setCopied(read(children))}>
        <svg viewBox="0 0 24 24" width="13" height="13"><path d="M5 15h4" /></svg>
      </button>
      <code>{read(children)}</code>
      <output>{copied}</output>
    </div>
  );
};
`;

const page = `---
title: Children
---

import { Pane, Panes, Prompt } from "/snippets/own.jsx";

<Panes>
  <Pane label="One">
    First *text*.

    \`\`\`js one.js
    const one = 1
    \`\`\`
  </Pane>
  <Pane label="Two">
    Second text.

    <Tabs>
      <Tab title="A">In a</Tab>
      <Tab title="B">In b</Tab>
    </Tabs>
  </Pane>
</Panes>

<Prompt>
  Make **this**, with \`code\`.

  1. one
  2. two
</Prompt>
`;

describe.runIf(hasBrowser())('components that look into their children', () => {
  const { open } = siteInBrowser({
    'docs.json': minimalConfig(['index']),
    'index.mdx': page,
    'snippets/own.jsx': module,
  });

  test('show the content of the one that was chosen, awake', async () => {
    const view = await open();
    const pane = view.locator('#pane');
    expect(await pane.textContent()).toContain('First text.');
    expect(await pane.locator('pre span').count()).toBeGreaterThan(1);
    await expect
      .poll(async () => {
        await view.getByRole('button', { name: 'Two' }).click();
        return pane.textContent();
      })
      .toContain('Second text.');
    await pane.getByRole('tab', { name: 'B' }).click();
    expect(await pane.getByText('In b').isVisible()).toBe(true);
    await view.getByRole('button', { name: 'One' }).click();
    expect(await pane.textContent()).toContain('First text.');
  });

  test('read the same words in the build and in the browser', async () => {
    const words = 'Make this, with code.\none\ntwo';
    const view = await open();
    expect(await view.locator('#prompt code').textContent()).toBe(words);
    await expect
      .poll(async () => {
        await view.getByRole('button', { name: 'Take' }).click();
        return view.locator('#prompt output').textContent();
      })
      .toBe(words);
    expect(await view.locator('#prompt code').textContent()).toBe(words);
  });

  test('have buttons as large as their author says', async () => {
    const view = await open();
    const button = view.getByRole('button', { name: 'Take' });
    expect(await button.boundingBox()).toMatchObject({ width: 24, height: 24 });
    expect(await button.locator('svg').boundingBox()).toMatchObject({ width: 13, height: 13 });
  });
});

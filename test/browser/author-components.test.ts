import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { browserForTests, servedSite } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const module = `
export const Filter = () => {
  const [word, setWord] = useState("");
  const all = [
    { title: "Install", icon: "rocket", href: "/guides/install" },
    { title: "Upgrade", icon: "wrench", href: "https://example.com/upgrade" },
  ];
  return (
    <div id="filter">
      <input aria-label="Filter" onInput={(event) => setWord(event.currentTarget.value)} />
      <CardGroup cols={2}>
        {all.filter(({ title }) => title.includes(word)).map((one, at) => (
          <Card key={at} title={one.title} icon={one.icon} href={one.href}>About {one.title}</Card>
        ))}
      </CardGroup>
    </div>
  );
};

export const Later = ({ children }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div id="later">
      <button onClick={() => setOpen(!isOpen)}>Toggle</button>
      {isOpen && <Note>Seen <Badge color="green">new</Badge> <Icon icon="check" iconType="solid" /></Note>}
      {isOpen && <Tabs><Tab title="A">In a tab</Tab></Tabs>}
      <Card title="Around">{isOpen ? <b>open</b> : children}</Card>
    </div>
  );
};

export const Inside = () => {
  const [count, setCount] = useState(0);
  return (
    <div id="inside">
      <Tip><button onClick={() => setCount(count + 1)}>Count</button></Tip>
      <Badge>{count} times</Badge>
      <Tabs><Tab title="First">Kept as it was built</Tab></Tabs>
    </div>
  );
};
`;

const later = `
import { Icon } from "@mintlify/components";
const { useState, useEffect } = React;
if (typeof window !== "undefined") window.chosen = new EventTarget();

const useChosen = (value) => {
  const [isChosen, setChosen] = useState(false);
  useEffect(() => {
    const look = ({ detail }) => setChosen(detail === value);
    window.chosen.addEventListener("choice", look);
    return () => window.chosen.removeEventListener("choice", look);
  }, [value]);
  return isChosen;
};

export const Choose = ({ value }) => (
  <button onClick={() => window.chosen.dispatchEvent(new CustomEvent("choice", { detail: value }))}>
    <Icon icon="rocket" /> {value}
  </button>
);

export const Hidden = ({ value, children }) => {
  const isChosen = useChosen(value);
  return <div id="hidden" style={{ display: isChosen ? "block" : "none" }}>{children}</div>;
};

export const Missing = ({ value, children }) => {
  const isChosen = useChosen(value);
  if (!isChosen) return null;
  return <div id="missing">{children}</div>;
};

export const Greeting = () => {
  const [name, setName] = useState("");
  return (
    <p id="greeting">
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <b>Hello {name}</b>
      {name && <svg strokeWidth="2"><path d="M0 0" /></svg>}
    </p>
  );
};
`;

const laterPage = `---
title: Later
---
import { Choose, Greeting, Hidden, Missing } from "/snippets/later.jsx"

<Choose value="one" />

<Hidden value="one">Shown **later**</Hidden>

<Missing value="one">

Written **later**

\`\`\`js
const later = 1;
\`\`\`

<Greeting />

</Missing>
`;

const given = `
export const Table = ({ items, rows: Rows = null, head, parts }) => {
  const [word, setWord] = useState("");
  const found = items.filter((one) => one.includes(word));
  return (
    <section id="given">
      <input aria-label="Word" value={word} onChange={(event) => setWord(event.target.value)} />
      {head}
      {Rows ? <Rows items={found} /> : <Warning>No rows</Warning>}
      {word !== "" && parts.foot}
    </section>
  );
};
`;

const givenPage = `---
title: Given
---
import { Table } from "/snippets/given.jsx"
import { Rows } from "/snippets/rows.jsx"

<Table items={["one", "two"]} rows={Rows} head={<Badge color="green">Head</Badge>} parts={{ foot: <em>Foot</em> }} />
`;

const several = `
export const Carousel = ({ children }) => {
  const cards = React.Children.toArray(children).filter((child) => typeof child !== "string");
  const [at, setAt] = useState(0);
  return (
    <div id="carousel">
      {cards.map((card, index) => (
        <button key={index} onClick={() => setAt(index)}>{card.props.title}</button>
      ))}
      <div>{cards[at]}</div>
    </div>
  );
};
`;

const broken = `
export const Broken = () => {
  const [data, setData] = useState({ title: "As built" });
  useEffect(() => setData(window.nothing), []);
  return <p id="broken">{data.title}</p>;
};
`;

const late = `
const width = window.innerWidth;
export const Wide = ({ children }) => <p id="wide" title={document.title}>{width > 600 ? "wide" : "narrow"} {children}</p>;
export const Visits = () => {
  const [count, setCount] = useState(Number(localStorage.getItem("visits") ?? 1));
  return <button id="visits" onClick={() => setCount(count + 1)}>{count}</button>;
};
`;

const chance = `
export const Picker = ({ name }) => {
  const id = "picker-" + Math.random().toString(36).slice(2);
  const pick = () => { document.getElementById(id).textContent = name + " picked"; };
  return (
    <div className="picker">
      <button aria-controls={id} onClick={pick}>{name}</button>
      <p id={id}>nothing</p>
    </div>
  );
};

export const Field = () => {
  const id = useId();
  const [word, setWord] = useState("");
  return <><label htmlFor={id}>Word</label><input id={id} onInput={({ target }) => setWord(target.value)} /> {word}</>;
};
`;

const placed = `
export const Counter = ({ name }) => {
  const [count, setCount] = useState(0);
  return <div id="same" className="counter"><button onClick={() => setCount(count + 1)}>{name} {count}</button></div>;
};

export const Turns = ({ children }) => {
  const [at, setAt] = useState(0);
  const next = () => setAt((before) => (before + 1) % 4);
  useEffect(() => window.addEventListener("turn", next), []);
  if (at === 0) return <p className="turns"><button onClick={next}>turn</button></p>;
  if (at === 1) return <section className="turns" onClick={next}><b>turned</b> {children}</section>;
  if (at === 2) return <><i className="turns" onClick={next}>both</i><i className="turns">of them</i></>;
  return null;
};

export const Unlike = () =>
  typeof window === "undefined" ? <p className="unlike">built</p> : <div className="unlike">{window.innerWidth > 0 && "drawn"}</div>;

export const Around = ({ children }) => {
  const [isOpen, setOpen] = useState(true);
  return <section className="around"><button onClick={() => setOpen(!isOpen)}>around</button>{isOpen && children}</section>;
};
`;

const placedPage = `---
title: Placed
---
import { Around, Counter, Turns, Unlike } from "/snippets/placed.jsx"

<div className="list space-y-4">
  <Counter name="one" />
  <Counter name="two" />
  <Turns>**Kept**</Turns>
  <Unlike />
  <Counter name="three" />
</div>

<Around><Counter name="inner" /></Around>
`;

const state = `
export const Shown = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div id="shown">
      <button onClick={() => setOpen(!isOpen)}>Show</button>
      {isOpen && (
        <Tabs>
          <Tab title="Bash"><CodeBlock language="bash">echo bash</CodeBlock></Tab>
          <Tab title="Fish" icon="fish"><CodeBlock language="fish" filename="a.fish">echo fish</CodeBlock></Tab>
        </Tabs>
      )}
      {isOpen && <Steps><Step title="Open">One</Step><Step title="Close">Two</Step></Steps>}
    </div>
  );
};

export const Commands = () => {
  const [manager, setManager] = useState("npm");
  return (
    <div id="commands">
      <button onClick={() => setManager(manager === "npm" ? "yarn" : "npm")}>Manager</button>
      {manager === "npm" ? <CodeBlock language="bash">npm install "x"</CodeBlock> : <CodeBlock language="bash">yarn add "x"</CodeBlock>}
      <Latex>{manager === "npm" ? "a^2" : "b^2"}</Latex>
      <Tooltip tip="Kept">term</Tooltip>
    </div>
  );
};

export const Typed = () => {
  const [word, setWord] = useState("");
  return (
    <div id="typed">
      <input aria-label="Token" value={word} onChange={(event) => setWord(event.target.value)} />
      <Tabs sync={false}>
        <Tab title="One">
          <CodeBlock language="js" filename="a.js" highlight="1">{\`const a = "\${word}" < 1;\`}</CodeBlock>
        </Tab>
        <Tab title={"Two " + word}><b>Second {word}</b> <button onClick={() => setWord("pressed")}>Press</button></Tab>
      </Tabs>
      <Steps>
        <Step title="First">Word: {word}</Step>
        <Step title="Second"><CodeBlock language="bash">echo same</CodeBlock></Step>
      </Steps>
      <CodeGroup dropdown>
        <CodeBlock language="bash">{"echo " + word}</CodeBlock>
        <CodeBlock language="python">{"print(" + word + ")"}</CodeBlock>
      </CodeGroup>
    </div>
  );
};

export const Fence = ({ children }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div id="fence">
      <button onClick={() => setOpen(!isOpen)}>Fence</button>
      {isOpen && <CodeBlock filename="lost.js">{children}</CodeBlock>}
    </div>
  );
};

export const Named = ({ children }) => {
  const [count, setCount] = useState(0);
  return (
    <div id="named">
      <button onClick={() => setCount(count + 1)}>Name {count}</button>
      <CodeBlock filename={"name-" + count}>{children}</CodeBlock>
    </div>
  );
};

export const Guide = ({ children }) => {
  const [count, setCount] = useState(0);
  return (
    <div id="guide">
      <button onClick={() => setCount(count + 1)}>Count {count}</button>
      <Steps className={"at-" + count}>{children}</Steps>
      <Tooltip tip={"At " + count}>count</Tooltip>
    </div>
  );
};
`;

const statePage = `---
title: State
---
import { Commands, Fence, Guide, Named, Shown, Typed } from "/snippets/state.jsx"

<Shown />

<Commands />

<Typed />

<Fence>

\`\`\`js
const kept = 1;
\`\`\`

</Fence>

<Named>

\`\`\`js
const named = 1;
\`\`\`

</Named>

<Guide>
  <Step title="Kept">Built</Step>
</Guide>
`;

const handlers = `---
title: Handlers
---
import { Panel } from "/snippets/panel.jsx"
import Hint from "/snippets/hint.mdx"

export function openSearch() {
  document.getElementById('search-bar-entry').click();
}
export const say = (text) => { document.title = text; };

<button type="button" id="own-id" className="px-4" onClick={openSearch}>Search **or** ask</button>

<div className="grid">
  <input aria-label="Name" onChange={({ target }) => say(target.value)} onFocus={undefined} />
  <a href="#" onClick={(event) => { event.preventDefault(); say('inline'); }}>Inline</a>
</div>

<Panel>
  <span onDoubleClick={() => say('twice')}>In a component</span>
</Panel>

<Hint />

<div onClick={missing.name}>Broken</div>
`;

describe.runIf(hasBrowser())('components of the site in the code of authors', () => {
  // Some of its pages have mistakes.
  const site = servedSite({
    'docs.json': minimalConfig([
      'index',
      'guides/install',
      'later',
      'given',
      'several',
      'broken',
      'late',
      'chance',
      'tables',
      'handlers',
      'placed',
      'state',
    ]),
    'snippets/state.jsx': state,
    'state.mdx': statePage,
    'style.css':
      '.list > :first-child { border-top: 7px solid } .list > .counter + .counter { border-top: 5px solid }',
    'snippets/placed.jsx': placed,
    'placed.mdx': placedPage,
    'snippets/cards.jsx': module,
    'index.mdx':
      '---\ntitle: Cards\n---\nimport { Filter, Inside, Later } from "/snippets/cards.jsx"\n\n<Filter />\n\n<Later>\n\nWritten in **Markdown**\n\n</Later>\n\n<Inside />\n',
    'snippets/several.jsx': several,
    'several.mdx':
      '---\ntitle: Several\n---\nimport { Carousel } from "/snippets/several.jsx"\n\n<Carousel>\n  <Card title="One">First *text*</Card>\n  <Card title="Two">Second *text*</Card>\n</Carousel>\n',
    'snippets/panel.jsx': 'export const Panel = ({ children }) => <section>{children}</section>;\n',
    'snippets/hint.mdx':
      'export const hint = "From a snippet"\n\n<button onClick={() => { document.title = hint; }}>Hint</button>\n',
    'handlers.mdx': handlers,
    'snippets/broken.jsx': broken,
    'broken.mdx':
      '---\ntitle: Broken\n---\nimport { Broken } from "/snippets/broken.jsx"\n\n<Broken />\n',
    'snippets/late.jsx': late,
    'late.mdx':
      '---\ntitle: Late\n---\nimport { Visits, Wide } from "/snippets/late.jsx"\n\n<Wide>and *more*</Wide>\n\n<Visits />\n',
    'snippets/chance.jsx': chance,
    'chance.mdx':
      '---\ntitle: Chance\n---\nimport { Field, Picker } from "/snippets/chance.jsx"\n\n<Picker name="one" />\n\n<Picker name="two" />\n\n<Field />\n\n<Field />\n',
    'snippets/given.jsx': given,
    'snippets/rows.jsx':
      'export const Rows = ({ items }) => <ul>{items.map((one) => <li key={one}>{one}</li>)}</ul>;\n',
    'given.mdx': givenPage,
    'snippets/later.jsx': later,
    'later.mdx': laterPage,
    'snippets/cell.jsx': 'export const Cell = ({ children }) => <td>{children}</td>;\n',
    'tables.mdx':
      '---\ntitle: Tables\n---\nimport { Cell } from "/snippets/cell.jsx"\n\n<table><thead><tr><Cell>Name</Cell></tr></thead><tbody><tr><td>a</td></tr></tbody></table>\n\n|  |  |\n| - | - |\n| b | c |\n',
    'guides/install.mdx': '---\ntitle: Install\n---\n\nText.\n',
  });
  const { newPage } = browserForTests();

  async function openPage(path: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    await page.goto(site.url + path);
    return page;
  }

  /** The first page, once the component that shows an element is awake: Preact keeps its handlers on its elements. */
  const open = async (selector: string): Promise<Page> => {
    const page = await openPage('/');
    await page.waitForFunction(
      (shown) => [...document.querySelectorAll(`${shown} *`)].some((element) => 'l' in element),
      selector,
    );
    return page;
  };

  test('show other properties, although an element is in the place of another', async () => {
    const page = await open('#filter');
    const cards = page.locator('#filter .card');
    expect(await cards.allTextContents()).toEqual(['InstallAbout Install', 'UpgradeAbout Upgrade']);
    await page.getByLabel('Filter').fill('Up');
    await expect.poll(() => cards.allTextContents()).toEqual(['UpgradeAbout Upgrade']);
    expect(await cards.getAttribute('href')).toBe('https://example.com/upgrade');
    expect(await cards.locator('.dc-card-icon svg > *').count()).toBeGreaterThan(0);
    await page.getByLabel('Filter').fill('In');
    await expect.poll(() => cards.getAttribute('href')).toBe('/guides/install');
  });

  test('are drawn where nothing was built', async () => {
    const page = await open('#later');
    const toggle = page.getByRole('button', { name: 'Toggle' });
    const around = page.locator('#later .card .dc-card-text');
    expect(await around.textContent()).toBe('Written in Markdown');
    await toggle.click();
    const note = page.locator('#later .dc-callout-note');
    await note.waitFor();
    expect(await note.textContent()).toContain('Seen new');
    expect(await note.getByRole('img', { name: 'Note' }).count()).toBe(1);
    expect(await note.locator('.dc-badge-green').textContent()).toBe('new');
    expect(await note.locator('.dc-callout-content svg > *').count()).toBeGreaterThan(0);
    expect(await page.locator('#later .dc-tab-panel').textContent()).toContain('In a tab');
    expect(await around.textContent()).toBe('open');
    await toggle.click();
    await note.waitFor({ state: 'detached' });
    expect(await around.locator('strong').textContent()).toBe('Markdown');
  });

  test('call the handlers inside them, and leave alone what was built', async () => {
    const page = await open('#inside');
    const inside = page.locator('#inside');
    await inside.getByRole('button', { name: 'Count' }).click();
    await expect.poll(() => inside.locator('.dc-badge').textContent()).toBe('1 times');
    expect(
      await inside.locator('.dc-callout-tip .dc-callout-icon svg > *').count(),
    ).toBeGreaterThan(0);
    expect(await inside.getByRole('tab', { name: 'First' }).count()).toBe(1);
    expect(await inside.textContent()).toContain('Kept as it was built');
  });

  test('find elements by an id that comes of chance', async () => {
    const page = await openPage('/chance');
    const fields = page.getByLabel('Word');
    await page.waitForFunction(() => 'l' in (document.querySelector('.picker button') ?? {}));
    for (const at of [1, 0]) await page.locator('.picker button').nth(at).click();
    expect(await page.locator('.picker p').allTextContents()).toEqual(['one picked', 'two picked']);
    const refers = (button: Element) =>
      button.getAttribute('aria-controls') === button.nextElementSibling?.id;
    expect(await page.locator('.picker button').first().evaluate(refers)).toBe(true);
    expect(await fields.count()).toBe(2);
    const ids = await fields.evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(2);
  });

  test('are not needed for handlers of HTML elements, which may be anywhere on a page', async () => {
    const page = await openPage('/handlers');
    const search = page.locator('#own-id');
    expect(await search.locator('strong').textContent()).toBe('or');
    expect(await search.getAttribute('class')).toBe('px-4');
    // Whether handlers are there can't be seen.
    const follows = (act: () => Promise<void>, title: string) =>
      expect
        .poll(async () => {
          await act();
          return page.title();
        })
        .toBe(title);
    await follows(() => page.getByLabel('Name').fill('typed'), 'typed');
    await follows(() => page.getByText('Inline').click(), 'inline');
    await follows(() => page.getByText('In a component').dblclick(), 'twice');
    await follows(() => page.getByText('Hint').click(), 'From a snippet');
    await search.click();
    await page.getByRole('dialog').waitFor();
  });

  test('make heads of tables, which are hidden only without words', async () => {
    const page = await openPage('/tables');
    const heads = page.locator('.dc-page-content thead');
    expect(await Promise.all((await heads.all()).map((head) => head.isVisible()))).toEqual([
      true,
      false,
    ]);
  });

  test('show their content later, and wake what is in it', async () => {
    const page = await openPage('/later');
    const choose = page.getByRole('button', { name: 'one' });
    expect(await choose.locator('svg > *').count()).toBeGreaterThan(0);
    const [hidden, missing] = [page.locator('#hidden'), page.locator('#missing')];
    expect(await hidden.isVisible()).toBe(false);
    // Which of the components are awake can't be seen.
    await expect
      .poll(async () => {
        await choose.click();
        return [await hidden.isVisible(), await missing.isVisible()];
      })
      .toEqual([true, true]);
    expect(await hidden.locator('strong').textContent()).toBe('later');
    expect(await missing.locator('strong').first().textContent()).toBe('later');
    await missing.locator('.code-copy').waitFor();
    await expect
      .poll(async () => {
        await page.getByLabel('Name').fill('');
        await page.getByLabel('Name').pressSequentially('you');
        return page.locator('#greeting b').textContent();
      })
      .toBe('Hello you');
    expect(await page.locator('#greeting svg').getAttribute('stroke-width')).toBe('2');
  });

  test('have their later content in the Markdown twin and in the search', async () => {
    expect(await (await fetch(`${site.url}/later.md`)).text()).toContain('Written **later**');
  });

  test('get components and elements as properties', async () => {
    const page = await openPage('/given');
    const table = page.locator('#given');
    expect(await table.locator('li').allTextContents()).toEqual(['one', 'two']);
    await expect
      .poll(async () => {
        await page.getByLabel('Word').fill('');
        await page.getByLabel('Word').pressSequentially('tw');
        return table.locator('li').allTextContents();
      })
      .toEqual(['two']);
    expect(await table.locator('.dc-badge-green').textContent()).toBe('Head');
    expect(await table.locator('em').textContent()).toBe('Foot');
    expect(await table.locator('.callout').count()).toBe(0);
  });

  test('that fail stay as they were built, with the error in the console', async () => {
    const page = await newPage();
    const failed = page.waitForEvent('console', (message) => message.type() === 'error');
    await page.goto(`${site.url}/broken`);
    expect((await failed).text()).toContain('title');
    expect(await page.locator('#broken').textContent()).toBe('As built');
  });

  describe('that are one element', () => {
    /** Of all children of the list: class, border and margin. */
    const look = (page: Page) =>
      page.locator('.list').evaluate((list) =>
        Array.from(list.children, (child) => {
          const { borderTopWidth, marginTop, marginBottom } = getComputedStyle(child);
          return [child.className, borderTopWidth, marginTop, marginBottom].join(' ');
        }),
      );

    test('are what the rules of authors mean, before they are awake and afterwards', async () => {
      const built = await openPage('/placed', { javaScriptEnabled: false });
      const page = await openPage('/placed');
      const expected = [
        'counter 7px 0px 16px',
        'counter 5px 0px 16px',
        'turns 0px 0px 16px',
        'unlike 0px 0px 16px',
        'counter 0px 0px 0px',
      ];
      expect(await look(built)).toEqual(expected);
      await expect.poll(() => page.locator('.unlike').allTextContents()).toEqual(['drawn']);
      await page.getByText('two 0').click();
      await page.getByText('two 1').waitFor();
      expect(await look(page)).toEqual(expected);
      expect(await page.locator('#same').count()).toBe(4);
    });

    test('may become another one, several and none, and have their place all the time', async () => {
      const page = await openPage('/placed');
      const list = page.locator('.list');
      const tags = () =>
        list.evaluate((element) => Array.from(element.children, ({ localName }) => localName));
      const turned = async (text: string, expected: readonly string[]) => {
        await expect
          .poll(async () => {
            await list
              .getByText(text, { exact: true })
              .click({ timeout: 500 })
              .catch(() => {});
            return tags();
          })
          .toEqual(expected);
      };
      await expect.poll(tags).toEqual(['div', 'div', 'p', 'div', 'div']);
      await turned('turn', ['div', 'div', 'section', 'div', 'div']);
      expect(await list.locator('.turns strong').textContent()).toBe('Kept');
      await turned('turned', ['div', 'div', 'i', 'i', 'div', 'div']);
      await list.getByText('both').click();
      await expect.poll(tags).toEqual(['div', 'div', 'div', 'div']);
      await page.evaluate(() => window.dispatchEvent(new Event('turn')));
      await expect.poll(tags).toEqual(['div', 'div', 'p', 'div', 'div']);
      await turned('turn', ['div', 'div', 'section', 'div', 'div']);
    });

    test('are awake inside of others, also when these show them again', async () => {
      const page = await openPage('/placed');
      const inner = page.locator('.around .counter button');
      const counts = () =>
        expect
          .poll(async () => {
            await inner.click({ timeout: 500 });
            return inner.textContent();
          })
          .toBe('inner 2');
      await counts();
      const around = page.getByRole('button', { name: 'around' });
      await around.click();
      await inner.waitFor({ state: 'detached' });
      await around.click();
      await counts();
    });
  });

  describe('that have to be awake', () => {
    const openState = async (): Promise<Page> => {
      // Components start when they are near.
      const page = await newPage({ viewport: { width: 1280, height: 3000 } });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: {
            async writeText(text: string) {
              document.title = text;
            },
          },
        });
      });
      await page.goto(`${site.url}/state`);
      await page.waitForFunction(() =>
        ['shown', 'commands', 'typed', 'fence', 'named', 'guide'].every((id) =>
          [...document.querySelectorAll(`#${id} *`)].some((element) => 'l' in element),
        ),
      );
      page.on('close', () => expect(errors).toEqual([]));
      return page;
    };

    test('are awake where nothing was built: tabs, code, steps', async () => {
      const page = await openState();
      const shown = page.locator('#shown');
      await shown.getByRole('button', { name: 'Show' }).click();
      await shown.getByRole('tab', { name: 'Fish' }).waitFor();
      expect(await shown.getByRole('tab').allTextContents()).toEqual(['Bash', 'Fish']);
      expect(await shown.getByText('echo bash').isVisible()).toBe(true);
      expect(await shown.getByText('echo fish').isVisible()).toBe(false);
      await shown.getByRole('tab', { name: 'Fish' }).click();
      expect(await shown.getByText('echo bash').isVisible()).toBe(false);
      expect(await shown.getByText('echo fish').isVisible()).toBe(true);
      expect(await shown.getByText('a.fish').isVisible()).toBe(true);
      await page.keyboard.press('ArrowLeft');
      expect(await shown.getByText('echo bash').isVisible()).toBe(true);
      await shown.locator('.code-copy').first().click();
      await expect.poll(() => page.title()).toBe('echo bash');
      const steps = shown.locator('.step');
      expect(await steps.locator('.dc-step-mark').allTextContents()).toEqual(['1', '2']);
      expect(await steps.locator('.dc-step-title').allTextContents()).toEqual(['Open', 'Close']);
      await page.close();
    });

    test('switch with the state, and have their colours again', async () => {
      const page = await openState();
      const commands = page.locator('#commands');
      const code = commands.locator('.code-block code');
      const manager = commands.getByRole('button', { name: 'Manager' });
      expect(await code.locator('span').count()).toBeGreaterThan(0);
      await manager.click();
      await expect.poll(() => code.textContent()).toBe('yarn add "x"');
      await commands.locator('.code-copy').click();
      await expect.poll(() => page.title()).toBe('yarn add "x"');
      // What only a build can make is no longer what was built for other content.
      expect(await commands.textContent()).toContain('b^2');
      expect(await commands.locator('math').count()).toBe(0);
      expect(await commands.locator('[data-tooltip]').textContent()).toContain('Kept');
      await manager.click();
      await expect.poll(() => code.textContent()).toBe('npm install "x"');
      expect(await code.locator('span').count()).toBeGreaterThan(0);
      await commands.locator('.code-copy').click();
      await expect.poll(() => page.title()).toBe('npm install "x"');
      expect(await commands.locator('math').count()).toBe(1);
      await page.close();
    });

    test('follow the state, and the choice of the reader stays', async () => {
      const page = await openState();
      const typed = page.locator('#typed');
      const [tabs, group] = [typed.locator('.tabs'), typed.locator('.code-group')];
      const [one, two] = [tabs.getByRole('tab').first(), tabs.getByRole('tab').last()];
      await two.click();
      await page.getByLabel('Token').fill('t');
      await expect.poll(() => two.textContent()).toBe('Two t');
      expect(await two.getAttribute('aria-selected')).toBe('true');
      expect(await tabs.getByText('Second t').isVisible()).toBe(true);
      await tabs.getByRole('button', { name: 'Press' }).click();
      await expect.poll(() => two.textContent()).toBe('Two pressed');
      await one.click();
      const block = tabs.locator('.code-block');
      expect(await block.locator('code').textContent()).toBe('const a = "pressed" < 1;\n');
      expect(await block.locator('.code-title').textContent()).toBe('a.js');
      expect(await block.locator('.line-marked').count()).toBe(1);
      await block.locator('.code-copy').click();
      await expect.poll(() => page.title()).toBe('const a = "pressed" < 1;');
      const steps = typed.locator('.dc-step-body');
      expect(await steps.allTextContents()).toEqual(['FirstWord: pressed', 'Secondecho same']);
      expect(await steps.last().locator('code span').count()).toBeGreaterThan(0);
      await group.locator('select').selectOption({ label: 'Python' });
      expect(await group.locator('code:visible').allTextContents()).toEqual(['print(pressed)']);
      await page.close();
    });

    test('whose content a page wrote show it as it was built', async () => {
      const page = await openState();
      const [fence, guide] = [page.locator('#fence'), page.locator('#guide')];
      await fence.getByRole('button', { name: 'Fence' }).click();
      await fence.getByText('const kept = 1;').waitFor();
      expect(await fence.locator('code span').count()).toBeGreaterThan(0);
      await guide.getByRole('button').click();
      await guide.getByText('Count 1').waitFor();
      expect(await guide.locator('.dc-step-mark').allTextContents()).toEqual(['1']);
      expect(await guide.locator('.dc-step-title').allTextContents()).toEqual(['Kept']);
      // The explanation would be that of another count.
      expect(await guide.textContent()).toContain('count');
      expect(await guide.textContent()).not.toContain('At 0');
      await page.getByRole('button', { name: 'Name 0' }).click();
      await page.getByText('Name 1').waitFor();
      expect(await page.locator('#named code').textContent()).toBe('const named = 1;');
      await page.close();
    });
  });

  test('that can only be made in a browser are drawn there', async () => {
    const page = await openPage('/late');
    await expect.poll(() => page.locator('#wide').textContent()).toBe('wide and more');
    expect(await page.locator('#wide').getAttribute('title')).toContain('Late');
    expect(await page.locator('#wide em').textContent()).toBe('more');
    await page.locator('#visits').click();
    await expect.poll(() => page.locator('#visits').textContent()).toBe('2');
  });

  test('know their children one by one', async () => {
    const page = await openPage('/several');
    const carousel = page.locator('#carousel');
    expect(await carousel.getByRole('button').allTextContents()).toEqual(['One', 'Two']);
    expect(await carousel.locator('.dc-card-text').allTextContents()).toEqual(['First text']);
    await expect
      .poll(async () => {
        await carousel.getByRole('button', { name: 'Two' }).click();
        return carousel.locator('.dc-card-text').allTextContents();
      })
      .toEqual(['Second text']);
    expect(await carousel.getByRole('button').allTextContents()).toEqual(['One', 'Two']);
  });
});

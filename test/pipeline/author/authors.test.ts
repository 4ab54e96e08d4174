import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx } from '../site/render-mdx.ts';

describe('snippets', () => {
  test('take props in text, expressions and fences', async () => {
    const html = await htmlOf(
      'import S from "/snippets/s.mdx"\n\n<S word="apple" n={2}>child</S>',
      {
        files: {
          'snippets/s.mdx': '{word} {n + 1} {children}\n\n```text\nget {word} {other}\n```',
        },
      },
    );
    expect(html).toContain('apple 3 child');
    expect(html).toContain('get apple {other}');
  });

  test('resolve their own imports, relative and by name', async () => {
    const html = await htmlOf('import A from "../snippets/a.mdx"\n\n<A />', {
      file: 'guides/page.mdx',
      files: {
        'snippets/a.mdx': 'import B from "./b.mdx"\nimport { c } from "./c.mdx"\n\n<B /> {c}',
        'snippets/b.mdx': 'from b',
        'snippets/c.mdx': 'export const c = "from c"',
      },
    });
    expect(html).toContain('from b');
    expect(html).toContain('from c');
  });

  test('can be named by file', async () => {
    expect(
      await htmlOf('<Snippet file="x.mdx" />', { files: { '_snippets/x.mdx': 'old way' } }),
    ).toContain('old way');
  });

  test('that include each other end', async () => {
    const body = await renderMdx('import A from "/snippets/a.mdx"\n\n<A /> end', {
      files: {
        'snippets/a.mdx': 'import B from "./b.mdx"\n\na <B />',
        'snippets/b.mdx': 'import A from "./a.mdx"\n\nb <A />',
      },
    });
    expect(body.html).toContain('end');
  });

  test('may give the tabs of a group', async () => {
    const html = await htmlOf('import S from "/snippets/s.mdx"\n\n<Tabs>\n<S />\n</Tabs>', {
      files: { 'snippets/s.mdx': '<Tab title="A">a</Tab>\n<Tab title="B">b</Tab>' },
    });
    expect(html.match(/role="tabpanel"/g)).toHaveLength(2);
  });
});

describe('authors’ components', () => {
  test('on the page itself need no engine', async () => {
    const html = await htmlOf(
      'export const rows = [{ k: 1 }, { k: 2 }]\nexport const Row = ({ k, children }) => <b className="r">{k}{children}</b>\n\n{rows.map((row) => <Row key={row.k} {...row}>!</Row>)}',
    );
    expect(html).toContain('<b class="r">1!</b><b class="r">2!</b>');
  });

  test('from files run at build, with the site’s components at hand', async () => {
    const html = await htmlOf(
      'import { List } from "/snippets/list.jsx"\n\n<List items={["a", "b"]} />',
      {
        files: {
          'snippets/list.jsx':
            'import { up } from "./up.js"\nexport function List({ items }) { return <ul>{items.map((i) => <li key={i}>{up(i)} <Badge>{i}</Badge></li>)}</ul> }',
          'snippets/up.js': 'export const up = (text) => text.toUpperCase()',
        },
      },
    );
    expect(html).toContain('<li>A <span class="dc-badge dc-badge-gray">a</span></li>');
    expect(html).not.toContain('data-island');
  });

  test('with state or handlers are woken in the browser, their children kept', async () => {
    const files = {
      'snippets/counter.jsx':
        'import { useState } from "react"\nexport const Counter = ({ start, children }) => { const [n, set] = useState(start); return <button onClick={() => set(n + 1)}>{n} {children}</button> }',
    };
    const body = await renderMdx(
      'import { Counter } from "/snippets/counter.jsx"\n\n<Counter start={3} make={() => 1}>*x*</Counter>',
      { files },
    );
    expect(body.html).toMatch(
      /^<button data-island="island-1">3 <docent-slot[^>]*><em>x<\/em><\/docent-slot><\/button>$/,
    );
    expect(body.islands).toEqual([
      {
        ...{ id: 'island-1', module: 'snippets/counter.jsx', export: 'Counter' },
        ...{ props: { start: 3 }, needs: [] },
      },
    ]);
    expect(body.features).toContain('islands');
  });

  describe('that are awake', () => {
    const htmlOfA = (shown: string) =>
      htmlOf('import { A } from "/snippets/a.jsx"\n\n<A>*x*</A>', {
        files: {
          'snippets/a.jsx': `export const A = ({ children }) => { const [on] = useState(false); return ${shown} }`,
        },
      });

    test('are their only element, whose id stays, and hold in it what they show later', async () => {
      expect(await htmlOfA('<div id="mine" className="card">a{on && children}</div>')).toBe(
        '<div id="mine" class="card" data-island="island-1">a<template data-slot="children"><em>x</em></template></div>',
      );
    });

    test.each([
      ['several elements', '<><p>a</p><p>b</p></>'],
      ['text around an element', '<>a <p>b</p></>'],
      ['nothing', 'on && <p>a</p>'],
      ['an element that a page draws with others', '<table><tbody></tbody></table>'],
      ['an element without a place for what is shown later', '<input value="a" />'],
      ['only what is between their tags', 'children'],
    ])('have an element without a box around %s', async (_, shown) => {
      expect(await htmlOfA(shown)).toMatch(
        /^<docent-island data-island="island-1" style="display:contents;?">/,
      );
    });
  });

  test('have their headings in the contents, unless they are awake', async () => {
    const files = {
      'snippets/a.jsx':
        'export const Still = () => <section><h2>Still</h2></section>;\nexport const Awake = ({ children }) => { const [n] = useState(0); return <section><h2>Awake {n}</h2>{children}</section> }',
    };
    const body = await renderMdx(
      'import { Awake, Still } from "/snippets/a.jsx"\n\n<Still />\n\n<Awake>\n\n## Between\n\n</Awake>',
      { files },
    );
    expect(body.contents.map(({ text }) => text)).toEqual(['Still', 'Between']);
    expect(body.html).toContain('<h2 id="awake-0">Awake 0</h2>');
  });

  test('that use what their file does not export are reported with the word that is missing', async () => {
    const { problems } = await renderMdx('import { A } from "/snippets/a.mdx"\n\n<A />', {
      files: {
        'snippets/a.mdx': 'const SIZE = 4;\n\nexport const A = () => <b>{SIZE}</b>;\n',
      },
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        ruleId: 'undefined-name',
        reason: 'Undefined name "SIZE" (in snippets/a.mdx:3).',
        note: 'In MDX, `const SIZE` is text: write `export const SIZE`.',
      },
    ]);
  });

  describe('that ask for a browser', () => {
    const rendered = (code: string, page: string) =>
      renderMdx(`import { A, B } from "/snippets/a.jsx"\n\n${page}`, {
        files: { 'snippets/a.jsx': code },
      });

    test('are drawn in one, with a warning, and have only their children before', async () => {
      const body = await rendered(
        'export const A = ({ size, children }) => <p>{window.innerWidth / size} {children}</p>',
        '<A size={2}>*x*</A>',
      );
      expect(body.html).toMatch(
        /<docent-island data-island="island-1" data-late[^>]*><docent-slot [^>]*data-slot="children"[^>]*><em>x<\/em><\/docent-slot><\/docent-island>/,
      );
      expect(body.islands).toMatchObject([{ export: 'A', props: { size: 2 } }]);
      expect(body.problems).toMatchObject([
        { severity: 'warning', ruleId: 'browser-only', actual: 'window' },
      ]);
    });

    test('in their first state, or in a component inside of them, are drawn there as a whole', async () => {
      const body = await rendered(
        'const Inner = () => <i>{document.title}</i>;\nexport const A = () => <b>a <Inner /></b>;\nexport const B = () => { const [n] = useState(localStorage.n); return <b>{n}</b> }',
        '<A />\n\n<B />',
      );
      expect(body.html).toMatch(/<docent-island [^>]*data-late[^>]*><b>a <\/b><\/docent-island>/);
      expect(body.islands.map((island) => island.export)).toEqual(['A', 'B']);
      expect(body.problems.map(({ ruleId }) => ruleId)).toEqual(['browser-only', 'browser-only']);
    });

    test('while their module is loaded leave the rest of a page alone', async () => {
      const body = await rendered(
        'export const known = 1;\nconst width = window.innerWidth;\nexport const A = () => <b>{width}</b>',
        '<A />\n\n{1 + 1} {"two".length}',
      );
      expect(body.html).toContain('2 3');
      expect(body.islands).toMatchObject([{ export: 'A' }]);
      expect(body.problems).toMatchObject([{ ruleId: 'browser-only', actual: 'window' }]);
    });

    test('to decide what they show are awake, without a warning', async () => {
      const body = await rendered(
        'export const A = () => typeof window === "undefined" ? null : <b>{window.innerWidth}</b>',
        '<A />',
      );
      expect(body.html).not.toContain('data-late');
      expect(body.islands).toMatchObject([{ export: 'A' }]);
      expect(body.problems).toEqual([]);
    });

    test('and fail otherwise are still errors', async () => {
      const body = await rendered(
        'export const A = ({ open }) => open ? <b>{window.innerWidth}</b> : <b>{missing}</b>',
        '<A />',
      );
      expect(body.problems).toMatchObject([{ severity: 'error', actual: 'missing' }]);
      expect(body.islands).toEqual([]);
    });
  });

  test('read text between their tags, and the browser gets it', async () => {
    const body = await renderMdx(
      'import { Loud } from "/snippets/loud.jsx"\n\n<Loud>quiet</Loud>\n\n<Loud>*x*</Loud>',
      {
        files: {
          'snippets/loud.jsx':
            'export const Loud = ({ children }) => { useState(0); return <b>{typeof children === "string" ? children.toUpperCase() : children}</b> }',
        },
      },
    );
    expect(body.html).toContain('>QUIET</b>');
    expect(body.html).toMatch(/<b[^>]*><docent-slot[^>]*><em>x<\/em><\/docent-slot><\/b>/);
    expect(body.islands).toMatchObject([{ props: { children: 'quiet' } }, { props: {} }]);
  });

  test('get a list with elements as a list, in the browser as well', async () => {
    const body = await renderMdx(
      'import { List } from "/snippets/list.jsx"\n\n<List items={[<b>one</b>, "two"]} data={[{ text: <i>x</i> }]} />',
      {
        files: {
          'snippets/list.jsx':
            'export const List = ({ items, data }) => { useState(0); return <ul>{items.map((item) => <li>{item}</li>)}{data[0].text}</ul> }',
        },
      },
    );
    expect(body.problems).toEqual([]);
    expect(body.html).toMatch(
      /<li><docent-slot [^>]*data-slot="items\.0"[^>]*><b>one<\/b><\/docent-slot><\/li><li>two<\/li>/,
    );
    expect(body.islands[0]?.props).toEqual({
      items: [{ $slot: 'items.0', props: {} }, 'two'],
      data: [{ text: { $slot: 'data.0.text', props: {} } }],
    });
  });

  test('are reported that get a function which the browser does not have', async () => {
    const body = await renderMdx(
      'import { Pick } from "/snippets/pick.jsx"\n\nexport const known = () => 1;\n\n<Pick onPick={known} />\n\n<Pick columns={[{ draw: (row) => <b>{row}</b> }]} />\n\n<Pick onPick={() => known()} />',
      {
        files: {
          'snippets/pick.jsx':
            'export const Pick = ({ onPick }) => { const [n, set] = useState(0); return <b onClick={() => { set(1); onPick(n) }}>{n}</b> }',
        },
      },
    );
    const stays = { severity: 'warning', ruleId: 'function-stays' };
    expect(body.problems).toMatchObject([
      { ...stays, actual: 'columns', place: { start: { line: 7 } } },
      { ...stays, actual: 'onPick', place: { start: { line: 9 } } },
    ]);
  });

  test('that show their children later have them in the page, each awake by itself', async () => {
    const files = {
      'snippets/later.jsx':
        'export const Later = ({ children }) => { const [on] = useState(false); return on ? <div>{children}</div> : null };\nexport const Count = () => { const [n] = useState(0); return <b>{n}</b> }',
    };
    const body = await renderMdx(
      'import { Later, Count } from "/snippets/later.jsx"\n\n<Later>\n*x* <Count />\n</Later>',
      { files },
    );
    expect(body.html).toMatch(
      /<docent-island [^>]*><template data-slot="children">.*<em>x<\/em> <b data-island="island-2">0<\/b>.*<\/template><\/docent-island>/s,
    );
    expect(body.islands.map((island) => island.export).sort()).toEqual(['Count', 'Later']);
  });

  test('have the components of a site whole inside of what the browser runs', async () => {
    const html = await htmlOf('import { Guide } from "/snippets/guide.jsx"\n\n<Guide />', {
      files: {
        'snippets/guide.jsx':
          'export const Guide = () => { useState(0); return <Steps><Step title="One">a</Step><Step title="Two">b</Step></Steps> }',
      },
    });
    expect(html).toMatch(
      /<docent-slot[^>]*><ol class="steps dc-steps"><li class="step dc-step".*<li class="step dc-step"/s,
    );
    expect(html.match(/<docent-slot/g)).toHaveLength(1);
  });

  test('have a place for each component that the browser draws, but for those that one around them reads', async () => {
    const body = await renderMdx('import { Guide } from "/snippets/guide.jsx"\n\n<Guide />', {
      files: {
        'snippets/guide.jsx':
          'const One = () => <Step title="One"><CodeBlock>a</CodeBlock></Step>;\nexport const Guide = () => { useState(0); return <i><Steps><One />{[2].map((n) => <Step key={n} title="Two">b</Step>)}</Steps><CodeGroup><CodeBlock filename="x"><Badge>c</Badge></CodeBlock><CodeBlock filename="y">d</CodeBlock></CodeGroup><Tabs>Words<Tab title="A"><Badge>e</Badge></Tab></Tabs></i> }',
      },
    });
    const html = body.html.replaceAll(' style="display:contents"', '');
    const [steps, group, tabs] = html.split(
      /(?=<docent-slot>(?:Words)?<div class="(?:code-group|tabs))/,
    );
    // Code in the browser may change a step: nothing leads there.
    expect(steps).toMatch(
      /^<i [^>]*><docent-slot><ol class="steps dc-steps"><li class="step dc-step"><.*<docent-slot><div class="code-block".*<\/docent-slot><\/div><\/li><li class="step dc-step"><.*<\/li><\/ol><\/docent-slot>$/s,
    );
    expect(steps).not.toContain('heading-anchor');
    expect(body.contents).toEqual([]);
    expect(group?.match(/<docent-slot><div class="code-block"/g)).toHaveLength(2);
    expect(group?.match(/<docent-slot>/g)).toHaveLength(3);
    // Words between tabs are none of them: all of it stays as it was built.
    expect(tabs?.match(/<docent-slot>/g)).toHaveLength(1);
    expect(tabs).toContain('<span class="dc-badge');
  });

  test('are named when their file does not export them, and what is in them is shown', async () => {
    const { html, problems } = await renderMdx(
      'import { Box, Bxo } from "/snippets/box.jsx"\n\n<Box><Bxo>words</Bxo></Box>\n\n<Box side={<Bxo />}>more</Box>',
      {
        files: {
          'snippets/box.jsx': 'export const Box = ({ side, children }) => <p>{side}{children}</p>',
        },
      },
    );
    expect(html).toContain('<p>words</p>');
    expect(problems.map(({ reason }) => reason)).toEqual([
      'This code fails: "Bxo" is not exported by /snippets/box.jsx.',
      'This code fails: "Bxo" is not exported by /snippets/box.jsx.',
    ]);
  });

  test('find the site’s components in one object as well', async () => {
    const html = await htmlOf('import { A } from "/snippets/a.jsx"\n\n<A />', {
      files: {
        'snippets/a.jsx':
          'const { Badge } = MintlifyComponents;\nexport const A = () => <Badge>x</Badge>',
      },
    });
    expect(html).toContain('<span class="dc-badge dc-badge-gray">x</span>');
  });

  test('get the site’s components in the place of those of a missing package or file', async () => {
    const html = await htmlOf('import { A } from "/snippets/a.jsx"\n\n<A />', {
      files: {
        'snippets/a.jsx':
          'import Badge from "@theme/Badge"\nimport { Tip } from "@site/ui"\nimport pad from "left-pad"\nexport const A = () => <div><Badge>x</Badge><Tip>{typeof pad}</Tip></div>',
      },
    });
    expect(html).toContain('<span class="dc-badge dc-badge-gray">x</span>');
    expect(html).toMatch(/<div class="callout dc-callout dc-callout-tip".*undefined/s);
  });

  test('import the components of the related dialect by its package', async () => {
    const html = await htmlOf('import { A } from "/snippets/a.jsx"\n\n<A />', {
      files: {
        'snippets/a.jsx':
          'import { Badge as B, Tree } from "@mintlify/components"\nexport const A = () => <div><B>x</B><Tree><Tree.File name="f" /></Tree></div>',
      },
    });
    expect(html).toContain('<span class="dc-badge dc-badge-gray">x</span>');
    expect(html).toContain('data-tree');
  });

  test('see what their page imports, unless they have the name themselves', async () => {
    const html = await htmlOf(
      'import { Theme } from "/snippets/theme.js"\nimport { Head, Own } from "/snippets/head.jsx"\nimport { Line } from "/snippets/line.jsx"\nimport Badge from "/snippets/badge.jsx"\n\n<Head>*a*</Head>\n\n<Own />',
      {
        files: {
          'snippets/theme.js': 'export const Theme = { accent: "#123" }',
          'snippets/line.jsx': 'export const Line = () => <hr title={Theme.accent} />',
          'snippets/badge.jsx': 'export default () => <b>not the one of the site</b>',
          'snippets/head.jsx':
            'export const Head = ({ children }) => <h2 style={{ color: Theme.accent }}>{children}<Line /><Badge>x</Badge></h2>;\nconst Local = () => { const Theme = { accent: "own" }; return <i>{Theme.accent}</i> };\nexport const Own = () => <Local />',
        },
      },
    );
    expect(html).toMatch(/<h2[^>]* style="color:#123;"[^>]*><em>a<\/em><hr title="#123"\/?>/);
    expect(html).toContain('<span class="dc-badge dc-badge-gray">x</span>');
    expect(html).toContain('<i>own</i>');
  });

  test('with hooks are allowed on the page', async () => {
    const body = await renderMdx(
      'export const Toggle = () => {\n  const [on, set] = useState(false)\n  return <button onClick={() => set(!on)}>{on ? "on" : "off"}</button>\n}\n\n<Toggle />',
    );
    expect(body.problems).toEqual([]);
    expect(body.html).toContain('>off</button>');
    expect(body.islands[0]).toMatchObject({ module: 'page.mdx', export: 'Toggle' });
  });

  test('that throw are a problem of their file, and the page goes on', async () => {
    const body = await renderMdx(
      'import { Bad } from "/snippets/bad.jsx"\n\nbefore\n\n<Bad>inside</Bad>\n\nafter',
      {
        files: { 'snippets/bad.jsx': 'export function Bad() { throw new Error("no luck") }' },
      },
    );
    expect(body.html).toMatch(/before.*inside.*after/s);
    expect(body.problems).toEqual([
      expect.objectContaining({ severity: 'error', ruleId: 'code-error', file: 'page.mdx' }),
    ]);
    expect(body.problems[0]?.reason).toContain('no luck');
    expect(body.problems[0]?.reason).toContain('snippets/bad.jsx');
  });

  test('that do not parse are a problem as well', async () => {
    const body = await renderMdx('import { Bad } from "/snippets/bad.jsx"\n\n<Bad />', {
      files: { 'snippets/bad.jsx': 'export function Bad( {' },
    });
    expect(body.problems[0]).toMatchObject({
      severity: 'error',
      ruleId: 'code-error',
      file: 'snippets/bad.jsx',
    });
  });

  test('expressions with real JavaScript are run', async () => {
    expect(
      await htmlOf('{Math.max(1, 2)} {new Date(0).getUTCFullYear()} {[3, 1, 2].sort().join("")}'),
    ).toContain('2 1970 123');
  });

  test('that never end are stopped', { timeout: 60_000 }, async () => {
    const body = await renderMdx('import { Loop } from "/snippets/loop.jsx"\n\n<Loop />', {
      files: { 'snippets/loop.jsx': 'export function Loop() { for (;;) {} }' },
    });
    expect(body.problems[0]?.reason).toContain('stopped after 2 seconds');
  });
});

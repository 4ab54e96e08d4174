import { describe, expect, test } from 'vitest';
import { htmlOf, renderMdx } from '../site/render-mdx.ts';

/** What an expression shows. */
async function shown(source: string, before = ''): Promise<string> {
  const html = await htmlOf(`${before}\n\n<p id="out">{${source}}</p>`);
  return /<p id="out">(.*?)<\/p>/s.exec(html)?.[1] ?? '';
}

describe('expressions are ordinary JavaScript', () => {
  test('a placeholder in prose that has the name of a function of browsers is text', async () => {
    const { html, problems } = await renderMdx('Open https://{URL}/a, {new URL("x:y").href}');
    expect(html).toContain('{URL}');
    expect(html).toContain('x:y');
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['undefined-name']);
  });

  test.each([
    ['1 + 2 * 3', '7'],
    ['2 ** 10', '1024'],
    ['7n ** 20n', '79792266297612001'],
    ['`a${1 + 1}b`', 'a2b'],
    ['`import x from "y"`', 'import x from &quot;y&quot;'],
    ['"a-b-c".replace(/-(\\w)/g, (_, c) => c.toUpperCase())', 'aBC'],
    ['/(?<year>\\d+)/.exec("in 2024").groups.year', '2024'],
    ['[3, 1, 2].toSorted().join()', '1,2,3'],
    ['[1, [2, [3]]].flat(Infinity).length', '3'],
    ['Object.entries({ a: 1 }).map(([k, v]) => k + v)', 'a1'],
    ['Object.groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even")).odd.length', '2'],
    ['Math.max(...[1, 5, 2])', '5'],
    ['JSON.stringify({ a: [1] })', '{&quot;a&quot;:[1]}'],
    ['JSON.parse("[1,2]")[1]', '2'],
    ['new Date(0).toISOString().slice(0, 10)', '1970-01-01'],
    ['new Map([["a", 1]]).get("a")', '1'],
    ['new URL("../b?x=1#h", "https://A.example:443/c/d/").href', 'https://a.example/c/b?x=1#h'],
    [
      '(() => { const u = new URL("https://a.b/?x=1"); u.searchParams.set("y", "a b"); u.port = "8080"; return `${u} ${u.origin}`; })()',
      'https://a.b:8080/?x=1&amp;y=a+b https://a.b:8080',
    ],
    ['`${URL.canParse("nope")} ${URL.parse("x:y").protocol}`', 'false x:'],
    ['(() => { try { new URL("/a"); } catch (e) { return e.name; } })()', 'TypeError'],
    ['new URLSearchParams({ q: "ä&b", n: 2 }).toString()', 'q=%C3%A4%26b&amp;n=2'],
    ['[...new URLSearchParams("?b=1&a=2&b=3")].join(";")', 'b,1;a,2;b,3'],
    ['new URLSearchParams("b=1&b=3").getAll("b").join("+")', '1+3'],
    ['btoa("a\\u00ff") + atob(" YQ== ")', 'Yf8=a'],
    ['(() => { try { btoa("字"); } catch (e) { return e.name; } })()', 'InvalidCharacterError'],
    ['new TextEncoder().encode("字\\ud800").join()', '229,173,151,239,191,189'],
    ['new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 229, 173, 151]))', '字'],
    ['new TextDecoder("latin1").encoding', 'windows-1252'],
    [
      '(() => { const a = { d: new Date(0), m: new Map([["k", [1]]]) }; a.self = a; const b = structuredClone(a); return [b !== a, b.self === b, b.d.getTime(), b.m.get("k")[0]].join(); })()',
      'true,true,0,1',
    ],
    [
      '(() => { try { structuredClone(() => 1); } catch (e) { return e.name; } })()',
      'DataCloneError',
    ],
    ['new Set("hello").size', '4'],
    ['Symbol("x").description', 'x'],
    ['({ a: { b: 1 } }).a?.b', '1'],
    ['({}).a?.b?.c ?? "none"', 'none'],
    ['(({ a, ...rest }) => rest.b + a)({ a: 1, b: 2 })', '3'],
    ['(() => { if (1 > 2) { return "a"; } else { return "b"; } })()', 'b'],
    ['(() => { let s = ""; for (const c of "abc") s = c + s; return s; })()', 'cba'],
    ['(() => { let n = 0; for (let i = 0; i < 5; i++) n += i; return n; })()', '10'],
    ['(() => { let n = 3; while (n > 1) n--; return n; })()', '1'],
    ['(() => { switch (2) { case 1: return "x"; default: return "y"; } })()', 'y'],
    ['(() => { try { throw new Error("e"); } catch (e) { return e.message; } finally {} })()', 'e'],
    [
      '(() => { class A { #n = 4; static of = () => new A(); get n() { return this.#n; } } return A.of().n; })()',
      '4',
    ],
    ['[...(function* () { yield 1; yield 2; })()].join("+")', '1+2'],
    ['(() => { label: for (;;) { for (;;) break label; } return "out"; })()', 'out'],
    ['(() => { const o = { get x() { return 5; } }; return o.x; })()', '5'],
    ['new Proxy({}, { get: (_, k) => `p-${k}` }).q', 'p-q'],
    ['[1, 2, 3].reduce((a, b) => a + b, 0)', '6'],
    ['Array.from({ length: 3 }, (_, i) => i).join("")', '012'],
    ['typeof window', 'undefined'],
    ['(1234567.891).toLocaleString()', '1,234,567.891'],
    ['(1234.5).toLocaleString("de-DE", { style: "currency", currency: "EUR" })', '1.234,50 €'],
    ['new Intl.NumberFormat("en", { notation: "compact" }).format(12300)', '12K'],
    ['new Intl.DateTimeFormat("en", { dateStyle: "long" }).format(new Date(0))', 'January 1, 1970'],
    ['new Date(0).toLocaleDateString("fr", { month: "long", year: "numeric" })', 'janvier 1970'],
    ['new Intl.PluralRules("en", { type: "ordinal" }).select(3)', 'few'],
    ['["b", "ä", "a"].sort((x, y) => x.localeCompare(y, "de")).join("")', 'aäb'],
    ['(() => { const [n] = React.useState(7); return n; })()', '7'],
    ['React.useMemo(() => "memo", [])', 'memo'],
    ['true && "yes"', 'yes'],
    ['[false, null, undefined, 0]', '0'],
    ['new Set(["a", "b"])', 'ab'],
    ['<b>{1 + 1}</b>', '<b>2</b>'],
    ['<>{["x", "y"].map((c) => <i key={c}>{c}</i>)}</>', '<i>x</i><i>y</i>'],
    ['React.createElement("u", null, "made")', '<u>made</u>'],
    ['<Badge color="green">ok</Badge>', '<span class="dc-badge dc-badge-green">ok</span>'],
  ])('%s', async (source, expected) => {
    expect((await shown(source)).replaceAll('\u00a0', ' ')).toBe(expected);
  });
});

describe('modules of a page', () => {
  test.each([
    ['constants', 'export const a = 1, { b } = { b: 2 }', 'a + b', '3'],
    ['functions', 'export function twice(n) { return n * 2 }', 'twice(4)', '8'],
    ['classes', 'export class Box { value = 3 }', 'new Box().value', '3'],
    ['React taken apart', 'export const { useState, Fragment } = React', 'useState(5)[0]', '5'],
    [
      'components that render others',
      'export const Inner = ({ n }) => <i>{n}</i>\n\nexport const Outer = () => <b><Inner n={1} /></b>',
      '<Outer />',
      '<b><i>1</i></b>',
    ],
    [
      'classes of components',
      'export class C extends React.Component { state = { n: 2 }; render() { return <i>{this.props.a}{this.state.n}</i> } }',
      '<C a="x" />',
      '<i>x2</i>',
    ],
    [
      'a context',
      'export const Theme = React.createContext("none")\n\nexport const Show = () => <i>{React.useContext(Theme)}</i>',
      '<Theme.Provider value="blue"><Show /></Theme.Provider>',
      '<i>blue</i>',
    ],
    ['memo', 'export const M = React.memo(({ x }) => <i>{x}</i>)', '<M x="1" />', '<i>1</i>'],
    [
      'defaults and rest',
      'export const D = ({ a = "d", ...rest }) => <i {...rest}>{a}</i>',
      '<D title="t" />',
      '<i title="t">d</i>',
    ],
  ])('%s', async (_, lines, source, expected) => {
    expect(await shown(source, lines)).toBe(expected);
  });

  test.each(['jsx', 'tsx', 'js', 'ts'])(
    'import a .%s file by default and by name',
    async (ending) => {
      const typed = ending.startsWith('t') ? ': number' : '';
      const html = await htmlOf(
        `import twice, { one } from "/snippets/a.${ending}"\n\n{twice(one)}`,
        {
          files: {
            [`snippets/a.${ending}`]: `export const one${typed} = 1\nexport default function twice(n${typed}) { return n * 2 }`,
          },
        },
      );
      expect(html).toBe('2');
    },
  );

  test('may import each other in a circle', async () => {
    const html = await htmlOf('import { a } from "/snippets/a.js"\n\n{a()}', {
      files: {
        'snippets/a.js':
          'import { b } from "./b.js"\nexport const a = () => b() + 1\nexport const one = 1',
        'snippets/b.js': 'import { one } from "./a.js"\nexport const b = () => one + 1',
      },
    });
    expect(html).toBe('3');
  });

  test('read data and addresses of assets', async () => {
    const html = await htmlOf(
      'import data from "/snippets/d.json"\nimport logo from "/images/l.png"\n\n{data.list[1]} {logo}',
      {
        files: { 'snippets/d.json': '{"list":[1,2]}' },
        // Data is served as well.
        assets: { 'images/l.png': {}, 'snippets/d.json': {} },
      },
    );
    expect(html).toContain('<p>2 /images/l.png</p>');
  });
});

describe('content between the tags of an author’s component', () => {
  const page = (lines: string, content: string) => htmlOf(`${lines}\n\n${content}`);

  test('is Markdown, in the place where the component puts it', async () => {
    const html = await page(
      'export const Box = ({ children }) => <section>{children}</section>',
      '<Box>\n\nSome **bold** text.\n\n- a list\n\n</Box>',
    );
    expect(html).toMatch(
      /<section><p>Some <strong>bold<\/strong> text.<\/p>\s*<ul><li>a list<\/li><\/ul><\/section>/,
    );
  });

  test('may be a function', async () => {
    const html = await page(
      'export const Each = ({ of, children }) => of.map(children)',
      '<Each of={[1, 2]}>{(n) => <i>{n}</i>}</Each>',
    );
    expect(html).toContain('<i>1</i><i>2</i>');
  });

  test('can be looked at: types and properties of elements', async () => {
    const html = await page(
      'export const Item = () => null\n\nexport const Menu = ({ children }) => <ul>{React.Children.map(children, (child) => <li>{child.props.title}: {child.props.children}</li>)}</ul>',
      '<Menu>\n  <Item title="a">one</Item>\n  <Item title="b">two</Item>\n</Menu>',
    );
    expect(html).toContain('<ul><li>a: one</li><li>b: two</li></ul>');
  });

  test('holds the site’s components and other author components', async () => {
    const html = await page(
      'export const Box = ({ children }) => <section>{children}</section>\n\nexport const Mark = ({ children }) => <mark>{children}</mark>',
      '<Box>\n\n<Note>\n\nA <Mark>word</Mark>.\n\n</Note>\n\n</Box>',
    );
    expect(html).toMatch(/<section>.*callout.*<p>A <mark>word<\/mark>.<\/p>.*<\/section>/s);
  });

  test('a component that wakes inside a sentence does not split it', async () => {
    const html = await page(
      'export const Count = () => { const [n, set] = useState(1); return <button onClick={() => set(n + 1)}>{n}</button> }',
      'Press <Count /> to count.',
    );
    expect(html).toContain('<p>Press <button data-island="island-1">1</button> to count.</p>');
  });

  test('elements reach properties of the site’s components', async () => {
    const html = await page(
      '',
      '<Card title="T" icon={<svg viewBox="0 0 1 1"><path d="M0 0" /></svg>} />',
    );
    expect(html).toContain('<path d="M0 0"');
  });

  test('a snippet may be given a component', async () => {
    const html = await htmlOf(
      'import S from "/snippets/s.mdx"\n\nexport const Star = () => <b>*</b>\n\n<S Icon={Star} label="x" />',
      { files: { 'snippets/s.mdx': '<Icon /> {label} {props.label}' } },
    );
    expect(html).toContain('<b>*</b> x x');
  });
});

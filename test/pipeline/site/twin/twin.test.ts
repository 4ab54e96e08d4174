import { describe, expect, test } from 'vitest';
import { components } from '../../../../pipeline/site/components/registry.ts';
import { tagOf } from '../../../../pipeline/site/elements.tsx';
import { twinComponents } from '../../../../pipeline/site/twin/components.ts';
import { type Around, renderMdx } from '../render-mdx.ts';

async function twinOf(mdx: string, around?: Around): Promise<string> {
  return (await renderMdx(mdx, around)).markdown;
}

/** What authors write, and what the twin says. */
const cases: Readonly<Record<string, readonly [mdx: string, markdown: string]>> = {
  Accordion: [
    '<AccordionGroup>\n<Accordion title="Why?" description="In short">\nBecause.\n\nReally.\n</Accordion>\n<Accordion title="How?">So.</Accordion>\n</AccordionGroup>',
    '- **Why?**\n\n  In short\n\n  Because.\n\n  Really.\n\n- **How?**\n\n  So.',
  ],
  Badge: [
    'New <Badge color="green">beta</Badge> and <Badge href="/x">x</Badge>',
    'New beta and [x](/x)',
  ],
  Callout: [
    '<Note>One **word**.</Note>\n\n<Warning title="Hot">Two.</Warning>\n\n<Callout>Three.</Callout>',
    '> **Note**\n>\n> One **word**.\n\n> **Warning: Hot**\n>\n> Two.\n\n> Three.',
  ],
  Card: [
    '<CardGroup cols={2}>\n<Card title="Start" icon="rocket" href="/start">Five minutes, see [more](/more).</Card>\n<Card title="Plain">Text</Card>\n<Card href="/only">Only words</Card>\n</CardGroup>',
    '- [Start](/start): Five minutes, see [more](/more).\n- **Plain**: Text\n- [Only words](/only)',
  ],
  'Card with a description': [
    '<Card title="Start" description="In short" href="/start">Long</Card>\n<Card title="Plain" description="Only this" />\n<Card description="No title" href="/a">Text</Card>',
    '- [Start](/start): In short\n\n  Long\n\n- **Plain**: Only this\n\n- [No title](/a): Text',
  ],
  'elements as titles': [
    '<Steps><Step title={<>Enable <a href="/p">p</a></>}>t</Step></Steps>\n\n<Card title={<>Use <code>x</code></>} href="/a">t</Card>\n\n<Note title={<b>Now</b>}>t</Note>\n\n<Frame caption={<i>View</i>}>t</Frame>',
    '1. **Enable [p](/p)**\n\n   t\n\n- [Use `x`](/a): t\n\n> **Note: Now**\n>\n> t\n\nt\n\n*View*',
  ],
  CodeBlock: [
    '<CodeBlock language="js" filename="a.js">{`let a`}</CodeBlock>',
    '```js a.js\nlet a\n```',
  ],
  CodeGroup: [
    '<CodeGroup>\n```bash npm\nnpm i x\n```\n```bash title="yarn" lines {1}\nyarn add x\n```\n</CodeGroup>',
    '```bash npm\nnpm i x\n```\n\n```bash yarn\nyarn add x\n```',
  ],
  Color: [
    '<Color variant="compact"><Color.Item name="Sky" value="#00f" /><Color.Item value={{light: "#fff", dark: "#000"}} /></Color>',
    '- Sky: `#00f`\n- `#fff / #000`',
  ],
  Columns: ['<Columns><Column>Left</Column><Column>Right</Column></Columns>', 'Left\n\nRight'],
  Endpoint: [
    '<Endpoint title="Get it" method="get" path="/v1/{id}" rateLimit="10/s">Gets it.</Endpoint>',
    '## Get it\n\n`GET /v1/{id}`\n\n- Rate limit: 10/s\n\nGets it.',
  ],
  Frame: [
    '<Frame hint="Look" caption="A *view*"><img src="/a.png" alt="The view" /></Frame>',
    'Look\n\n![The view](/a.png)\n\nA *view*',
  ],
  'GitHub.Repo': [
    '<GitHub.Repo repo="acme/docs" description="All of it" />',
    '- [acme/docs](https://github.com/acme/docs): All of it',
  ],
  Heading: ['<Heading level={3} id="own">Words</Heading>\n\n## Set {#id}', '### Words\n\n## Set'],
  'links around drawings': [
    'See <a href="/plan" aria-label="The plan"><svg role="img"><path d="M0 0h1" /></svg></a>, <a href="/x" title="X"><Icon icon="star" /></a>\n\n## A <a href="#a" aria-label="Sign"></a>',
    'See [The plan](/plan), [X](/x)\n\n## A',
  ],
  Icon: [
    'An icon <Icon icon="rocket" /> and <Icon icon="flag" ariaLabel="Flag" /> <Icon icon="circle-check" />',
    'An icon and Flag ✓',
  ],
  Latex: ['Area <Latex>{"a^2"}</Latex>', 'Area $a^2$'],
  Link: ['<Link href="/a">A</Link>', '[A](/a)'],
  Mermaid: ['```mermaid\ngraph TD\n  A-->B\n```', '```mermaid\ngraph TD\n  A-->B\n```'],
  Panel: ['<Panel>At the side</Panel>', 'At the side'],
  ParamField: [
    '<ParamField path="id" type="string" required>The id.</ParamField>\n<ParamField body="user" type="object" default="me">\nWho.\n<Expandable title="fields">\n<ResponseField name="name" type="string" deprecated>Of them.</ResponseField>\n<ResponseField name="age" type="int" />\n</Expandable>\n</ParamField>',
    '- `id` (string; path; required): The id.\n\n- `user` (object; body; default `me`): Who.\n\n  **fields**\n\n  - `name` (string; deprecated): Of them.\n  - `age` (int)',
  ],
  Prompt: ['<Prompt description="Ask *it*">Do this.</Prompt>', 'Ask *it*\n\n> Do this.'],
  RequestExample: [
    '<RequestExample>\n```bash cURL\ncurl x\n```\n</RequestExample>\n<ResponseExample>\n```json 200\n{}\n```\n</ResponseExample>',
    '```bash cURL\ncurl x\n```\n\n```json 200\n{}\n```',
  ],
  Steps: [
    '<Steps>\n<Step title="Install">\nRun it:\n\n```bash\nnpm i\n```\n</Step>\n<Step title="Use">Go.</Step>\n</Steps>',
    '1. **Install**\n\n   Run it:\n\n   ```bash\n   npm i\n   ```\n\n2. **Use**\n\n   Go.',
  ],
  Tabs: [
    '<Tabs>\n<Tab title="npm">\nOne\n</Tab>\n<Tab title="yarn">\n- a\n- b\n</Tab>\n</Tabs>',
    '**npm**\n\nOne\n\n**yarn**\n\n- a\n- b',
  ],
  Tile: [
    '<Tile href="/t" title="T" description="D"><img src="/t.png" alt="" /></Tile>',
    '- [T](/t)\n\n  ![](/t.png)\n\n  D',
  ],
  Tooltip: [
    'An <Tooltip tip="Application *interface*" headline="API" cta="More" href="/api">API</Tooltip>.',
    'An API (API: Application *interface* [More](/api)).',
  ],
  Tree: [
    '<Tree>\n<Tree.Folder name="app"><Tree.File name="__init__.py" /></Tree.Folder>\n<Tree.File name="b" />\n</Tree>\n\n<FileTree>\n\n- src/\n  - a.ts\n\n</FileTree>',
    '- `app/`\n  - `__init__.py`\n- `b`\n- `src/`\n  - `a.ts`',
  ],
  Update: [
    '<Update label="1.0" description="May" tags={["api", "new"]}>\nChanged.\n</Update>',
    '## 1.0\n\nMay · api, new\n\nChanged.',
  ],
  View: ['<View title="JS">js</View>\n<View title="Go">go</View>', '**JS**\n\njs\n\n**Go**\n\ngo'],
  Visibility: [
    '<Visibility for="agents">for agents</Visibility>\n\n<Visibility for="humans">for people</Visibility>',
    'for agents',
  ],
  Address: [
    '<Address value="0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" label="Vault" />',
    'Vault `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`',
  ],
  html: [
    '<div className="grid"><h3>Head</h3><a href="/x"><div>Go</div><p>there</p></a><button>Copy</button><span className="a">one</span><span className="b">two</span></div>',
    '### Head\n\n- [Go](/x): there\n\none two',
  ],
  media: [
    '<iframe src="https://video.example/1" title="A film" />\n\n<video><source src="/a.mp4" /></video>',
    '[A film](https://video.example/1)\n\n[Embedded content](/a.mp4)',
  ],
  tables: [
    '| A | B |\n| --- | :-: |\n| `a\\|b` | x \\| y |\n\n<table><tbody><tr><td>one<ul><li>1</li><li>2</li></ul></td></tr></tbody></table>',
    '| A | B |\n| --- | :---: |\n| `a\\|b` | x \\| y |\n\n| one 1; 2 |\n| --- |',
  ],
  diff: [
    '```js\nlet a // [!code --]\nlet b // [!code ++]\nlet c\n```',
    '```diff\n- let a\n+ let b\n  let c\n```',
  ],
  footnotes: ['Fact[^a].\n\n[^a]: Source, `x`.', 'Fact[^1].\n\n[^1]: Source, `x`.'],
  tasks: ['- [ ] open\n- [x] done', '- [ ] open\n- [x] done'],
  formulas: ['$a_1$ is\n\n$$\nx = y\n$$', '$a_1$ is\n\n$$\nx = y\n$$'],
  pictures: [
    '<img className="block dark:hidden" src="/l.png" alt="Light" />\n<img className="hidden dark:block" src="/d.png" alt="Dark" />',
    '![Light](/l.png)',
  ],
};

describe('the Markdown twin', () => {
  test.each(Object.entries(cases))('says what a page says with %s', async (_, [mdx, markdown]) => {
    expect(await twinOf(mdx)).toBe(markdown);
  });

  test('knows every component that authors may use', () => {
    const unknown = [...components].filter(
      ([, component]) => !twinComponents.has(component) && tagOf(component) === undefined,
    );
    expect(unknown.map(([name]) => name)).toEqual([]);
  });

  test('has snippets, properties, constants, variables and authors’ components as they were rendered', async () => {
    const markdown = await twinOf(
      'import S from "/snippets/s.mdx"\nimport { Rows } from "/snippets/rows.jsx"\nexport const v = "2.0"\n\n# Title\n\nVersion {v} of {{name}}, {1 + 1} parts.\n\n<S name="docent" />\n\n<Rows of={["a", "b"]} />\n\n{/* not said */}',
      {
        config: { variables: [{ name: 'name', type: 'string', defaultValue: 'Docent' }] },
        variables: { name: 'Docent' },
        files: {
          'snippets/s.mdx': 'Install **{name}**.\n\n```bash\nnpm i {name}\n```',
          'snippets/rows.jsx':
            'export const Rows = ({ of }) => <ul>{of.map((row) => <li key={row}>Row <b>{row}</b></li>)}</ul>',
        },
      },
    );
    expect(markdown).toBe(
      '# Title\n\nVersion 2.0 of Docent, 2 parts.\n\nInstall **docent**.\n\n```bash\nnpm i docent\n```\n\n- Row **a**\n- Row **b**',
    );
  });

  test('has the items and rows that an interactive component shows, or may show later', async () => {
    const { markdown } = await renderMdx(
      'import { Only } from "/snippets/only.jsx"\n\n<ul>\n  <li>a</li>\n  <Only when="x"><li>b</li></Only>\n  <Only when="y"><li>c</li></Only>\n</ul>\n\n<table><tbody><tr><td>1</td></tr><Only when="x"><tr><td>2</td></tr></Only></tbody></table>',
      {
        files: {
          'snippets/only.jsx':
            'export const Only = ({ when, children }) => { const [now] = useState("x"); return when === now ? <>{children}</> : null }',
        },
      },
    );
    expect(markdown).toBe('- a\n- b\n- c\n\n| 1 |\n| --- |\n| 2 |');
  });

  test('has no tag for what does not exist, only its content', async () => {
    expect(await twinOf('<Crad title="x">inside</Crad>')).toBe('inside');
  });
});

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Watch, type WatchBuild, watchSite } from '../../pipeline/watch.ts';
import { createApp } from '../../runtime/app.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

interface Case {
  readonly name: string;
  readonly page: string;
  /** Place, code, and what was meant. */
  readonly told: readonly (readonly [place: string, code: string, meant?: string])[];
}

const body = (text: string) => `---\ntitle: Page\n---\n\n${text}\n`;

/** No case sets `ciChecks`: whatever it says, a writer sees all of this. */
const cases: readonly Case[] = [
  {
    name: 'a broken link in Markdown',
    page: body('[a](/idnex)'),
    told: [['5:1', 'broken-link', '/index']],
  },
  {
    name: 'a broken link of a reference',
    page: body('See [a].\n\n[a]: /gone'),
    told: [['5:5', 'broken-link']],
  },
  {
    name: 'a broken link in HTML, an expression and components',
    page: body(
      '<a href="/a/gone">a</a> <a href={"/b/gone"}>b</a>\n\n<Card title="a" href="/c/gone" />\n\n<Badge href="/d/gone">a</Badge> <Tooltip tip="See [e](/e/gone)" cta="f" href="/f/gone">a</Tooltip>',
    ),
    told: [
      ['5:1', 'broken-link'],
      ['5:25', 'broken-link'],
      ['7:1', 'broken-link'],
      ['9:1', 'broken-link'],
      ['9:33', 'broken-link'],
      ['9:33', 'broken-link'],
    ],
  },
  { name: 'a broken anchor', page: body('[a](/index#hom)'), told: [['5:1', 'broken-anchor']] },
  {
    name: 'missing pictures in Markdown, HTML and components',
    page: body(
      '![a](/images/mrak.png) <img src="/b.png" srcSet="/c.png 2x" />\n\n<Frame caption="![d](/d.png)"><img src="/e.png" /></Frame>\n\n<Card title="a" img="/f.png" icon="./g.svg" />\n\n<picture><source srcset="/h.png" /></picture>',
    ),
    told: [
      ['5:1', 'missing-file', '/images/mark.png'],
      ['5:24', 'missing-file'],
      ['5:24', 'missing-file'],
      ['7:1', 'missing-file'],
      ['7:31', 'missing-file'],
      ['9:1', 'missing-file'],
      ['9:1', 'missing-file'],
      ['11:10', 'missing-file'],
    ],
  },
  {
    name: 'misspelled front matter',
    page: '---\ntitel: Page\n---\n\nText.\n',
    told: [['2:1', 'frontmatter-unknown-key', 'title']],
  },
  {
    name: 'pictures and pages that front matter names',
    page: '---\ntitle: Page\nicon: /images/mrak.png\nrelated: [/idnex]\n---\n\nText.\n',
    told: [
      ['3:1', 'missing-file', '/images/mark.png'],
      ['4:1', 'broken-link', '/index'],
    ],
  },
  {
    name: 'front matter without a meaning',
    page: '---\ntitle: Page\naudience: all\n---\n\nText.\n',
    told: [['3:1', 'frontmatter-unknown-key']],
  },
  {
    name: 'unknown icons, the same one at each of its places',
    page: `---\ntitle: Page\nicon: hoose\n---\n\n${[
      '<Icon icon="rokcet" />',
      '<Card title="a" icon="rokcet" />',
      '<Accordion title="a" icon={"rokcet"}>b</Accordion>',
      '<Steps><Step title="a" icon="rokcet">b</Step></Steps>',
      '<Tabs><Tab title="a" icon="rokcet">b</Tab></Tabs>',
      '<Badge icon="rokcet">a</Badge>',
      '```js a.js icon="rokcet"\na\n```',
    ].join('\n\n')}\n`,
    told: [
      ['3:1', 'unknown-icon', 'house'],
      ['6:1', 'unknown-icon', 'rocket'],
      ['8:1', 'unknown-icon', 'rocket'],
      ['10:1', 'unknown-icon', 'rocket'],
      ['12:8', 'unknown-icon', 'rocket'],
      ['14:7', 'unknown-icon', 'rocket'],
      ['16:1', 'unknown-icon', 'rocket'],
      ['18:1', 'unknown-icon', 'rocket'],
    ],
  },
];

const snippet = '[a](/snippet/gone) ![b](/snippet.png) <Icon icon="rokcet" />\n';
const config = minimalConfig(['index', 'sound', 'part', ...cases.map((_, index) => `p${index}`)], {
  navigation: {
    tabs: [
      {
        tab: 'Guides',
        icon: 'hoose',
        groups: [
          { group: 'A', icon: 'hoose', pages: ['index', 'sound', 'part'] },
          { group: 'B', icon: '/none.svg', pages: cases.map((_, index) => `p${index}`) },
        ],
      },
    ],
  },
  navbar: { links: [{ label: 'a', href: '/navbar/gone' }] },
  contextual: { options: [{ title: 'a', description: 'b', href: '/menu/gone' }] },
  auth: {
    enabled: true,
    publicPaths: ['indx', '**'],
    groups: { partners: { label: 'Partners', pages: ['parnters/**'] } },
  },
});

const dir = makeTempDir();
let watch: Watch;
let build: WatchBuild | undefined;
let text: (path: string) => Promise<string>;

beforeAll(async () => {
  writeFiles(dir, {
    'docs.json': config,
    'index.mdx': body('## Home'),
    'sound.mdx': body('Sound.'),
    'part.mdx': body('import Part from "/snippets/part.mdx";\n\n<Part />'),
    'snippets/part.mdx': snippet,
    'images/mark.png': 'x',
    'partners/deal.mdx': body('A deal.'),
    ...Object.fromEntries(cases.map(({ page }, index) => [`p${index}.mdx`, page])),
  });
  watch = watchSite({
    ...{ dir, version: '0' },
    onBuild: (built) => {
      build = built;
    },
  });
  await watch.ready;
  const app = createApp({ site: watch, version: '0', log: () => {}, ...watch });
  text = async (path) => (await app.request(`http://docs.test${path}`)).text();
}, 60_000);
afterAll(async () => {
  await watch.close();
  rmSync(dir, { recursive: true, force: true });
});

/** `place code` of what the notice of a page shows, of its own file. */
function shownIn(html: string, file: string): readonly string[] {
  const items = html.matchAll(
    /<li class="dc-problem [^"]*" data-place="([^"]*)">(?:(?!<\/li>).)*?problem-code">([^<]*)</gs,
  );
  return [...items].flatMap(([, where = '', code]) =>
    where.startsWith(`${file}:`) ? [`${where.slice(file.length + 1)} ${code}`] : [],
  );
}

describe('docent dev shows in the terminal and in the browser', () => {
  test.each(cases.map((one, index) => ({ ...one, file: `p${index}.mdx`, path: `/p${index}` })))(
    '$name',
    async ({ file, path, told }) => {
      const problems = (build?.problems ?? []).filter((problem) => problem.file === file);
      const found = problems.map(
        ({ place, ruleId }) => `${place?.start.line}:${place?.start.column} ${ruleId}`,
      );
      const wanted = told.map(([place, code]) => `${place} ${code}`).sort();
      expect([...found].sort()).toEqual(wanted);
      expect([...shownIn(await text(path), file)].sort()).toEqual(wanted);
      for (const [, , meant] of told.filter(([, , meant]) => meant !== undefined)) {
        expect(problems.some(({ expected }) => expected?.includes(String(meant)))).toBe(true);
      }
    },
  );

  test('what is wrong in a snippet, on the page that uses it', async () => {
    const file = 'snippets/part.mdx';
    expect(shownIn(await text('/part'), file)).toEqual([
      '1:39 unknown-icon',
      '1:1 broken-link',
      '1:20 missing-file',
    ]);
  });

  test('what is wrong in docs.json, folded on every page', async () => {
    const html = await text('/sound');
    expect(/(\d+) in docs\.json/.exec(html)?.[1]).toBe('7');
    const codes = shownIn(html, 'docs.json').map((shown) => shown.split(' ')[1]);
    expect(codes).toEqual([
      'unknown-icon',
      'unknown-icon',
      'missing-file',
      'broken-link',
      'broken-link',
      'unused-pattern',
      'unused-pattern',
    ]);
    const meant = build?.problems.flatMap(({ ruleId, expected }) =>
      ruleId === 'unused-pattern' ? expected : [],
    );
    expect(meant).toEqual(['index', 'partners/**']);
  });
});

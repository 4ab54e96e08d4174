import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

/** One diagram of each kind that has a file of its own. */
const charts: Readonly<Record<string, string>> = {
  architecture:
    'architecture-beta\n  group api(cloud)[API]\n  service db(database)[Database] in api\n  service disk(disk)[Disk] in api\n  db:L -- R:disk',
  block: 'block-beta\n  columns 2\n  a b',
  c4: 'C4Context\n  title Bank\n  Person(a, "Customer")\n  System(b, "Bank")\n  Rel(a, b, "Uses")',
  class: 'classDiagram\n  Animal <|-- Duck\n  Animal : +int age',
  er: 'erDiagram\n  CUSTOMER ||--o{ ORDER : places',
  flowchart: 'flowchart LR\n  a[Write] --> b{Check}\n  b -->|yes| c[Build]',
  gantt: 'gantt\n  dateFormat YYYY-MM-DD\n  section A\n  First :a1, 2026-01-01, 3d',
  git: 'gitGraph\n  commit\n  branch next\n  commit',
  journey: 'journey\n  title Day\n  section Work\n    Tea: 5: Me',
  kanban: 'kanban\n  todo[Todo]\n    one[Write]',
  mindmap: 'mindmap\n  root\n    one\n    two',
  packet: 'packet-beta\n  0-15: "Source"\n  16-31: "Target"',
  pie: 'pie title Pets\n  "Dogs" : 3\n  "Cats" : 2',
  quadrant: 'quadrantChart\n  x-axis Low --> High\n  y-axis Low --> High\n  A: [0.3, 0.6]',
  radar: 'radar-beta\n  axis a, b, c\n  curve x{1,2,3}',
  requirement:
    'requirementDiagram\n  requirement one {\n    id: 1\n    text: works\n    risk: high\n    verifymethod: test\n  }',
  sankey: 'sankey-beta\n\nA,B,10\nB,C,5',
  sequence: 'sequenceDiagram\n  Alice->>Bob: Hello\n  Bob-->>Alice: Hi',
  state: 'stateDiagram-v2\n  [*] --> Open\n  Open --> [*]',
  timeline: 'timeline\n  title Years\n  2025 : First',
  treemap: 'treemap-beta\n"All"\n  "One": 10\n  "Two": 20',
  xychart: 'xychart-beta\n  x-axis [a, b]\n  y-axis "Count" 0 --> 5\n  bar [2, 4]',
};

const page = (title: string, ...sources: string[]) =>
  `---\ntitle: ${title}\n---\n\n${sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join('\n')}`;

const { flowchart = '', pie = '', sequence = '' } = charts;

const row = Array.from({ length: 14 }, (_, at) => `s${at}[Step number ${at}] --> s${at + 1}`);
/** With many others below its first box. */
const tall = Array.from({ length: 30 }, (_, at) => `s0 --> t${at}`);

const files = {
  'docs.json': {
    name: 'Diagrams',
    theme: 'mint',
    colors: { primary: '#0F766E' },
    navigation: {
      pages: ['index', 'plain', 'mixed', 'rare', 'broken', 'row', 'tabs', ...Object.keys(charts)],
    },
  },
  'index.mdx': page('Start', flowchart),
  'plain.mdx': '---\ntitle: Plain\n---\n\nText alone.\n',
  'mixed.mdx': page('Mixed', flowchart, pie, sequence),
  'rare.mdx': page('Rare', 'ishikawa-beta\n  Late\n    People\n      Few'),
  'row.mdx': page('Row', `flowchart LR\n  ${row.join('\n  ')}`),
  'tabs.mdx': `---\ntitle: Tabs\n---\n\n<Tabs>\n<Tab title="One">Text.</Tab>\n<Tab title="Two">\n\n\`\`\`mermaid\nflowchart LR\n  ${row.join('\n  ')}\n  ${tall.join('\n  ')}\n\`\`\`\n\n</Tab>\n</Tabs>\n`,
  'broken.mdx': page('Broken', 'flowchart LR\n  a[', flowchart),
  ...Object.fromEntries(
    Object.entries(charts).map(([kind, source]) => [`${kind}.mdx`, page(kind, source)]),
  ),
};

describe.runIf(hasBrowser())('diagrams', () => {
  const { newPage } = siteInBrowser(files, { viewport: { width: 1440, height: 900 } });

  /** A page once all of its diagrams are drawn but `undrawn`, and the files of Mermaid that it asked for. */
  async function visit(path: string, undrawn = 0) {
    const opened = await newPage();
    const asked: string[] = [];
    const failures: string[] = [];
    opened.on('request', (request) => {
      if (request.url().includes('mermaid')) asked.push(new URL(request.url()).pathname);
    });
    opened.on('pageerror', (error) => failures.push(String(error)));
    await opened.goto(path, { waitUntil: 'load' });
    await opened.waitForFunction(
      (left) => document.querySelectorAll('.mermaid:not([data-drawn])').length === left,
      undrawn,
    );
    expect(failures).toEqual([]);
    return { opened, asked: [...new Set(asked)] };
  }

  test.each(Object.keys(charts))(
    'draws the kind %s from a file with that kind alone',
    async (kind) => {
      const { opened, asked } = await visit(`/${kind}`);
      // Besides the module that asks for it.
      const library = asked.filter((path) => /mermaid-[a-z]+[\d-]*-[A-F0-9]{8}\.js$/.test(path));
      expect(library).toHaveLength(1);
      expect(library[0]).toContain(`/mermaid-${kind}-`);
      const box = await opened.locator('.mermaid-drawing > svg').boundingBox();
      expect(box?.width).toBeGreaterThan(20);
      expect(await opened.locator('.mermaid-desk').count()).toBe(0);
    },
  );

  test('draws several kinds, and rare ones, from one file', async () => {
    for (const path of ['/mixed', '/rare']) {
      const { asked } = await visit(path);
      const library = asked.filter((asked) => /-[A-F0-9]{8}\.js$/.test(asked));
      expect(library).toHaveLength(1);
    }
  });

  test('has its buttons next to the drawing, not on it', async () => {
    const { opened } = await visit('/sequence');
    const drawing = await opened.locator('.mermaid-drawing').boundingBox();
    const buttons = await opened.locator('.mermaid-controls').boundingBox();
    if (!drawing || !buttons) throw new Error('Nothing is drawn');
    expect(buttons.y).toBeGreaterThanOrEqual(drawing.y + drawing.height);
  });

  test('keeps the words of a long row readable, and lets it scroll', async () => {
    const { opened } = await visit('/row');
    const drawing = opened.locator('.mermaid-drawing');
    const shown = await drawing.evaluate((box) => {
      const svg = box.querySelector('svg');
      const scale = (svg?.getBoundingClientRect().width ?? 0) / (svg?.viewBox.baseVal.width ?? 1);
      return { scale, isLarger: box.scrollWidth > box.clientWidth };
    });
    expect(shown.scale).toBeGreaterThan(0.69);
    expect(shown.isLarger).toBe(true);
    await drawing.focus();
    await opened.keyboard.press('ArrowRight');
    await expect.poll(() => drawing.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    expect(await opened.locator('.mermaid-controls').count()).toBe(0);
    // The page itself doesn't scroll sideways.
    const page = await opened.evaluate(() => document.documentElement.scrollWidth);
    expect(page).toBeLessThanOrEqual(1440);
  });

  test('fits a large drawing into its column when its tab is opened, with buttons', async () => {
    const { opened } = await visit('/tabs');
    await opened.getByRole('tab', { name: 'Two' }).click();
    await opened.locator('.mermaid-controls').waitFor();
    const isLarger = await opened
      .locator('.mermaid-drawing')
      .evaluate((box) => box.scrollWidth > box.clientWidth);
    expect(isLarger).toBe(false);
  });

  test('loads nothing on pages without diagrams', async () => {
    const { asked } = await visit('/plain');
    expect(asked).toEqual([]);
  });

  test('shows the source of a diagram with mistakes, and draws the others', async () => {
    const { opened } = await visit('/broken', 1);
    await opened.locator('.mermaid[data-drawn]').waitFor();
    expect(await opened.locator('.mermaid-source').first().isVisible()).toBe(true);
    expect(await opened.locator('.mermaid-desk').count()).toBe(0);
  });

  test('draws again in the colours of the other mode', async () => {
    const { opened } = await visit('/');
    const fill = () =>
      opened
        .locator('.mermaid .node rect')
        .first()
        .evaluate((node) => getComputedStyle(node).fill);
    const light = await fill();
    await opened.locator('.mode-toggle').first().click();
    await opened.waitForFunction((before) => {
      const node = document.querySelector('.mermaid .node rect');
      return node !== null && getComputedStyle(node).fill !== before;
    }, light);
  });
});

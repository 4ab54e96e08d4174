import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { configEdits } from './config-edits.ts';
import { type Draw, drawFrom } from './draw.ts';
import { svg } from './linked-site.ts';

/** A folder that is edited, with what was deleted of it. */
interface Folder {
  readonly dir: string;
  readonly draw: Draw;
  readonly deleted: Map<string, string>;
}

/** Does something to a folder, and returns what; undefined if there is nothing it could do. */
type Edit = (folder: Folder) => string | undefined;

/** Edits of a folder with the linked site in it, as a seed draws them: each returns what it did. */
export function editsOf(dir: string, seed: number): () => string {
  const folder: Folder = { dir, draw: drawFrom(seed), deleted: new Map() };
  const all = kinds.flatMap(([edit, share]) => Array.from({ length: share }, () => edit));
  return () => {
    for (;;) {
      const did = folder.draw.one(all)(folder);
      if (did !== undefined) return did;
    }
  };
}

function pagesIn({ dir }: Folder): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mdx') && !path.startsWith('snippets/'))
    .sort();
}

function onePage(folder: Folder): string {
  return folder.draw.one(pagesIn(folder));
}

/** Any page but the first: a site has one. */
function otherPage(folder: Folder): string {
  return folder.draw.one(pagesIn(folder).filter((path) => path !== 'index.mdx'));
}

function read({ dir }: Folder, path: string): string {
  return readFileSync(join(dir, path), 'utf8');
}

function write({ dir }: Folder, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

function addText(folder: Folder): string {
  const { draw } = folder;
  const path = onePage(folder);
  const to = `/${onePage(folder).slice(0, -'.mdx'.length)}`;
  const digit = draw.below(10);
  const text = draw.one([
    draw.sentence(),
    `## ${draw.sentence().slice(0, -1)}`,
    `See [this](${to}) and [that](${to}#linux).`,
    `![Picture](/img/${draw.one(['a', 'b'])}.svg)`,
    `<Note>\n${draw.sentence()}\n</Note>`,
    `\`\`\`js\nconst x = ${digit};\n\`\`\``,
    `<Card title="More" href="${to}">\n${draw.sentence()}\n</Card>`,
    `{1 + ${digit}}`,
    `$$\nx^${digit}\n$$`,
    `\`\`\`mermaid\nflowchart LR\n A-->B${digit}\n\`\`\``,
    `<Update label="May ${digit}">\n${draw.sentence()}\n</Update>`,
    'import Two from "/snippets/two.mdx";\n\n<Two />',
    'import Hint from "/snippets/hint.mdx";\n\n<Hint />',
    '<Unclosed',
    `<div className="text-red-500 p-${digit}">x</div>`,
    '{{product}} {{missing}}',
    `export const y = ${digit};\n\n{y}`,
    `Text[^${digit}]\n\n[^${digit}]: A note.`,
  ]);
  write(folder, path, `${read(folder, path)}\n${text}\n`);
  return `add ${JSON.stringify(text)} to ${path}`;
}

function cutText(folder: Folder): string {
  const path = onePage(folder);
  const lines = read(folder, path).split('\n');
  const head = lines.indexOf('---', 1) + 1;
  const kept = Math.max(head, lines.length - 2 - folder.draw.below(4));
  write(folder, path, `${lines.slice(0, kept).join('\n')}\n`);
  return `cut ${path} behind line ${kept}`;
}

function editFrontmatter(folder: Folder): string | undefined {
  const { draw } = folder;
  const path = onePage(folder);
  const text = read(folder, path);
  if (!text.startsWith('---\n')) return undefined;
  const [name, value] = draw.one([
    ...['title', 'description', 'sidebarTitle', '"og:title"'].map(
      (text) => [text, JSON.stringify(draw.sentence())] as const,
    ),
    ...['hidden', 'noindex', 'deprecated', 'rss'].map((flag) => [flag, 'true'] as const),
    ['searchable', 'false'] as const,
    ['keywords', `[${JSON.stringify(draw.sentence())}]`] as const,
    ['mode', draw.one(['wide', 'center', 'custom', 'frame'])] as const,
    ['icon', draw.one(['star', 'book', 'no-such-icon'])] as const,
    ['tag', 'NEW'] as const,
    ['boost', '2'] as const,
    ['url', 'https://example.com'] as const,
    ['groups', '["admin"]'] as const,
    ['canonical', 'https://example.com/x'] as const,
    ['openapi', draw.one(['GET /users', 'POST /users', 'GET /none'])] as const,
  ]);
  const lines = text.split('\n').filter((line) => !line.startsWith(`${name}:`));
  const isRemoved = draw.oneIn(4);
  if (!isRemoved) lines.splice(1, 0, `${name}: ${value}`);
  write(folder, path, lines.join('\n'));
  return `${isRemoved ? 'remove' : 'set'} ${name}: ${value} in ${path}`;
}

function addPage(folder: Folder): string {
  const { draw } = folder;
  const path = `${draw.one(['', 'a/', 'new/'])}new-${draw.below(3)}.mdx`;
  write(folder, path, `---\ntitle: ${draw.sentence().slice(0, 15)}\n---\n\n${draw.sentence()}\n`);
  return `write ${path}`;
}

function deletePage(folder: Folder): string {
  const path = otherPage(folder);
  folder.deleted.set(path, read(folder, path));
  rmSync(join(folder.dir, path));
  return `delete ${path}`;
}

function restorePage(folder: Folder): string | undefined {
  const [page] = folder.deleted;
  if (!page) return undefined;
  const [path, text] = page;
  write(folder, path, text);
  folder.deleted.delete(path);
  return `restore ${path}`;
}

function renamePage(folder: Folder): string {
  const path = otherPage(folder);
  const name = join(dirname(path), `renamed-${folder.draw.below(3)}.mdx`);
  renameSync(join(folder.dir, path), join(folder.dir, name));
  return `rename ${path} to ${name}`;
}

/** Files that pages use, and files in the place of generated ones. */
const assets = [
  ...[
    'img/a.svg',
    'img/b.svg',
    'img/icon.svg',
    'img/logo.svg',
    'style.css',
    'extra.js',
    'files/x.pdf',
    'snippets/data.json',
  ],
  ...['robots.txt', 'llms.txt', 'sitemap.xml', 'favicon.ico', '404.html', 'index.md', 'old'],
];

function editAsset(folder: Folder): string {
  const { draw } = folder;
  const path = draw.one(assets);
  if (existsSync(join(folder.dir, path)) && draw.oneIn(2)) {
    rmSync(join(folder.dir, path));
    return `delete ${path}`;
  }
  const digit = draw.below(10);
  const texts: Readonly<Record<string, string>> = {
    svg: svg(digit + 1),
    css: `.a { margin: ${digit}px }`,
    js: `console.log(${digit})`,
  };
  write(folder, path, texts[path.split('.').at(-1) ?? ''] ?? draw.sentence());
  return `write ${path}`;
}

function editSnippet(folder: Folder): string {
  const { draw } = folder;
  const end = draw.one(['', '\n\n## Part', '\n\n<Note>Note</Note>', ' {{product}}', ' <Unclosed']);
  const [path, text] = draw.one([
    ['snippets/hint.mdx', `${draw.sentence()}${end}`] as const,
    ['snippets/two.mdx', `${draw.sentence()}${end}`] as const,
    [
      'snippets/box.jsx',
      `export const Box = ({ n }) => <div className="p-${draw.below(9)}">{n}</div>;`,
    ] as const,
  ]);
  write(folder, path, text);
  return `write ${JSON.stringify(text)} to ${path}`;
}

function editApi(folder: Folder): string {
  const { draw } = folder;
  const text = read(folder, 'api.json');
  const [found, now] = draw.one([
    [/"summary": ".*?"/, `"summary": "${draw.sentence()}"`] as const,
    [/"type": "(?:string|integer)"/, `"type": "${draw.one(['string', 'integer'])}"`] as const,
    [/"\/(?:users|people)":/, `"/${draw.one(['users', 'people'])}":`] as const,
  ]);
  write(folder, 'api.json', text.replace(found, now));
  return `put ${now} into api.json`;
}

function editIgnored(folder: Folder): string {
  const ignored = folder.draw.oneIn(2) ? '' : otherPage(folder);
  write(folder, '.docentignore', `${ignored}\n`);
  return `ignore ${ignored || 'nothing'}`;
}

function editConfig(folder: Folder): string {
  const { draw } = folder;
  const config = JSON.parse(read(folder, 'docs.json'));
  const did = draw.one(configEdits)(config, draw, pagesIn(folder));
  write(folder, 'docs.json', JSON.stringify(config, null, 2));
  return did;
}

/** How often each of them is drawn. */
const kinds: readonly (readonly [edit: Edit, share: number])[] = [
  [addText, 8],
  [cutText, 3],
  [editFrontmatter, 5],
  [addPage, 1],
  [deletePage, 2],
  [restorePage, 3],
  [renamePage, 1],
  [editAsset, 4],
  [editSnippet, 2],
  [editApi, 2],
  [editIgnored, 1],
  [editConfig, 7],
];

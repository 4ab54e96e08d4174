import { appendFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const nouns =
  'request response token key header body page field value list record schema project user group session event queue worker index query cursor limit retry timeout stream message file folder region cluster replica backup'.split(
    ' ',
  );
const verbs =
  'returns accepts validates creates updates removes lists filters sorts merges retries caches signs verifies encodes streams imports exports'.split(
    ' ',
  );
const adjectives =
  'default optional required nested empty unique recent stable internal public signed expired pending active'.split(
    ' ',
  );
const glue = ['when', 'because', 'unless', 'so that', 'before', 'after', 'while'];

/** Writes a site of ordinary pages: prose, code in several languages, callouts, tabs, tables, links. */
export function generateSite(dir: string, pages: number, seed = 1): void {
  rmSync(dir, { recursive: true, force: true });
  const random = seeded(seed);
  const groups = Math.max(2, Math.round(pages / 25));
  const paths = Array.from(
    { length: pages },
    (_, index) => `chapter-${index % groups}/page-${index}`,
  );
  const config = {
    name: 'Benchmark',
    colors: { primary: '#0F766E' },
    navigation: {
      tabs: Array.from({ length: Math.ceil(groups / 8) }, (_, tab) => ({
        tab: `Part ${tab + 1}`,
        groups: Array.from({ length: Math.min(8, groups - tab * 8) }, (_, g) => ({
          group: `Chapter ${tab * 8 + g + 1}`,
          pages: paths.filter((_, index) => index % groups === tab * 8 + g),
        })),
      })),
    },
  };
  write(dir, 'docs.json', JSON.stringify(config, null, 2));
  for (const [index, path] of paths.entries()) {
    write(dir, `${path}.mdx`, pageText(index, paths, random));
  }
}

/** Ends each page with the same list and sum: as text, or as an expression and a component that make it. */
export function addAuthorCode(dir: string, kind: 'text' | 'code'): void {
  const rows = Array.from({ length: 20 }, (_, n) => [`field ${n}`, n * 3] as const);
  write(
    dir,
    'snippets/rows.jsx',
    'export const Rows = ({ of }) => <ul>{of.map(([name, n]) => <li key={name}>{name}: {n}</li>)}</ul>;\n',
  );
  const list = rows.map(([name, n]) => `<li>${name}: ${n}</li>`).join('');
  const sum = rows.reduce((all, [, n]) => all + n, 0);
  const end =
    kind === 'text'
      ? `<ul>${list}</ul>\n\nThe sum is ${sum}.`
      : 'import { Rows } from "/snippets/rows.jsx"\n\nexport const rows = Array.from({ length: 20 }, (_, n) => [`field ${n}`, n * 3])\n\n<Rows of={rows} />\n\nThe sum is {rows.reduce((all, [, n]) => all + n, 0)}.';
  for (const file of globSync('chapter-*/*.mdx', { cwd: dir })) {
    appendFileSync(join(dir, file), `\n\n${end}\n`);
  }
}

/** One page of some 700 words and three or four blocks of code. */
export function pageText(index: number, paths: readonly string[], random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const sentence = (): string => {
    const words = [
      `The ${pick(adjectives)} ${pick(nouns)} ${pick(verbs)} the ${pick(nouns)}`,
      `${pick(glue)} a ${pick(adjectives)} ${pick(nouns)} ${pick(verbs)} \`${pick(nouns)}_${pick(nouns)}\``,
      random() < 0.3
        ? `as [${pick(nouns)}](/${pick(paths)}) explains`
        : `for **every** ${pick(nouns)}`,
    ];
    return `${words.join(' ')}.`;
  };
  const paragraph = (): string =>
    Array.from({ length: 3 + Math.floor(random() * 3) }, sentence).join(' ');
  const samples = [
    () =>
      `\`\`\`js\nconst ${pick(nouns)} = await client.${pick(verbs)}({ id: ${index}, ${pick(nouns)}: '${pick(adjectives)}' });\nif (!${pick(nouns)}.ok) {\n  throw new Error(\`failed: \${${pick(nouns)}.status}\`);\n}\nconsole.log(${pick(nouns)});\n\`\`\``,
    () =>
      `\`\`\`python\nfrom sdk import Client\n\nclient = Client(api_key="${pick(nouns)}-${index}")\nfor ${pick(nouns)} in client.${pick(verbs)}(limit=${Math.floor(random() * 100)}):\n    print(${pick(nouns)}.id, "${pick(adjectives)}")\n\`\`\``,
    () =>
      `\`\`\`bash\ncurl -X POST https://api.example.com/v1/${pick(nouns)}s \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '{"${pick(nouns)}": "${pick(adjectives)}-${index}"}'\n\`\`\``,
    () =>
      `\`\`\`json\n{\n  "id": ${index},\n  "${pick(nouns)}": "${pick(adjectives)}",\n  "${pick(nouns)}s": [1, 2, ${Math.floor(random() * 1000)}]\n}\n\`\`\``,
  ];
  const sections = Array.from({ length: 5 }, (_, number) => {
    const parts = [
      `## ${pick(adjectives).replace(/^./, (l) => l.toUpperCase())} ${pick(nouns)} ${number + 1}`,
      paragraph(),
    ];
    if (number % 2 === 0) parts.push(pick(samples)());
    if (number === 1) {
      const callout = pick(['Note', 'Tip', 'Warning']);
      parts.push(`<${callout}>
${sentence()}
</${callout}>`);
    }
    if (number === 2) {
      const rows = Array.from(
        { length: 5 },
        () => `| \`${pick(nouns)}\` | ${pick(adjectives)} | ${sentence()} |`,
      );
      parts.push(['| Field | Kind | Meaning |', '| --- | --- | --- |', ...rows].join('\n'));
    }
    if (number === 3) {
      parts.push(
        `<Tabs>\n<Tab title="One">\n\n${paragraph()}\n\n</Tab>\n<Tab title="Two">\n\n${pick(samples)()}\n\n</Tab>\n</Tabs>`,
      );
    }
    if (number === 4) parts.push(`- ${sentence()}\n- ${sentence()}\n- ${sentence()}`);
    parts.push(paragraph());
    return parts.join('\n\n');
  });
  const head = `---\ntitle: Page ${index} about ${pick(nouns)}s\ndescription: ${sentence()}\n---`;
  return `${head}\n\n${paragraph()}\n\n${sections.join('\n\n')}\n`;
}

function write(dir: string, path: string, text: string): void {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

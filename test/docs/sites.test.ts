import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSite } from '../../pipeline/check.ts';
import { openDeployment } from '../../pipeline/output/read.ts';
import type { Problem } from '../../schema/errors.ts';
import { buildSite } from '../support/build.ts';
import { projectRoot } from '../support/corpus.ts';
import { handbookFences } from '../support/fences.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const fences = handbookFences();

const page = (path: string) => `---\ntitle: Page ${path}\n---\n\n## Start\n\nText.\n`;

/** Page paths that a navigation lists. */
function listed(value: unknown, key = ''): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry) =>
      typeof entry === 'string' ? (key === 'pages' ? [entry] : []) : listed(entry, key),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    typeof entry === 'string' && (name === 'root' || name === 'landing')
      ? [entry.replace(/^\//, '')]
      : listed(entry, name),
  );
}

/** An API description with the operations that pages are listed for. */
function described(operations: readonly string[]): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const [method = 'GET', path = '/'] = operation.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    }));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...{ summary: operation, parameters, responses: { 200: { description: 'Done.' } } },
      },
    };
  }
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths });
}

/** The same of events, with the channels that pages are listed for. */
function describedEvents(channels: readonly string[]): string {
  const entries = channels.map((name) => [
    name,
    { address: name, messages: { sent: { payload: { type: 'object' } } } },
  ]);
  return JSON.stringify({
    asyncapi: '3.0.0',
    info: { title: 'Events', version: '1' },
    channels: Object.fromEntries(entries),
  });
}

const channelPrefix = /^CHANNEL /;
const isOperation = (entry: string) => /^[A-Z]+ \//.test(entry);

/** The site of an example, with a stand-in for each page, and each file that its `docs.json` names. */
function standIns(part: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const config = { ...minimalConfig(['index']), ...('group' in part ? grouped(part) : part) };
  const files: Record<string, unknown> = { 'docs.json': config, 'index.mdx': page('index') };
  const entries = listed(config.navigation ?? {});
  for (const path of entries) {
    const isPage = !isOperation(path) && !channelPrefix.test(path) && !/^https?:/.test(path);
    if (isPage) files[`${path}.mdx`] = page(path);
  }
  const sources = JSON.stringify(config).matchAll(
    /"(?:openapi|asyncapi|source)":"\/?([^":]+\.(?:ya?ml|json))"/g,
  );
  const channels = entries.filter((entry) => channelPrefix.test(entry));
  for (const [, source = ''] of sources) {
    files[source] = source.startsWith('asyncapi')
      ? describedEvents([...channels.map((entry) => entry.replace(channelPrefix, '')), 'things'])
      : described([...entries.filter(isOperation), 'GET /things']);
  }
  if (JSON.stringify(config).includes('"$ref":"./navigation.json"')) {
    files['navigation.json'] = { groups: [{ group: 'Pages', pages: ['index'] }] };
  }
  return files;
}

const grouped = (group: object) => ({ navigation: { groups: [group] } });

/** What the rest of a site has that an example of another section links to. */
const named: ReadonlySet<string> = new Set([
  ...['broken-link', 'missing-file', 'redirect-target', 'unused-pattern', 'redirect-over-page'],
]);

const configs = fences.filter(({ info }) => info.startsWith('json docs.json'));
const navigations = configs.filter(({ text }) => /"(navigation|group)"/.test(text));

describe('each docs.json of the handbook', () => {
  test.each(configs)('is a site without problems: $page, line $line', async ({ text }) => {
    const part = JSON.parse(text) as Record<string, unknown>;
    // The branch is another clone's matter.
    if (text.includes('"branch"')) return;
    const dir = writeFiles(tempDir(), standIns(part));
    const { problems } = await checkSite({ dir, threads: 1 });
    const isWhole = 'navigation' in part || 'group' in part;
    const serious = problems.filter(
      ({ severity, ruleId }) => severity !== 'note' && (isWhole || !named.has(ruleId)),
    );
    expect(serious.map(shown)).toEqual([]);
  });

  test.each(navigations)('has no dead link in its frame: $page, line $line', async ({ text }) => {
    if (text.includes('"branch"')) return;
    const dir = writeFiles(tempDir(), standIns(JSON.parse(text)));
    const out = tempDir();
    const { deployment } = await buildSite(dir, out);
    const site = openDeployment(out, deployment?.id ?? '');
    const dead: string[] = [];
    for await (const { path } of site.pages()) {
      const address = `/${path}`.replace(/\/index$/, '') || '/';
      const file = site.file(address);
      const html = file ? Buffer.from((await site.content(file)) as Uint8Array).toString() : '';
      expect(html).toContain('<main');
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) {
        if (!site.file(href)) dead.push(`${address} → ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });
});

describe('each page of the handbook’s examples', () => {
  const whole = fences.filter(
    ({ info, text }) => /^mdx( |$)/.test(info) && text.startsWith('---\n'),
  );

  test('are some', () => expect(whole.length).toBeGreaterThan(3));

  test.each(whole)('is shown without a problem: $page, line $line', async ({ info, text }) => {
    const path = info.split(' ')[1]?.replace(/\.mdx$/, '') ?? 'example';
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index', path], {
        api: { openapi: 'openapi.yaml', mdx: { server: 'https://api.example.com' } },
        auth: { enabled: true, groups: { partners: { label: 'Partners', pages: [] } } },
      }),
      'index.mdx': page('index'),
      'openapi.yaml': described(['GET /books', 'GET /books/{isbn}', 'GET /users/{id}']),
      'asyncapi.yaml': describedEvents(['orderPlaced']),
      [`${path}.mdx`]: text,
    });
    const { problems } = await checkSite({ dir, threads: 1 });
    const serious = problems.filter(
      ({ severity, ruleId }) => severity !== 'note' && !named.has(ruleId),
    );
    expect(serious.map(shown)).toEqual([]);
  });
});

/** The handbook's own snippets, by the names above them. */
const snippets = Object.fromEntries(
  fences.flatMap(({ info, text }) => {
    const path = /^(?:jsx|mdx) (snippets\/\S+)/.exec(info)?.[1];
    return path ? [[path, text]] : [];
  }),
);

describe('each part of a page in the handbook', () => {
  const parts = fences.filter(({ info, text }) => /^mdx$/.test(info) && !text.startsWith('---\n'));

  test('is shown without a problem', async () => {
    const names = parts.map((_, index) => `part-${index}`);
    const handbook = join(projectRoot, 'docs');
    const { web3 } = JSON.parse(readFileSync(join(handbook, 'docs.json'), 'utf8'));
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index', ...names], { web3 }),
      'index.mdx': page('index'),
      'abi/weth.json': readFileSync(join(handbook, 'abi/weth.json'), 'utf8'),
      ...snippets,
      ...Object.fromEntries(
        parts.map(({ text }, index) => [`part-${index}.mdx`, `---\ntitle: A\n---\n\n${text}`]),
      ),
    });
    const { problems } = await checkSite({ dir, threads: 1 });
    const serious = problems.filter(
      ({ severity, ruleId }) => severity !== 'note' && !named.has(ruleId),
    );
    const from = ({ file }: Problem) => {
      const part = parts[Number(/\d+/.exec(file)?.[0] ?? -1)];
      return part && `${part.page}:${part.line}`;
    };
    expect(serious.map((problem) => `${from(problem)} ${shown(problem)}`)).toEqual([]);
  });
});

function shown({ file, place, ruleId, reason }: Problem): string {
  return `${file}:${place?.start.line} ${ruleId}: ${reason}`;
}

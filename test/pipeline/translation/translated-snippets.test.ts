import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { translateSite } from '../../../pipeline/translate.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { answerOf, fakeModel, goodModel } from '../translate/fake-model.ts';

const files = {
  'docs.json': minimalConfig(['one', 'two'], { i18n: { languages: ['de'] } }),
  'one.mdx':
    '---\ntitle: One\n---\n\nimport Help from "/snippets/help.mdx";\nimport { version } from "/snippets/help.mdx";\n\nThis is page one of the docs.\n\n<Help name="Acme" />\n\nVersion {version}\n',
  'two.mdx':
    '---\ntitle: Two\n---\n\nThis is page two of the docs.\n\n<Snippet file="help.mdx" name="Acme" />\n\nSee [help](#get-more-help).\n',
  'snippets/help.mdx':
    'export const version = "2.4";\n\nimport More from "./more.mdx";\n\n## Get more help\n\nAsk the people of {name} about everything.\n\n<More />\n',
  'snippets/more.mdx': 'There is always more to read about this.\n',
  'snippets/unused.mdx': 'Nobody reads these words at all.\n',
};

const run = (dir: string, more: object = {}) => ({
  ...{ dir: join(dir, 'in'), out: join(dir, 'out'), language: 'de', scope: 'all' as const },
  ...{ force: false, dryRun: false, now: () => 0, ...more },
});
const built = async (dir: string) => {
  const result = await buildSite(join(dir, 'in'), join(dir, 'out'));
  expect(result.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return (path: string) => readFileSync(join(result.site ?? '', path), 'utf8');
};
const bodyOf = (html: string) => html.slice(html.indexOf('class="mdx-content'));

test('a translated page shows its snippets in its language, with their values and ids', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), files);
  const model = goodModel('de');
  const first = await translateSite({ ...run(dir), model });
  expect(first).toMatchObject({ completed: 2, failed: 0, preview: { pages: 2 } });
  expect(JSON.stringify(model.requests)).not.toContain('Nobody reads');
  const read = await built(dir);
  for (const page of ['de/one', 'de/two']) {
    const html = bodyOf(read(`${page}/index.html`));
    expect(html).toContain('<h2 id="get-more-help"');
    expect(html).not.toMatch(/Ask the people|always more|Get more help/);
    expect(read(`${page}.md`)).not.toMatch(/Ask the people|always more/);
  }
  expect(bodyOf(read('de/one/index.html'))).toMatch(/Acme[\s\S]*2\.4/);
  expect(bodyOf(read('one/index.html'))).toMatch(/Ask the people of Acme[\s\S]*always more/);
  // Nothing is paid for twice.
  expect(await translateSite({ ...run(dir), model })).toMatchObject({ requests: 0, left: 0 });
});

test('a changed snippet shows its new source until it is translated again', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), files);
  const model = goodModel('de');
  await translateSite({ ...run(dir), model });
  await built(dir);
  writeFiles(join(dir, 'in'), {
    'snippets/more.mdx': 'A new line was written for this snippet.\n',
  });
  const before = await built(dir);
  expect(bodyOf(before('de/one/index.html'))).toContain('A new line was written');
  expect(bodyOf(before('de/one/index.html'))).not.toContain('Ask the people');
  const spent = model.requests.length;
  const again = await translateSite({ ...run(dir, { scope: 'stale' }), model });
  expect(again).toMatchObject({ completed: 0, failed: 0, requests: 1 });
  expect(model.requests.slice(spent)).toMatchObject([
    [{ text: 'A new line was written for this snippet.' }],
  ]);
  const after = await built(dir);
  expect(bodyOf(after('de/one/index.html'))).not.toContain('A new line');
});

test('a stale page is translated with the snippets that are new on it', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), files);
  const model = goodModel('de');
  await translateSite({ ...run(dir), model });
  writeFiles(join(dir, 'in'), {
    'two.mdx': `${files['two.mdx']}\n<Snippet file="unused.mdx" />\n`,
    'three.mdx': '---\ntitle: Three\n---\n\n<Snippet file="other.mdx" />\n',
    'snippets/other.mdx': 'Words of a page that has no translation.\n',
  });
  const spent = model.requests.length;
  await translateSite({ ...run(dir, { scope: 'stale' }), model });
  const asked = JSON.stringify(model.requests.slice(spent));
  expect(asked).toContain('Nobody reads these words at all.');
  expect(asked).not.toContain('Words of a page that has no translation.');
});

test('a stale page that takes in what is no longer there shows its source', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), files);
  await translateSite({ ...run(dir), model: goodModel('de') });
  writeFiles(join(dir, 'in'), {
    'one.mdx': '---\ntitle: One\n---\n\nThis page needs no help.\n',
    'two.mdx': files['two.mdx'].replace('help.mdx', 'other.mdx'),
    'snippets/other.mdx': files['snippets/help.mdx'],
  });
  rmSync(join(dir, 'in/snippets/help.mdx'));
  const read = await built(dir);
  for (const page of ['one', 'two']) {
    expect(read(`de/${page}/index.html`)).toContain('translation-pending');
  }
  expect(bodyOf(read('de/one/index.html'))).toContain('This page needs no help');
});

test('the snippet of a person wins, on pages of people and of the model', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), {
    ...files,
    'de/snippets/help.mdx':
      'export const version = "2.4";\n\nimport More from "./more.mdx";\n\n## Hilfe\n\nFrag {name}.\n\n<More />\n',
    'de/two.mdx': '---\ntitle: Zwei\n---\n\nVon Hand.\n\n<Snippet file="help.mdx" name="Acme" />\n',
  });
  const model = goodModel('de');
  await translateSite({ ...run(dir), model });
  expect(JSON.stringify(model.requests)).not.toContain('Ask the people');
  const read = await built(dir);
  expect(bodyOf(read('de/one/index.html'))).toContain('Frag Acme.');
  expect(bodyOf(read('de/one/index.html'))).not.toContain('always more');
  expect(bodyOf(read('de/two/index.html'))).toContain('Frag');
  expect(bodyOf(read('two/index.html'))).toContain('Ask the people');
});

test('what is wrong in the snippet of a person is said of that file', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), {
    ...files,
    'de/snippets/help.mdx': 'export const version = "2.4";\n\nEin [Link](/nirgends) zuviel.\n',
    'de/one.mdx': files['one.mdx'].replace('This is page one of the docs.', 'Von Hand.'),
  });
  const result = await buildSite(join(dir, 'in'), join(dir, 'out'));
  const found = result.problems.filter(({ ruleId }) => ruleId === 'broken-link');
  expect(found.map(({ file }) => file)).toEqual(['de/snippets/help.mdx']);
});

test('a snippet that fails is reported, and shown in the source language', async () => {
  const dir = tempDir();
  writeFiles(join(dir, 'in'), files);
  const good = goodModel('de');
  const model = fakeModel(async (segments) =>
    segments.some(({ text }) => text.includes('always'))
      ? answerOf(segments, ({ text }) => text)
      : (
          await good.complete({
            messages: [{ role: 'user', content: JSON.stringify({ segments }) }],
          })
        ).text,
  );
  const summary = await translateSite({ ...run(dir), model });
  expect(summary).toMatchObject({ completed: 2, failed: 1 });
  expect(summary.faults).toMatchObject([{ page: 'snippets/more.mdx' }]);
  const read = await built(dir);
  expect(bodyOf(read('de/one/index.html'))).toContain('There is always more');
  expect(bodyOf(read('de/one/index.html'))).not.toContain('Ask the people');
});

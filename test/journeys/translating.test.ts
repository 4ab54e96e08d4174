import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answerOf, askedIn, translated } from '../pipeline/translate/fake-model.ts';
import { startGitHub } from '../runtime/git/github-server.ts';
import { startModelStub } from '../support/model-stub.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const soon = { timeout: 60_000 };
const sentence =
  'Write the words of your pages in a workspace of your own, and run `npm test` once.';

test('pages are translated on the command line and by a server, and exported', async () => {
  const walk = await beginWalk();
  const page = walk.open('writing/translating');
  writeFiles(walk.dir, {
    'docs/docs.json': minimalConfig(['index']),
    'docs/index.mdx': `---\ntitle: Welcome\n---\n\n${sentence}\n\n<Card title="A card">Words in it.</Card>\n`,
  });
  page.save('"doNotTranslate": true', 'docs');
  const [, term] = JSON.parse(page.text('"doNotTranslate": true'));

  // A model that knows French words, and keeps to the terms that it is given.
  const model = await startModelStub(({ body }) => {
    const { terms = {} } = JSON.parse(body.messages?.at(-1)?.content ?? '{}');
    const segments = askedIn({ messages: body.messages as never });
    return {
      text: answerOf(segments, ({ text }) => {
        const kept = text.includes(term.term) ? Object.values(terms) : [];
        return [...kept, translated(text, 'fr')].join(' ');
      }),
    };
  });
  onTestFinished(() => model.close());
  const put = { 'http://localhost:11434/v1': model.baseUrl };
  const run = await page.run('--dry-run', { put });
  expect([run.code, run.err]).toEqual([0, expect.not.stringContaining('rror')]);
  expect(run.out).toContain('1 page to translate into fr');
  expect(run.out).toMatch(/\b1 translated\b/);
  const report = await page.run('--report');
  expect([report.code, report.err]).toEqual([0, expect.not.stringContaining('rror')]);
  expect(report.out).toMatch(/^fr: \d+ pages?: 1 completed/m);
  const server = walk.start('npx docent serve', {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: 'none',
    DOCENT_TRANSLATE_MODEL: 'my-model',
    GITHUB_TOKEN: 'token',
    GITHUB_API_URL: (await repository()).baseUrl,
  });
  const [key] = await server.says(/docent_live_\w+/);
  const [address = ''] = await server.says(/http:\/\/\S+/);
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  const french = await read('/fr');
  expect(french).toContain('npm test');
  expect(french).toContain(term.translations.fr);
  expect(french).not.toContain('Write the words');
  expect(french).toContain('A card');

  // A property is translated only when it is named.
  const properties = {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: 'none',
    DOCENT_TRANSLATE_MODEL: 'my-model',
  };
  expect((await page.run('--props', { env: properties })).code).toBe(0);

  // The same from the service, and to the repository.
  const get = async (path: string) => {
    const response = await fetch(`${address}/api/v1/projects${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return response.json();
  };
  const env = { DOCENT_KEY: key, PROJECT: (await get('')).data[0].id };
  await page.run('/languages', { env });
  const job = async () => (await get(`/${env.PROJECT}/translate`)).data[0];
  await expect.poll(async () => (await job())?.status, soon).toBe('completed');
  await page.run('"repoProvider"', {
    env,
    put: { '"acme"': '"o"', '"repoName": "docs"': '"repoName": "r"' },
  });
  const exported = JSON.parse((await page.run('export-repo', { env })).out);
  expect(exported.data).toMatchObject({ branch: 'docs/french' });
  const file = (await repository()).file('docs/french', 'docs/fr/index.mdx');
  expect(file).toContain('`npm test`');
  expect(file).not.toContain('Write the words');
  await server.end();

  const pseudo = await walk.shell('npx docent translate docs --language de --model pseudo');
  expect(pseudo).toMatchObject({ code: 0, out: expect.stringMatching(/\b1 translated\b/) });
  expect(readFileSync(join(walk.dir, 'docs/index.mdx'), 'utf8')).toContain(sentence);
});

let git: ReturnType<typeof startGitHub> | undefined;

/** The repository of the site, behind the API of its host. */
async function repository() {
  git ??= startGitHub().then((server) => {
    onTestFinished(() => server.close());
    server.push('main', { 'docs/index.mdx': sentence });
    return server;
  });
  return git;
}

import { expect, test } from 'vitest';
import { buildSite, serve } from '../support/build.ts';
import { docent } from '../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

test("a server's database proposes synonyms from searches, and questions from conversations", async () => {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['deploy', 'keys']),
    'deploy.mdx': '---\ntitle: Deployment\n---\n\nObservability of the server.\n',
    'keys.mdx': '---\ntitle: Keys\n---\n\n## Revoke a key\n\nTo revoke a key, run `acme revoke`.\n',
  });
  const out = tempDir();
  await buildSite(dir, out);
  const missing = await docent('search', '--propose', '--out', out);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no database')]);
  const server = await serve(out);
  try {
    const noteOf = async () => (await fetch(`${server.url}/_docent/search/index.json`)).json();
    await expect.poll(async () => (await noteOf()).outcomes, { timeout: 20_000 }).toBeDefined();
    const { outcomes, api } = await noteOf();
    const post = (address: string, body: object) =>
      fetch(`${server.url}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const report = async (queries: readonly string[], clicked: boolean) => {
      const searches = queries.map((q) => ({ q, results: 0 }));
      expect((await post(outcomes, { language: 'en', searches, clicked })).status).toBe(201);
    };
    for (let i = 0; i < 2; i++) await report(['withdraw a key', 'revoke a key'], true);
    for (let i = 0; i < 3; i++) await report(['o11y'], false);
    const chat = api.replace('/search/', '/assistant/').concat('/chat');
    const asked = await post(chat, { message: 'How do I revoke it in Fortran?', visitorId: 'v1' });
    expect(await asked.text()).toContain('"type":"done"');
  } finally {
    await server.close();
  }

  const proposed = await docent('search', '--propose', '--out', out);
  expect(proposed.out.split('\n')).toEqual([
    '["o11y","observability"]  abbreviation, 3 times, such as "o11y"',
    '["withdraw","revoke"]  next search, 2 times, such as "withdraw a key"',
  ]);
  expect(proposed.err).toContain(
    'Proposed 2 groups for search.synonyms. Queries without a click: 2.',
  );
  const json = await docent('search', '--propose', '--out', out, '--json');
  expect(JSON.parse(json.out)[0]).toEqual({
    ...{ words: ['o11y', 'observability'], because: 'abbreviation', times: 3, question: 'o11y' },
  });
  const questions = await docent('ask', '--from-conversations', '--out', out);
  expect(JSON.parse(questions.out)).toMatchObject({
    ...{ question: 'How do I revoke it in Fortran?', answered: false },
  });
  const neither = await docent('search', '--out', out);
  expect([neither.code, neither.err]).toEqual([2, expect.stringContaining('Expected a question')]);
});

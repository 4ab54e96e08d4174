import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

test('the service API answers curl as the handbook says', async () => {
  const walk = await beginWalk();
  const page = walk.open('service/overview');
  writeFiles(walk.dir, {
    'my-docs/docs.json': minimalConfig(['index']),
    'my-docs/index.mdx': '---\ntitle: Home\n---\n\nHome.\n',
  });
  const server = page.start('docent start');
  const [first] = await server.says(/docent_live_\w+/);
  await server.says(/http:\/\/\S+/);
  const address = `http://localhost:${walk.port}/api/v1/projects`;
  const projects = async (env: Record<string, string>) =>
    JSON.parse((await page.run('/api/v1/projects -H', { env })).out);

  // The server answers before its deployment is imported; the configuration comes last.
  const imported = async () => {
    const [project] = (await projects({ DOCENT_KEY: first })).data;
    const headers = { authorization: `Bearer ${first}` };
    const response = await fetch(`${address}/${project?.id}`, { headers });
    return (await response.json()).data?.configJson ?? '';
  };
  await expect.poll(imported, { timeout: 20_000 }).toContain('navigation');
  const listed = await projects({ DOCENT_KEY: first });
  expect(listed).toMatchObject({ data: [{ slug: expect.any(String) }], meta: { total: 1 } });
  expect(Object.keys(listed.meta)).toEqual(Object.keys(JSON.parse(page.text('"meta"')).meta));

  const made = await page.run('keys create --org default --name "CI"');
  const [second = ''] = /docent_live_\w+/.exec(made.out) ?? [];
  const [id = ''] = /key_\w+/.exec(made.out) ?? [];
  expect(made.out).toContain('CI');
  expect((await projects({ DOCENT_KEY: second })).data).toEqual(listed.data);

  // "It sees the test projects of its organization only."
  const [trial = ''] = /docent_test_\w+/.exec((await page.run('--test')).out) ?? [];
  expect((await projects({ DOCENT_KEY: trial })).data).toEqual([]);

  // "Changing" needs another scope; what is wrong with a request comes in the shape that the page shows.
  const shape = JSON.parse(page.text('"requestId"'));
  const post = (key: string, headers: string, body: string) =>
    walk.shell(
      `curl -s ${address} -H "Authorization: Bearer ${key}" ${headers} -H "Content-Type: application/json" -d '${body}'`,
    );
  const forbidden = JSON.parse((await post(second, '', '{"name":"A","slug":"a"}')).out);
  expect(forbidden.error).toMatchObject({ code: 'FORBIDDEN', status: 403 });
  const wrong = JSON.parse((await post(first, '', '{"name":"A","slug":"A!"}')).out);
  expect(wrong.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'slug' }] });
  expect(Object.keys(wrong.error).sort()).toEqual(Object.keys(shape.error).sort());
  const problem = await post(first, '-H "Accept: application/problem+json"', '{}');
  expect(JSON.parse(problem.out)).toMatchObject({ status: 400, title: expect.any(String) });

  // "A POST with an Idempotency-Key header is done once."
  const once = async (body: string) =>
    JSON.parse((await post(first, '-H "Idempotency-Key: one"', body)).out);
  const created = await once('{"name":"A","slug":"a"}');
  expect(await once('{"name":"A","slug":"a"}')).toEqual(created);
  expect((await once('{"name":"B","slug":"b"}')).error.status).toBe(422);

  expect((await walk.shell(`npx docent keys revoke ${id}`)).code).toBe(0);
  expect((await projects({ DOCENT_KEY: second })).error.code).toBe('AUTH_ERROR');
  const description = await fetch(`http://localhost:${walk.port}/api/v1/openapi.json`);
  expect(await description.json()).toMatchObject({ openapi: '3.1.0' });
  await server.end();
});

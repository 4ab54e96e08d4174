import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openGitHub } from '../../../runtime/git/github.ts';
import { openConfigRepository } from '../../../runtime/tasks/commit-config.ts';
import { type Fault, type GitHubServer, startGitHub } from '../git/github-server.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { noon, org } from '../store/world.ts';

const first = '{\n  // Shown in the header.\n  "name": "Acme"\n}\n';
const second = '{ "theme": "mint", "name": "Acme" }\n';

eachStore('committing docs.json to GitHub', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let server: GitHubServer;
  let projectId: string;
  let fault: Fault = () => undefined;
  beforeAll(async () => {
    opened = await open();
    server = await startGitHub((line, index) => fault(line, index));
    const host = openGitHub(
      { token: 'ghp_secret', baseUrl: server.baseUrl },
      { sleep: async () => {} },
    );
    const { store } = opened;
    api = await testApi(store, {
      repositoryConfig: openConfigRepository({ store, host, now: () => noon }),
    });
    projectId = await api.site();
    await connect(projectId);
    server.push('main', { 'docs/docs.json': first, 'README.md': 'Read\n' });
  });
  afterEach(() => {
    fault = () => undefined;
    server.push('main', { 'docs/docs.json': first });
  });
  afterAll(async () => {
    await server.close();
    await opened.drop();
  });

  const connect = (id: string, more: object = {}) =>
    api.call(`PATCH /projects/${id}`, {
      ...{ repoProvider: 'github', repoOwner: 'o', repoName: 'r', repoPath: '/docs', ...more },
    });
  const read = async () => (await api.call(`GET /projects/${projectId}/config/repository`)).body;
  const commit = (body: object) => api.call(`POST /projects/${projectId}/config/commit`, body);
  const audits = () =>
    opened.store.db.selectFrom('audit').selectAll().where('action', '=', 'commitConfig').execute();

  test('reads the file with its version, as it is written', async () => {
    const { data } = await read();
    expect(data).toMatchObject({ configJson: first, branch: 'main', path: 'docs/docs.json' });
  });

  test('commits on the branch of the project, exactly as sent, and nothing else', async () => {
    const { data: before } = await read();
    const made = await commit({ configJson: second, baseSha: before.sha });
    expect(made.status).toBe(200);
    expect(made.body.data).toMatchObject({ branch: 'main', created: true, compareUrl: null });
    expect(made.body.data.commit).toBe(server.head('main'));
    expect(made.body.data.url).toBe(`${server.baseUrl}/o/r/commit/${server.head('main')}`);
    const { data: after } = await read();
    expect([after.configJson, after.sha]).toEqual([second, made.body.data.sha]);
    expect(server.file('main', 'README.md')).toBe('Read\n');
    expect(server.log('main')[0]).toBe('Docent Update docs.json');
    const [entry] = await audits();
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({
      target: { id: made.body.data.commit, projectId },
    });
    const again = await commit({ configJson: second, baseSha: before.sha });
    expect(again.body.data).toMatchObject({ created: false, commit: made.body.data.commit });
    expect(await audits()).toHaveLength(1);
  });

  test('commits on a new branch, with the address to open a pull request', async () => {
    const head = server.head('main');
    const asked = { configJson: second, branch: 'docent/settings-1', message: 'Use mint' };
    const { data } = (await commit(asked)).body;
    expect(data).toMatchObject({
      branch: 'docent/settings-1',
      compareUrl: `${server.baseUrl}/o/r/compare/main...docent/settings-1?expand=1`,
    });
    expect(server.file('docent/settings-1', 'docs/docs.json')).toBe(second);
    expect(server.log('docent/settings-1')[0]).toBe('Docent Use mint');
    expect(server.head('main')).toBe(head);
    const again = await commit(asked);
    expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect(server.head('docent/settings-1')).toBe(data.commit);
  });

  test('answers 412 when the file is another one by now, also in a race', async () => {
    const { data } = await read();
    server.push('main', { 'docs/docs.json': '{"name":"Theirs"}' });
    const late = await commit({ configJson: second, baseSha: data.sha });
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    fault = (line) => {
      if (!line.startsWith('PATCH')) return undefined;
      fault = () => undefined;
      server.push('main', { 'docs/docs.json': '{"name":"Faster"}' });
      return undefined;
    };
    const raced = await commit({ configJson: second });
    expect(raced.status).toBe(412);
    expect(server.file('main', 'docs/docs.json')).toBe('{"name":"Faster"}');
  });

  test('starts over when others changed other files meanwhile', async () => {
    fault = (line) => {
      if (!line.startsWith('PATCH')) return undefined;
      fault = () => undefined;
      server.push('main', { 'other.md': 'Theirs\n' });
      return undefined;
    };
    expect((await commit({ configJson: second })).body.data.created).toBe(true);
    expect(server.file('main', 'other.md')).toBe('Theirs\n');
    expect(server.file('main', 'docs/docs.json')).toBe(second);
  });

  const reasons: readonly (readonly [string, number, string, string, RegExp])[] = [
    ['without rights to write', 403, 'POST', 'REPO_PERMISSION', /answered 403/],
    ['on a protected branch', 422, 'PATCH', 'REPO_PERMISSION', /commit to a new branch/],
    ['while GitHub is away', 503, 'GET', 'REPO_UNAVAILABLE', /answered 503/],
    ['without the repository', 404, 'GET', 'REPO_NOT_FOUND', /no repository o\/r, or the token/],
  ];
  test.each(reasons)('says why it can’t commit %s', async (_, status, method, code, words) => {
    const head = server.head('main');
    fault = (line) => (line.startsWith(method) ? { status, message: 'no' } : undefined);
    const answer = await commit({ configJson: second });
    expect([answer.status, answer.body.error.details[0].code]).toEqual([502, code]);
    expect(answer.body.error.message).toMatch(words);
    expect(answer.text + JSON.stringify(api.log)).not.toContain('ghp_secret');
    expect(server.head('main')).toBe(head);
  });

  test('refuses invalid texts and names, and folders without the file', async () => {
    const before = server.requests.length;
    const invalid = await commit({ configJson: '{' });
    expect([invalid.status, invalid.body.error.details[0].path]).toEqual([400, 'configJson']);
    expect((await commit({ configJson: second, branch: 'a..b' })).status).toBe(400);
    expect(server.requests.length).toBe(before);
    const elsewhere = await api.site([], { slug: 'elsewhere' });
    const ask = () => api.call(`POST /projects/${elsewhere}/config/commit`, { configJson: second });
    expect((await ask()).body.error.details[0].code).toBe('REPO_NOT_CONNECTED');
    await connect(elsewhere, { repoPath: '/site' });
    expect((await ask()).body.error.message).toContain('has no file site/docs.json');
    await connect(elsewhere, { repoOwner: '..' });
    expect((await ask()).body.error.details[0].code).toBe('REPO_NOT_FOUND');
  });

  test('organizations that name the same repository do not reach it', async () => {
    const other = await org(opened.store);
    const key = await api.keyFor({ org: other });
    const line = `GET /projects/${projectId}/config/repository`;
    expect((await api.call(line, undefined, { key })).status).toBe(404);
    const theirs = await api.site([], { orgId: other });
    await api.call(
      `PATCH /projects/${theirs}`,
      { repoProvider: 'github', repoOwner: 'O', repoName: 'R', repoPath: '/docs' },
      { key },
    );
    const before = server.requests.length;
    const spied = `GET /projects/${theirs}/config/repository`;
    const answer = await api.call(spied, undefined, { key });
    expect(answer.body.error.details[0].code).toBe('REPO_PERMISSION');
    expect(server.requests.length).toBe(before);
    await api.call(`DELETE /projects/${theirs}`, undefined, { key });
    expect((await api.call(line)).status).toBe(200);
  });
});

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { docent } from '../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const page = '---\ntitle: Page\n---\n\nA page.\n';
const good = { 'docs.json': minimalConfig(['index']), 'index.mdx': page };
const wrong = { ...good, 'index.mdx': `${page}\n<Crad>x</Crad>\n` };

test('check and build print problems as annotations and as SARIF', async () => {
  const dir = writeFiles(tempDir(), wrong);
  for (const command of [['check'], ['build', '--out', tempDir()]]) {
    const github = await docent(...command, dir, '--format', 'github');
    expect(github.out).toMatch(
      /^::warning file=index\.mdx,line=7,col=1,.*title=unknown-component::/m,
    );
    const sarif = JSON.parse((await docent(...command, dir, '--format', 'sarif')).out);
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'unknown-component' }]);
  }
  const strict = await docent('check', dir, '--strict', '--format=sarif');
  expect([strict.code, JSON.parse(strict.out).version]).toEqual([1, '2.1.0']);
  expect((await docent('check', dir, '--format', 'json')).out).toBe(
    (await docent('check', dir, '--json')).out,
  );
});

test('a command that fails still prints in its format', async () => {
  const sarif = await docent('check', 'nowhere', '--format', 'sarif');
  expect(JSON.parse(sarif.out).runs[0].results).toMatchObject([{ ruleId: 'command-failed' }]);
  const github = await docent('check', 'nowhere', '--format', 'github');
  expect(github.out).toBe('::error title=command-failed::The folder nowhere does not exist.');
  expect(JSON.parse(sarif.out).runs[0].tool.driver.rules).toEqual([{ id: 'command-failed' }]);
  expect((await docent('check', '--format', 'xml')).code).toBe(2);
});

test('--format takes precedence over --json, whether the command fails or not', async () => {
  const dir = writeFiles(tempDir(), good);
  const flags = ['--json', '--format', 'json', '--format=text'];
  expect((await docent('check', dir, ...flags)).out).toContain('Checked 1 page in');
  const failed = await docent('check', 'nowhere', ...flags);
  expect(failed).toEqual({ code: 1, out: '', err: 'The folder nowhere does not exist.' });
});

test('build --to writes the site to a folder inside the sources, which the next build leaves out', async () => {
  const dir = writeFiles(tempDir(), good);
  const folder = join(dir, 'public');
  for (const _ of ['first', 'second']) {
    const built = await docent('build', dir, '--out', join(dir, '.docent'), '--to', folder);
    expect([built.code, built.out]).toEqual([0, expect.stringContaining('Built 1 page in')]);
    expect(built.out).toContain('no links to assistants: add --origin https://docs.example.com');
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('A page.');
    expect(existsSync(join(folder, 'public'))).toBe(false);
  }
  const to = ['--to', folder, '--origin', 'https://docs.acme.example'];
  const known = await docent('build', dir, '--out', join(dir, '.docent'), ...to);
  expect(known.out).not.toContain('--origin');
  const refused = await docent('build', dir, '--out', tempDir(), '--to', dir);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('Choose another folder'),
  ]);
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

/** Runs the step that comments with a `gh` that knows those comments: its last call, and what was to be written. */
async function commented(script: string, known: readonly string[]): Promise<readonly string[]> {
  const dir = writeFiles(tempDir(), {
    'preview.txt': '1 page added\nhttps://docs.test/_preview/x\n',
    'bin/gh': `#!/bin/sh\ncase "$*" in *--jq*) printf '%s\\n' ${known.join(' ')};; *) echo "$*" > call.txt;; esac\n`,
  });
  chmodSync(join(dir, 'bin/gh'), 0o755);
  const env = {
    ...process.env,
    ...{ PATH: `${join(dir, 'bin')}:${process.env.PATH}` },
    NUMBER: '42',
  };
  await promisify(execFile)('bash', ['-e', '-c', script], { cwd: dir, env });
  const read = (name: string) => readFileSync(join(dir, name), 'utf8');
  return [read('call.txt').trim(), read('comment.md')];
}

test('init --ci github writes a workflow once, into an existing site as well', async () => {
  const root = writeFiles(tempDir(), { 'my docs/docs.json': minimalConfig(['index']) });
  mkdirSync(join(root, '.git'));
  const first = await docent('init', join(root, 'my docs'), '--ci', 'github');
  expect([first.code, first.out]).toEqual([0, expect.stringContaining('package-lock.json')]);
  const file = join(root, '.github/workflows/docs.yml');
  const text = readFileSync(file, 'utf8');
  const { permissions, jobs } = parse(text);
  expect(permissions).toEqual({ contents: 'read' });
  const stepsOf = (job: string): readonly Step[] => jobs[job].steps;
  const linesOf = (job: string) =>
    stepsOf(job).flatMap(({ run }) => (run && run !== 'npm ci' ? run.trim() : []));
  expect(linesOf('check')).toEqual(["npx docent check 'my docs' --strict --format github"]);
  expect(linesOf('build')).toEqual(["npx docent build 'my docs' --to public"]);
  expect(linesOf('deploy')).toEqual([`npx docent deploy 'my docs'`]);
  const [preview = '', comment = ''] = linesOf('preview');
  expect(preview).toBe(`npx docent deploy 'my docs' --preview "$PREVIEW" | tee preview.txt`);
  expect(linesOf('end-preview').join()).toContain(
    'npx docent deployments delete --preview "$PREVIEW"',
  );
  expect(jobs.preview.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
  for (const job of ['preview', 'end-preview']) {
    expect(jobs[job].if).toContain('head.repo.full_name == github.repository');
  }
  const steps = Object.keys(jobs).flatMap(stepsOf);
  // What others have written gets into a shell by its environment alone.
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
  expect(await commented(comment, [])).toEqual([
    'api repos/{owner}/{repo}/issues/42/comments --field body=@comment.md --silent',
    '<!-- docent preview -->\nPreview: https://docs.test/_preview/x\n\n```text\n1 page added\n```\n',
  ]);
  const [updated] = await commented(comment, ['7', '8']);
  expect(updated).toBe(
    'api repos/{owner}/{repo}/issues/comments/7 --method PATCH --field body=@comment.md --silent',
  );
  for (const uses of steps.flatMap((step) => step.uses ?? [])) {
    expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  }
  const again = await docent('init', join(root, 'my docs'), '--ci', 'github');
  expect([again.code, again.err]).toEqual([
    1,
    expect.stringContaining('docs.yml already exists. Nothing was written.'),
  ]);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('init --ci github writes the workflow of a site outside any repository into its own folder', async () => {
  const dir = join(tempDir(), 'site');
  expect((await docent('init', dir, '--ci', 'github')).code).toBe(0);
  const { jobs } = parse(readFileSync(join(dir, '.github/workflows/docs.yml'), 'utf8'));
  const steps: readonly { readonly run?: string }[] = jobs.build.steps;
  expect(steps.flatMap(({ run }) => run ?? [])).toContain('npx docent build --to public');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

interface Workflow {
  readonly jobs: Readonly<
    Record<'check' | 'publish', { readonly steps: readonly { readonly run?: string }[] }>
  >;
}

test('the CI job of the handbook refuses what has problems, and publishes what was merged', async () => {
  const walk = await beginWalk();
  const page = walk.open('deploying/static-host');
  const { jobs } = parse(page.text('pull_request')) as Workflow;
  /** Runs the steps of a job as a runner does: in a shell each, until one fails. */
  const run = async (job: keyof Workflow['jobs']): Promise<number | null> => {
    const steps = jobs[job].steps.flatMap((step) => step.run ?? []);
    expect(steps[0]).toBe('npm ci');
    for (const step of steps.slice(1)) {
      const { code } = await walk.shell(step, { CI: 'true' });
      if (code !== 0) return code;
    }
    return 0;
  };
  const good = '---\ntitle: Home\n---\n\nHome.\n';
  writeFiles(walk.dir, {
    'docs/docs.json': minimalConfig(['index']),
    'docs/index.mdx': good,
  });
  page.configure('"brokenLinks"', 'docs');
  expect(await run('check')).toBe(0);
  expect(await run('publish')).toBe(0);
  expect(readFileSync(join(walk.dir, 'public/index.html'), 'utf8')).toContain('Home.');
  const files = await page.run('ls public');
  expect([files.code, files.out.split('\n')]).toEqual([0, expect.arrayContaining(['404.html'])]);

  writeFiles(walk.dir, { 'docs/index.mdx': `${good}\n[On](/nowhere)\n` });
  expect(await run('check')).toBe(1);
  // "What is merged is published", the errors that are left included.
  const built = await page.run('docent build');
  expect([built.code, built.out]).toEqual([0, expect.stringContaining('index.mdx:7:')]);
  const live = readFileSync(join(walk.dir, 'public/.docent-site'), 'utf8');
  const strict = await walk.shell('npx docent build docs --to public --strict');
  expect(strict.code).toBe(1);
  expect(readFileSync(join(walk.dir, 'public/.docent-site'), 'utf8')).toBe(live);

  // The table of exit codes on the page "Command line".
  const command = walk.open('cli', '## docent check');
  expect((await command.run('--strict')).code).toBe(1);
  const [found] = JSON.parse((await walk.shell('npx docent check docs --json')).out);
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining(Object.keys(JSON.parse(command.text('"guides/install.mdx"'))[0])),
  );
  expect((await walk.shell('npx docent check docs --strickt')).code).toBe(2);
  expect((await walk.shell('npx docent chek docs')).code).toBe(2);

  // The command writes a workflow that does the same.
  expect((await walk.shell('npx docent init docs --ci github')).code).toBe(0);
  const own = parse(readFileSync(join(walk.dir, '.github/workflows/docs.yml'), 'utf8'));
  const runs = (list: readonly { readonly run?: string }[]) => list.flatMap(({ run }) => run ?? []);
  expect(runs(own.jobs.check.steps)).toEqual(runs(jobs.check.steps));
  expect(runs(own.jobs.build.steps)).toEqual(runs(jobs.publish.steps));
});

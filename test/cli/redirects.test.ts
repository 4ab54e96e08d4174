import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docent } from '../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

const text =
  'Workers take jobs from a queue one by one, until no job is left in the queue of theirs.';
const page = (title: string, heading: string) =>
  `---\ntitle: ${title}\n---\n\nAbout ${title}.\n\n## ${heading}\n\n${text}\n`;

function git(dir: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...who, ...args], { cwd: dir, stdio: 'ignore' });
}

describe('permanent addresses', () => {
  test('a page that moved and a heading that changed are reported, fixed and then answered', async () => {
    const [dir, out] = [tempDir(), tempDir()];
    const run = (command: string, ...flags: string[]) =>
      docent(command, dir, '--out', out, ...flags);
    writeFiles(dir, {
      'docs.json': minimalConfig(['workers', 'queues', 'gone']),
      'workers.mdx': page('Workers', 'Limits'),
      'queues.mdx': page('Queues', 'Order'),
      'gone.mdx': '---\ntitle: Gone\n---\n\nNot needed.\n',
    });
    git(dir, 'init', '-q');
    git(dir, 'add', '.');
    git(dir, 'commit', '-qm', 'Start');
    expect((await run('redirects')).err).toContain('run "docent build"');
    expect((await run('build')).code).toBe(0);
    expect((await run('redirects')).out).toBe('Every address that was ever live is answered.');

    git(dir, 'mv', 'queues.mdx', 'lines.mdx');
    writeFiles(dir, {
      'docs.json': minimalConfig(['workers', 'lines'], {
        redirects: [{ source: '/start', destination: '/queues' }],
      }),
      'lines.mdx': page('Waiting lines', 'Order'),
      'workers.mdx': page('Workers', 'How much is allowed'),
    });
    rmSync(join(dir, 'gone.mdx'));

    const checked = await run('check', '--addresses', 'error', '--json');
    expect(checked.code).toBe(1);
    const found = JSON.parse(checked.out).filter(({ code }: { code: string }) =>
      /^lost-/.test(code),
    );
    expect(found).toMatchObject([
      {
        ...{ path: 'docs.json', severity: 'error', code: 'lost-address' },
        message: 'No page or redirect answers /gone ("Gone"), which was live in the last build',
      },
      { message: 'No page or redirect answers /queues, which was live in the last build' },
      {
        ...{ path: 'workers.mdx', code: 'lost-anchor' },
        next: 'Write <a id="limits" /> before the section #how-much-is-allowed: it has most of the text. "docent redirects --fix" does it.',
      },
    ]);
    expect((await run('check', '--addresses', 'off')).out).not.toContain('lost-');
    const other = { 'docs.json': minimalConfig(['a'], { name: 'Other' }), 'a.mdx': '# A\n' };
    const ofOther = await docent('check', writeFiles(tempDir(), other), '--out', out);
    expect(ofOther.out).not.toContain('lost-');

    const listed = await run('redirects', '--json');
    expect(JSON.parse(listed.out)).toEqual({
      addresses: [
        {
          ...{ address: '/queues', destination: '/lines', because: 'its file was renamed' },
          fixed: false,
        },
        { address: '/gone', fixed: false },
        {
          ...{ address: '/workers#limits', destination: '/workers#how-much-is-allowed' },
          ...{ because: 'it has most of the text', fixed: false },
        },
      ],
      files: [],
    });

    const fixed = await run('redirects', '--fix');
    expect(fixed.out).toContain('Written to docs.json, workers.mdx.\n1 of 3 left');
    const config = JSON.parse(readFileSync(join(dir, 'docs.json'), 'utf8'));
    expect(config.redirects).toEqual([
      { source: '/start', destination: '/lines' },
      { source: '/queues', destination: '/lines' },
    ]);
    expect(readFileSync(join(dir, 'workers.mdx'), 'utf8')).toContain(
      '<a id="limits" />\n\n## How much is allowed',
    );

    // The loss is reported by the build that causes it, and remembered by those after it.
    expect((await run('build', '--strict=warnings')).code).toBe(1);
    const built = await run('build');
    expect(built.code).toBe(0);
    expect(built.out + built.err).toContain('answers /gone');
    expect((await run('build', '--strict=warnings')).code).toBe(0);
    expect((await run('redirects')).out).toContain('/gone  no likely page');
  }, 120_000);
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHistory, webAddress } from '../../../pipeline/source/git.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

const run = (cwd: string, date: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
    cwd,
    stdio: 'pipe',
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });

const repository = () => {
  const dir = tempDir();
  run(dir, '', 'init', '-q', '-b', 'trunk');
  writeFiles(dir, { 'docs/a.mdx': '1', 'docs/ü b.mdx': '1', 'other.txt': '1' });
  run(dir, '', 'add', '.');
  run(dir, '2026-01-01T00:00:00Z', 'commit', '-qm', 'One');
  writeFiles(dir, { 'docs/a.mdx': '2' });
  run(dir, '2026-02-02T00:00:00Z', 'commit', '-qam', 'Two');
  run(dir, '', 'remote', 'add', 'origin', 'https://me:secret@github.com/o/r.git');
  return dir;
};

describe('readHistory', () => {
  test('knows the last commit of each file of a folder, branch, commit and repository', async () => {
    const facts = await readHistory(join(repository(), 'docs'));
    expect(Object.fromEntries(facts.dates)).toEqual({
      'a.mdx': '2026-02-02T00:00:00.000Z',
      'ü b.mdx': '2026-01-01T00:00:00.000Z',
    });
    expect(facts).toMatchObject({
      branch: 'trunk',
      commitMessage: 'Two',
      commitSha: expect.stringMatching(/^[0-9a-f]{40}$/),
      repository: { url: 'https://github.com/o/r', branch: 'trunk', folder: 'docs' },
    });
  });

  test('stops as soon as the wanted files are known', async () => {
    const facts = await readHistory(join(repository(), 'docs'), { files: ['a.mdx'] });
    expect([...facts.dates.keys()]).toEqual(['a.mdx']);
  });

  test('gives no dates in a shallow clone, which would be those of the clone', async () => {
    const clone = tempDir();
    run(clone, '', 'clone', '-q', '--depth', '1', `file://${repository()}`, 'c');
    const facts = await readHistory(join(clone, 'c/docs'));
    expect(facts.dates.size).toBe(0);
    expect(facts.commitSha).toHaveLength(40);
  });

  test('knows nothing outside of a repository, and does not fail', async () => {
    expect(await readHistory(tempDir())).toEqual({ dates: new Map() });
    expect(await readHistory(join(tempDir(), 'gone'))).toEqual({ dates: new Map() });
  });
});

describe('webAddress', () => {
  test.each([
    ['git@github.com:o/r.git', 'https://github.com/o/r'],
    ['ssh://git@gitlab.example.com:2222/g/s/r.git', 'https://gitlab.example.com/g/s/r'],
    ['https://token@github.com/o/r', 'https://github.com/o/r'],
    ['/srv/git/r.git', undefined],
    ['https://example.com/o/r.git', undefined],
    ['https://github.com/o/r"><script>', undefined],
  ])('reads %s', (remote, address) => expect(webAddress(remote)).toBe(address));
});

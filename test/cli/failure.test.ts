import { describe, expect, test } from 'vitest';
import { docent } from '../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

/** Every command of `docent --help`, with the commands below it. */
async function commands(...above: string[]): Promise<readonly string[][]> {
  const { out } = await docent(...above, '--help');
  const list = out.split(/^Commands:\n/m)[1] ?? '';
  const names = [...list.matchAll(/^ {2}([a-z]+)(?= |$)/gm)].map(([, name = '']) => name);
  const below = await Promise.all(
    names.filter((name) => name !== 'help').map((name) => commands(...above, name)),
  );
  return below.length === 0 ? [above] : below.flat();
}

const all = (await commands()).map((words) => words.join(' '));

/** The problems of a failed command's document, wherever that command has them. */
function problemsOf(command: string, out: string): unknown {
  const document = JSON.parse(out);
  if (command === 'check') return document;
  if (command === 'build') expect(document).toMatchObject({ deployment: null, stats: null });
  return document.problems;
}

const failed = (message: unknown) => [
  { path: '', code: 'command-failed', message, line: null, column: null, severity: 'error' },
];

describe('with --json the standard output is one JSON document', () => {
  test('the commands are known', () => {
    expect(all).toEqual(expect.arrayContaining(['check', 'build', 'init', 'keys create']));
    expect(all.length).toBeGreaterThan(15);
  });

  test.each(all)('also when the command line of "docent %s" is wrong', async (command) => {
    const { code, out } = await docent(...command.split(' '), '--json', '--nonsense');
    expect(code).toBe(2);
    expect(problemsOf(command, out)).toEqual(failed(expect.stringMatching(/option '--/)));
  });

  test.each([
    ['check', []],
    ['build', []],
    ['translate', ['--language', 'de', '--model', 'pseudo']],
  ] as const)('also for "docent %s" of a folder that is no site', async (command, flags) => {
    const { code, out, err } = await docent(command, 'nowhere', ...flags, '--json');
    expect([code, err]).toEqual([1, '']);
    expect(problemsOf(command, out)).toEqual(failed('The folder nowhere does not exist.'));
    const empty = await docent(command, tempDir(), ...flags, '--json');
    expect(empty.code).toBe(1);
    expect(problemsOf(command, empty.out)).toEqual(
      failed(expect.stringContaining('There is no docs.json in')),
    );
  });

  test('also for a command on a missing database', async () => {
    const { code, out, err } = await docent('keys', 'create', '--json', '--out', '/nowhere/at/all');
    expect([code, err]).toEqual([1, '']);
    expect(problemsOf('keys', out)).toEqual(failed(expect.stringContaining('/nowhere/at/all')));
  });

  test('also for a value that a flag refuses', async () => {
    const dir = writeFiles(tempDir(), { 'docs.json': minimalConfig(['index']), 'index.mdx': 'A.' });
    for (const [flag, value, exit] of [
      ['--keep', '0', 2],
      ['--threads', 'many', 2],
      ['--strict', 'all', 2],
      ['--origin', 'nonsense', 1],
      ['--runtime', 'nonsense', 1],
    ] as const) {
      const { code, out } = await docent(
        'build',
        dir,
        `${flag}=${value}`,
        '--json',
        '--out',
        tempDir(),
      );
      expect([flag, code]).toEqual([flag, exit]);
      expect(problemsOf('build', out)).toEqual(failed(expect.stringContaining(value)));
    }
  });

  test('and the names of commands that do not exist', async () => {
    const { code, out } = await docent('biuld', '--json');
    expect(code).toBe(2);
    expect(problemsOf('biuld', out)).toEqual(failed(expect.stringContaining("'biuld'")));
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const rounds = 10;
const cli = resolve(import.meta.dirname, '../cli.js');
/** What bin/docent.js does in an installed package; in a checkout it also looks for newer sources. */
const program = `import { enableCompileCache } from 'node:module';
enableCompileCache();
process.setSourceMapsEnabled(true);
const { main } = await import(${JSON.stringify(cli)});
process.exitCode = await main(['node', 'docent', ...process.argv.slice(1)]);`;

/** CPU time of commands that have nothing to do, next to that of Node.js. */
export async function benchStart(print: (line: string) => void = console.log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  try {
    const bare = leastOf('', []);
    print(`bare Node.js: ${bare.toFixed(0)} ms of CPU time, the least of ${rounds}`);
    for (const command of [
      '--version',
      'check --help',
      'build --help',
      'translate --help',
      `keys list --out ${folder}`,
    ]) {
      const took = leastOf(program, command.split(' '));
      const name = command.replace(` --out ${folder}`, '');
      print(`docent ${name}: ${took.toFixed(0)} ms, ${(took - bare).toFixed(0)} besides Node.js`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of CPU time from the start of a process to its end; the first run fills the cache. */
function leastOf(program: string, args: readonly string[]): number {
  const measured = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())));
${program}`;
  const taken = Array.from({ length: rounds + 1 }, () => {
    const { output } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', measured, '--', ...args],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], encoding: 'utf8' },
    );
    const { user, system }: NodeJS.CpuUsage = JSON.parse(output[3] ?? '');
    return (user + system) / 1000;
  });
  return Math.min(...taken.slice(1));
}

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { BuildFlags } from './build.ts';
import type { CommandContext } from './context.ts';

/** Flags of `docent start` that a build reads. */
export type BuildApartFlags = Omit<BuildFlags, 'format' | 'to'>;

/**
 * Builds in a separate process: a server that runs for months must not keep the memory of a build.
 */
export async function buildApart(
  dir: string,
  options: BuildApartFlags,
  { program }: CommandContext,
): Promise<number> {
  const { out, project, keep, origin, threads, strict, cache } = options;
  const flags = [
    ...['--out', out, '--project', project, '--keep', `${keep}`],
    ...(origin === undefined ? [] : ['--origin', origin]),
    ...(options.runtime === undefined ? [] : ['--runtime', options.runtime]),
    ...(threads === undefined ? [] : ['--threads', `${threads}`]),
    ...(strict === undefined ? [] : [`--strict=${strict}`]),
    ...(cache ? [] : ['--no-cache']),
  ];
  const child = spawn(process.execPath, [program, 'build', dir, ...flags], { stdio: 'inherit' });
  const stop = () => child.kill();
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal]));
      });
    });
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
}

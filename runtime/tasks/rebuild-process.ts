import { enableCompileCache } from 'node:module';
import type { BuildProgress } from '../../pipeline/build.ts';
import { dropLock } from '../../pipeline/output/lock.ts';
import type { Rebuild } from './rebuild.ts';
import type { Answer } from './rebuild-apart.ts';

// A build of a server in a process of its own: it is sent what to build, answers, and ends.

// As in the server; this applies to what is loaded below.
enableCompileCache();
process.setSourceMapsEnabled(true);
// Of a terminal both processes are sent this one; the server ends the build when it ends itself.
process.on('SIGINT', () => {});

process.once('message', (task: Rebuild) => {
  const end = () => {
    dropLock(task.out);
    process.exit(1);
  };
  // The server has stopped, or is gone: nothing may go live any more.
  process.once('SIGTERM', end).once('disconnect', end);
  const answer = (message: Answer) => {
    process.off('disconnect', end);
    process.send?.(message, () => process.exit());
  };
  import('./rebuild.ts')
    .then(({ rebuild }) => rebuild(task, process.env, reporter()))
    .then(
      (result) => answer({ type: 'done', ...(result ? { result } : {}) }),
      (error: Error) => answer({ type: 'failed', message: error.message }),
    );
});

/** Sends how far the build is; of many pages of one stage, only some. */
function reporter(): (progress: BuildProgress) => void {
  let stage = '';
  let sentAt = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.stage === stage && now - sentAt < 500) return;
    ({ stage } = progress);
    sentAt = now;
    const message: Answer = { type: 'progress', progress };
    if (process.connected) process.send?.(message);
  };
}

import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a server by `--import`: at SIGUSR2 it writes into a file the longest that the event loop was held up, and how
 * much processor time was used in one stretch meanwhile, which other work on the machine does not lengthen.
 */
const every = 5;
const delay = monitorEventLoopDelay({ resolution: every });
delay.enable();
let stretch = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const used = process.threadCpuUsage(before);
  stretch = Math.max(stretch, (used.user + used.system) / 1000 - every);
  before = process.threadCpuUsage();
}, every).unref();
process.on('SIGUSR2', () => {
  const longest = delay.max / 1e6;
  const p99 = delay.percentile(99) / 1e6;
  writeFileSync(process.env.LOOP_DELAY_FILE ?? '', JSON.stringify({ longest, p99, stretch }));
  delay.reset();
  stretch = 0;
});

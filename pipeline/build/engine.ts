import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Sites so large that their build is careful with memory, at the cost of some speed. */
export const manyPages = 1500;

/**
 * Megabytes of new objects in the heap of a thread. By itself it would grow to 134 in each of them, and a
 * build be no faster: at 1000 pages this and `collect` save a third of the memory.
 */
export const youngMegabytes = 12;

/** Bytes of the space for new objects that are enough: beyond them a build is no faster. */
const enough = 32 * 1024 * 1024;

/** Settings of V8 during a build, and what it has by itself. */
const settings = [
  // The cores are busy with threads: compiling code at the same time takes longer and costs more.
  ['--no-concurrent-recompilation', '--concurrent-recompilation'],
  // A build has ended before the best code of its many functions has paid for its making.
  ['--invocation-count-for-maglev=4000', '--invocation-count-for-maglev=400'],
  ['--invocation-count-for-turbofan=40000', '--invocation-count-for-turbofan=3000'],
] as const;

/**
 * Modules of Node.js that builds use. They are loaded before the settings change: afterwards V8 refuses the compiled
 * code that Node.js has of them, which takes 4 % more of a build of 1000 pages without an edit.
 */
const usedModules = [
  'child_process',
  'crypto',
  'fs/promises',
  'perf_hooks',
  'timers/promises',
  'zlib',
] as const;

/**
 * Percent by which V8 lets a heap grow until it looks for garbage again. Most builds render a few pages, and have ended
 * by then: at 1000 pages, one that had to look for it at 60 MB takes a tenth more time of the processor. Where many are
 * rendered, V8 decides (0); where a machine has much memory, it lets a heap grow to several times of what is in use.
 */
const growth = { few: 700, many: 0, large: 15 };

function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** Bytes of the blocks from which Node.js cuts small buffers, by itself and in a build. */
const usualBlock = Buffer.poolSize;
const smallBlock = 8 * 1024;

/**
 * Lets the small buffers of a thread be freed soon. A block of 64 KB is in use while a page or two are made: V8 takes
 * what lives that long for something that stays, and frees it only when some 60 MB of it have come together.
 */
export function useSmallBlocks(): void {
  Buffer.poolSize = smallBlock;
}

/** Rendered pages that leave so much behind that looking for it is worth its time. */
const manyRendered = 100;

/** Settings of V8 during a build. */
export interface Engine {
  /** Called before pages are rendered. */
  readonly prepare: (pages: number) => void;
  /** Called when the site turns out to be large. */
  readonly saveMore: () => void;
  /** Restores what V8 has by itself. */
  readonly end: () => void;
}

/**
 * Keeps the heap of a build small, and the compiler from doing more than pays. These settings are those
 * of the whole process: it is that of `docent build` or `docent check`, or the one in which a server
 * rebuilds, and never a server's own. `expected` tells how many pages will be rendered.
 */
export function tuneEngine(expected: 'few' | 'many'): Engine {
  for (const name of usedModules) process.getBuiltinModule(name);
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  // By itself it grows to 134 MB.
  if ((young?.space_size ?? 0) >= enough) setFlagsFromString('--semi-space-growth-factor=1');
  for (const [flag] of settings) setFlagsFromString(flag);
  growBy(growth[expected]);
  useSmallBlocks();
  let isLarge = false;
  return {
    prepare: (pages) => {
      if (pages < manyRendered) return;
      if (!isLarge) growBy(growth.many);
      // What reading has left behind; before its next look at everything, V8 may let garbage grow to 100 MB.
      collect();
    },
    saveMore: () => {
      isLarge = true;
      growBy(growth.large);
    },
    end: () => {
      Buffer.poolSize = usualBlock;
      setFlagsFromString('--semi-space-growth-factor=2');
      growBy(growth.many);
      for (const [, usual] of settings) setFlagsFromString(usual);
    },
  };
}

/** Frees the memory of what a stage has left behind, if that is much, before the next one takes its own. */
export function collectAfter(work: { readonly pages: number; readonly rendered: number }): void {
  if (work.rendered >= manyRendered || work.pages > manyPages) collect();
}

/** Frees the memory of what nothing uses any more. */
export function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  gc();
}

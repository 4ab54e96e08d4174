import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the space for new objects that are enough: beyond them a build is no faster. */
const enough = 32 * 1024 * 1024;

/**
 * Keeps the heap of a build small. By itself the space for new objects grows to 134 MB. The settings are
 * those of the whole process, which may be a server: `end` takes them back.
 */
export function smallHeap(): { readonly saveMore: () => void; readonly end: () => void } {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if ((young?.space_size ?? 0) >= enough) setFlagsFromString('--semi-space-growth-factor=1');
  return {
    // Where a machine has much memory, a heap grows to several times of what is in use before it is swept.
    saveMore: () => setFlagsFromString('--heap-growing-percent=15'),
    end: () => {
      setFlagsFromString('--semi-space-growth-factor=2');
      setFlagsFromString('--heap-growing-percent=0');
    },
  };
}

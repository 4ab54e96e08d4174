import type { Received } from './receive.ts';
import type { ResponsePanel } from './response.ts';

/** Shows what comes at most once per frame, however often more of it comes; in the end, the last of it. */
export function oncePerFrame(response: ResponsePanel, began: number) {
  let waits = 0;
  let last: Received | undefined;
  const show = () => {
    if (last) response.show(last, false, performance.now() - began);
    last = undefined;
  };
  return {
    more(received: Received) {
      last = received;
      cancelAnimationFrame(waits);
      waits = requestAnimationFrame(show);
    },
    end() {
      cancelAnimationFrame(waits);
      show();
    },
  };
}

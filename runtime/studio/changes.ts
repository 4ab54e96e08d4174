/** Milliseconds between two signs of life of a stream that has nothing to say. */
const beatAfter = 15_000;

/** Tells the open pages of the studio that the site was read again. */
export interface Changes {
  /** A stream of events, one for each change. */
  stream(): Response;
  tell(): void;
  close(): void;
}

/** Opens the list of those who listen. */
export function openChanges(): Changes {
  const listeners = new Set<{ readonly send: (text: string) => void; readonly end: () => void }>();
  const encoder = new TextEncoder();
  return {
    stream: () => {
      let listener: { readonly send: (text: string) => void; readonly end: () => void };
      let beat: NodeJS.Timeout;
      const leave = () => {
        clearInterval(beat);
        listeners.delete(listener);
      };
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = {
            send: (text) => controller.enqueue(encoder.encode(text)),
            end: () => {
              leave();
              controller.close();
            },
          };
          listeners.add(listener);
          beat = setInterval(() => listener.send(': still here\n\n'), beatAfter);
          listener.send('retry: 500\n\n');
        },
        cancel: leave,
      });
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
      return new Response(body, { headers });
    },
    tell: () => {
      for (const { send } of [...listeners]) send('data: {}\n\n');
    },
    close: () => {
      for (const { end } of [...listeners]) end();
    },
  };
}

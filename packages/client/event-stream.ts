/**
 * The `data` of each event of a stream; comments and other fields are skipped. A stream that is silent
 * for `timeout` milliseconds ends.
 */
export async function* eventData(
  body: ReadableStream<Uint8Array>,
  timeout: number,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const close = () => reader.cancel().catch(() => {});
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const timer = setTimeout(close, timeout);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      // A carriage return at the end may be followed by its line feed.
      const lines = `${rest}${decoder.decode(value, { stream: true })}`.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
        if (line !== '' || data.length === 0) continue;
        yield data.join('\n');
        data = [];
      }
    }
  } finally {
    // Ends the request if the rest is not wanted.
    await close();
  }
}

/** A body as it comes: its bytes, and its beginning as text. */
export interface Received {
  readonly bytes: number;
  /** At most `shownLetters` of it; '' unless it is text. */
  readonly text: string;
  readonly isCut: boolean;
  readonly blob: () => Blob;
}

/** Letters of a response that are shown; the whole can be downloaded. */
const shownLetters = 200_000;

/** The body ended before it was complete. */
export class CutError extends Error {
  override readonly name = 'CutError';
}

/**
 * Reads a body to its end, calling `seen` whenever there is more of it.
 * @throws CutError
 */
export async function receive(
  body: ReadableStream<Uint8Array> | null,
  type: string,
  seen: (received: Received) => void,
): Promise<Received> {
  const parts: BlobPart[] = [];
  const decoder = isText(type) ? new TextDecoder() : undefined;
  let received: Received = {
    bytes: 0,
    text: '',
    isCut: false,
    blob: () => new Blob(parts, { type }),
  };
  const reader = body?.getReader();
  while (reader) {
    const { value, done } = await reader.read().catch((fault) => {
      throw fault instanceof TypeError ? new CutError() : fault;
    });
    if (done) break;
    parts.push(value.slice());
    const { text } = received;
    const isCut = received.isCut || (decoder !== undefined && text.length >= shownLetters);
    const more = decoder && !isCut ? text + decoder.decode(value, { stream: true }) : text;
    received = {
      ...received,
      bytes: received.bytes + value.byteLength,
      text: more.slice(0, shownLetters),
      isCut: isCut || more.length > shownLetters,
    };
    seen(received);
  }
  return received;
}

/** Whether a content type is text; without one, it is treated as text. */
export function isText(type: string): boolean {
  return (
    type === '' ||
    /^text\//i.test(type) ||
    /[/+](json|xml|yaml|javascript|x-www-form-urlencoded|graphql|x-ndjson|jsonl|event-stream|csv|sql)\b/i.test(
      type,
    )
  );
}

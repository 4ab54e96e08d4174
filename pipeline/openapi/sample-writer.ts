import type { Sample } from '../../schema/operation.ts';
import { type Content, contentOf, type RequestShape } from './sample-body.ts';

/** What writes requests in one language. */
export interface Writer {
  readonly label: string;
  readonly highlighter: string;
  readonly write: (request: RequestShape, content: Content) => string;
}

/** One sample of a request in the language of a writer. */
export function sampleBy(writer: Writer, request: RequestShape): Sample {
  const { label, highlighter, write } = writer;
  return { label, language: highlighter, text: write(request, contentOf(request)) };
}

import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../../schema/errors.ts';
import type { CodeTypes, TypedCode } from './code-types.ts';
import { createTypeReader } from './type-reader.ts';

/** What the thread says of a block: its types, or why there are none. */
export type TypesAnswer = { readonly types: CodeTypes } | { readonly failure: string };

// One for each block of code that is sent, in their order.
const read = createTypeReader();

parentPort?.on('message', (asked: TypedCode) => {
  let answer: TypesAnswer;
  try {
    answer = { types: read(asked) };
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  parentPort?.postMessage(answer);
});

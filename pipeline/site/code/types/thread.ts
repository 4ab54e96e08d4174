import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../../schema/errors.ts';
import type { CodeTypes, TypedCode } from './code-types.ts';
import { createTypeReader } from './type-reader.ts';

/** What the thread says of a block: its types, or why there are none. */
export type TypesAnswer = { readonly types: CodeTypes } | { readonly failure: string };

type Read = ReturnType<typeof createTypeReader>;
let reader: { readonly dir: string | undefined; readonly read: Read } | undefined;

/** The reader of a site: the packages of one are unknown to the code of another. */
function readerOf(dir: string | undefined): Read {
  if (!reader || reader.dir !== dir) reader = { dir, read: createTypeReader(dir) };
  return reader.read;
}

// An answer for each block of code that is sent, in their order.
parentPort?.on('message', ({ dir, ...asked }: TypedCode) => {
  let answer: TypesAnswer;
  try {
    answer = { types: readerOf(dir)(asked) };
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  parentPort?.postMessage(answer);
});

import { isBinary } from './sample-body.ts';

/**
 * The media type of a body that a page describes by hand: the one that the page names, else JSON. A file can't be
 * in JSON, whatever the page says: it is sent in a form.
 */
export function bodyTypeOf(written: string | undefined, hasFile: boolean): string {
  const [type = 'application/json'] = /^[\w.+-]+\/[\w.+-]+/.exec(written?.trim() ?? '') ?? [];
  return hasFile && !isFormOrFile(type) ? 'multipart/form-data' : type.toLowerCase();
}

function isFormOrFile(type: string): boolean {
  return /^multipart\//i.test(type) || isBinary(type);
}

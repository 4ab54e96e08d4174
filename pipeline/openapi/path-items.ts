import { asObject, type Json, objectEntries } from './json.ts';

/** Methods of a path item, in the order in which operations are shown. */
export const methods = [
  'get',
  'query',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const;

/** The operations of a path item by their methods, which since 3.2 may be any: those are below a key of their own. */
export function operationsOf(item: Json): readonly (readonly [string, Json])[] {
  const usual = methods.flatMap((method) => {
    const operation = asObject(item[method]);
    return operation ? [[method, operation] as const] : [];
  });
  return [...usual, ...objectEntries(item.additionalOperations)];
}

/** The path that a key of `paths` means: it begins with a slash, undefined when it is none. */
export function pathOf(key: string, paths: Json): string | undefined {
  if (key.startsWith('/')) return key;
  if (key.startsWith('x-') || isAddress(key) || Object.hasOwn(paths, `/${key}`)) return undefined;
  return `/${key}`;
}

/** Whether a key of `paths` is a whole URL. */
export function isAddress(key: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(key);
}

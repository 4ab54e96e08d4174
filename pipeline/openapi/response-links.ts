import { posix } from 'node:path';
import type { Operation, Response, ResponseLink } from '../../schema/operation.ts';
import type { Page } from '../../schema/site.ts';
import type { DescribedOperation } from './operations.ts';
import { lookupKey, type Shelf } from './shelves.ts';

/** Where operations are. */
interface Places {
  readonly shelves: ReadonlyMap<string, Shelf>;
  /** Path of the page of an operation for readers of another. */
  readonly pathOf: (entry: DescribedOperation, from: Page) => string | undefined;
  readonly pages: ReadonlyMap<string, Page>;
}

/** Pages of operations whose responses name others, with the pages of those. */
export function linkResponses({ shelves, pathOf, pages }: Places): readonly Page[] {
  const byId = new Map<Shelf, ReadonlyMap<string, DescribedOperation>>();
  const idsOf = (shelf: Shelf) => {
    const ids =
      byId.get(shelf) ??
      new Map(shelf.operations.map((entry) => [entry.operation.operationId ?? '', entry]));
    byId.set(shelf, ids);
    return ids;
  };
  const find = (text: string, source: string): DescribedOperation | undefined => {
    const reference = readReference(text, source);
    if (reference) return shelves.get(reference.source)?.byKey.get(reference.key);
    const own = shelves.get(source);
    return own && idsOf(own).get(text);
  };
  const linked = (link: ResponseLink, source: string, from: Page): ResponseLink => {
    const entry = find(link.operation, source);
    const path = entry && pathOf(entry, from);
    // The title of the page itself may be for others than the readers of this one.
    const title = entry?.operation.summary ?? link.operation;
    return path === undefined ? link : { ...link, page: { path, title } };
  };
  return [...pages.values()].map((page) => {
    const { operation } = page;
    if (!operation || !hasLinks(operation)) return page;
    const inside = (responses: readonly Response[]) =>
      responses.map((response) =>
        response.links
          ? {
              ...response,
              links: response.links.map((link) => linked(link, operation.source, page)),
            }
          : response,
      );
    const callbacks = operation.callbacks?.map((callback) => ({
      ...callback,
      responses: inside(callback.responses),
    }));
    return {
      ...page,
      operation: {
        ...operation,
        responses: inside(operation.responses),
        ...(callbacks ? { callbacks } : {}),
      },
    };
  });
}

function hasLinks({ responses, callbacks = [] }: Operation): boolean {
  return [...responses, ...callbacks.flatMap((callback) => callback.responses)].some(
    ({ links }) => links !== undefined,
  );
}

/** An `operationRef` such as `other.yaml#/paths/~1users/get`. */
function readReference(
  text: string,
  source: string,
): { readonly source: string; readonly key: string } | undefined {
  const [file = '', pointer] = text.split('#');
  const [, path = '', method = ''] = /^\/paths\/([^/]+)\/([a-z]+)$/.exec(pointer ?? '') ?? [];
  if (path === '') return undefined;
  const plain = decoded(path).replaceAll('~1', '/').replaceAll('~0', '~');
  return { source: fileOf(file, source), key: lookupKey(`${method.toUpperCase()} ${plain}`) };
}

/** A file next to a description, as descriptions are named. */
function fileOf(file: string, source: string): string {
  if (file === '') return source;
  if (URL.canParse(file)) return file;
  if (URL.canParse(source)) return new URL(file, source).href;
  return posix.join(posix.dirname(source), file);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

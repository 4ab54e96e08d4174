import {
  type InfiniteData,
  type Query,
  QueryClient,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/preact-query';
import { type Answered, ask, type Failure } from './ask.ts';

/** What is known about an address of the API. */
export interface Known<Data> {
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  /** Nothing is known yet. */
  readonly isLoading: boolean;
}

/** The same for a list, as far as it was read. */
export interface KnownList<Row> extends Omit<Known<Row[]>, 'data'> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Reads the next part; undefined at the end. */
  readonly more: (() => void) | undefined;
  readonly isReadingMore: boolean;
}

/** An address has one answer, a list one for each part that was read. */
type Parts<Data> = InfiniteData<Answered<Data>, string>;

/** The answers of the API. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      /** Milliseconds for which an answer is taken as it is when something shows it again. */
      staleTime: 5_000,
      // The page itself finds out when a server answers again, and then reads everything.
      ...({ retry: false, networkMode: 'always' } as const),
    },
  },
});

/** How the parts at an address are read; undefined asks nothing. */
export function partsOf<Data>(
  address: string | undefined,
): UseInfiniteQueryOptions<Answered<Data>, Failure, Parts<Data>, readonly string[], string> {
  // A list that is read again begins at its first part: what follows belongs to the first part that it was read after.
  // The library takes this option for any query; its types have it for those outside of components alone.
  const again = { pages: 1 };
  return {
    queryKey: [address ?? ''],
    queryFn: ({ pageParam }) => ask<Data>('GET', pageParam),
    initialPageParam: address ?? '',
    getNextPageParam: ({ next }) => next,
    enabled: address !== undefined,
    ...again,
  };
}

const beginningWith = (prefix: string) => ({
  predicate: ({ queryKey: [address] }: Query) => String(address).startsWith(prefix),
});

/** Reads everything again that is shown and begins so: after a change, a sign-in, or a lost connection. */
export function refresh(prefix = ''): void {
  const filter = beginningWith(prefix);
  answers.removeQueries({ ...filter, type: 'inactive' });
  // What was asked before is not kept.
  void answers.cancelQueries(filter);
  void answers.invalidateQueries(filter);
}

/** Forgets everything: another member signs in. */
export function forget(): void {
  void answers.resetQueries();
}

/**
 * Shows a change before the server has confirmed it.
 * @returns what takes it back
 */
export function foresee<Data>(prefix: string, change: (data: Data) => Data): () => void {
  const filter = beginningWith(prefix);
  const asked = answers.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' });
  // An answer from before the change would hide it.
  void answers.cancelQueries(filter);
  const before = answers.getQueriesData<Parts<Data>>(filter);
  answers.setQueriesData<Parts<Data>>(
    filter,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((part) => ({ ...part, data: change(part.data) })),
      },
  );
  return () => {
    for (const [key, known] of before) answers.setQueryData(key, known);
    void answers.refetchQueries({ predicate: (query) => asked.includes(query) });
  };
}

/** What the API says at an address; undefined asks nothing. `every` reads it again after so many milliseconds. */
export function useApi<Data>(address: string | undefined, every?: number): Known<Data> {
  const { data, error, isPending } = useInfiniteQuery(
    { ...partsOf<Data>(address), ...(every === undefined ? {} : { refetchInterval: every }) },
    answers,
  );
  return {
    data: data?.pages[0]?.data,
    failure: error ?? undefined,
    isLoading: address !== undefined && isPending,
  };
}

/** A list of the API: its first part at once, further ones when they are asked for. */
export function useList<Row>(address: string | undefined): KnownList<Row> {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(partsOf<readonly Row[]>(address), answers);
  const more = async () => {
    // What is on its way is awaited, not cancelled: it may be the first part, read again.
    await answers
      .getQueryCache()
      .find({ queryKey: [address] })
      ?.promise?.catch(() => undefined);
    await fetchNextPage({ cancelRefetch: false });
  };
  return {
    rows: data?.pages.flatMap((part) => part.data) ?? [],
    total: data?.pages[0]?.total ?? 0,
    failure: error ?? undefined,
    isLoading: address !== undefined && isPending,
    more: hasNextPage ? () => void more() : undefined,
    isReadingMore: isFetchingNextPage,
  };
}

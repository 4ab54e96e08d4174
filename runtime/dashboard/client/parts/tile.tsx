import type { ComponentChildren } from 'preact';
import type { Known } from '../cache.ts';
import { Icon } from './icon.tsx';
import { Trouble, Waiting } from './states.tsx';

interface TileProps<Data> {
  readonly title: string;
  /** The list behind it. */
  readonly href: string;
  readonly known: Known<Data>;
  /** Lists take more room than numbers. */
  readonly isList?: boolean;
  readonly children: (data: Data) => ComponentChildren;
}

/** A part of an overview, which leads to its list. */
export function Tile<Data>({ title, href, known, isList = false, children }: TileProps<Data>) {
  const { data, failure } = known;
  return (
    <section class={isList ? 'tile list' : 'tile'}>
      <h2>
        <a href={href}>{title}</a>
        <Icon name="chevron" />
      </h2>
      {data !== undefined ? (
        children(data)
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting lines={3} />
      )}
    </section>
  );
}

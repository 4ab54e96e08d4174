import { type ComponentChildren, type FunctionComponent, h } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import type { Component, Props } from '../../components/component.ts';
import { stayOn } from '../../components/page-context.ts';
import { browserPage, type DrawnSite } from './page.ts';
import { holdsCode, isSame } from './same.ts';

export * from '../../components/drawable.ts';
export { listen } from './listen.ts';
export { mountIsland } from './mount.ts';

/** Content that was built stays while Preact is given none. */
const built = { __html: '' };
const boxless = { style: 'display:contents' } as const;
const slot = 'docent-slot' as 'div';

/**
 * A component of the site in an author's interactive code. What was built stays as it is until the component gets other
 * properties; what is new, or has handlers of the author inside, is drawn here.
 */
export function drawnAgain(component: Component, site: DrawnSite): FunctionComponent<Props> {
  stayOn(browserPage(site));
  const Drawn = component as FunctionComponent<Props>;
  return keeping((props, { isNew, first }) => {
    const isKept = !isNew && !holdsCode(first) && isSame(first, props);
    return isKept ? undefined : h(Drawn, props);
  });
}

/** A component that only a build can make: it stays as it was built, and where it was not, its content is shown. */
export function keptAsBuilt(): FunctionComponent<Props> {
  return keeping((props, { isNew }) => (isNew ? props.children : undefined));
}

interface Known {
  /** Whether nothing was built for it. */
  readonly isNew: boolean;
  /** The properties that it was built with. */
  readonly first: Props;
}

function keeping(draw: (props: Props, known: Known) => ComponentChildren) {
  const Kept: FunctionComponent<Props> = (props) => {
    const { current: first } = useRef(props);
    const [isNew, setNew] = useState(false);
    const look = useCallback((element: Element | null) => {
      if (element?.firstChild === null) setNew(true);
    }, []);
    const content = draw(props, { isNew, first });
    return content === undefined
      ? h(slot, { ...boxless, ref: look, dangerouslySetInnerHTML: built })
      : h(slot, boxless, content);
  };
  return Object.assign(Kept, { isOfSite: true });
}

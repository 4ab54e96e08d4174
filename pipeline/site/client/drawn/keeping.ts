import { type ComponentChildren, type FunctionComponent, h } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Component, Props } from '../../components/component.ts';

const boxless = { style: 'display:contents' } as const;
const slot = 'docent-slot' as 'div';

/** What is known of a component of the site in an author's interactive code. */
export interface Known {
  /** Whether nothing was built for it. */
  readonly isNew: boolean;
  /** The properties that it was built with. */
  readonly first: Props;
}

interface Shown {
  /** The component, if it can be drawn here. */
  readonly component?: Component;
  /** Whether modules of the page start what it draws, such as buttons and tabs. */
  readonly isAwake?: boolean;
  /** What it shows now; undefined for what was built. */
  readonly draw: (props: Props, known: Known) => ComponentChildren;
}

/** Where a component is, and what is in that place. */
interface Place {
  element: HTMLElement | null;
  /** What was built, once something else was shown. Until then it stays while Preact is given nothing. */
  built: string;
  isBuilt: boolean;
  /** The first element in it at the last notice to modules of the page. */
  known: Element | null;
}

/** A component of the site in its place. */
export function keeping({ component, isAwake = false, draw }: Shown): FunctionComponent<Props> {
  const Kept: FunctionComponent<Props> = (props) => {
    const { current: first } = useRef(props);
    const { current: place } = useRef<Place>({
      ...{ element: null, built: '', isBuilt: false, known: null },
    });
    const [isNew, setNew] = useState(false);
    const look = useCallback((element: HTMLElement | null) => {
      if (element?.firstChild === null) setNew(true);
      place.element = element;
    }, []);
    const content = draw(props, { isNew, first });
    if (content !== undefined && place.isBuilt) place.built = place.element?.innerHTML ?? '';
    place.isBuilt = content === undefined;
    useLayoutEffect(() => tellNew(place, isAwake));
    const html = { __html: place.built };
    return content === undefined
      ? h(slot, { ...boxless, ref: look, dangerouslySetInnerHTML: html })
      : h(slot, { ...boxless, ref: look }, content);
  };
  return Object.assign(Kept, { isOfSite: true, ...(component ? { placed: component } : {}) });
}

/** Has modules of the page start what is new in a place; what came with the page is awake. */
function tellNew(place: Place, isAwake: boolean): void {
  const { element, built, isBuilt } = place;
  const shown = element?.firstElementChild ?? null;
  if (shown === place.known) return;
  place.known = shown;
  if (isBuilt ? built !== '' : isAwake) {
    element?.dispatchEvent(new CustomEvent('docent:content', { bubbles: true }));
  }
}

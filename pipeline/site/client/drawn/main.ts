import { type ComponentChildren, type FunctionComponent, h } from 'preact';
import { type Component, flatten, type Props } from '../../components/component.ts';
import { stayOn } from '../../components/page-context.ts';
import { type Known, keeping } from './keeping.ts';
import { browserPage, type DrawnSite } from './page.ts';
import { holdsCode, isSame, isText } from './same.ts';

export * from '../../components/drawable.ts';
export { listen } from './listen.ts';
export { mountIsland } from './mount.ts';

/**
 * A component of the site in an author's interactive code. What was built stays as it is until the component gets other
 * properties; what is new, or has handlers of the author inside, is drawn here.
 */
export function drawnAgain(component: Component, site: DrawnSite): FunctionComponent<Props> {
  const draw = drawing(component, site);
  return keeping({
    component,
    draw: (props, { isNew, first }) =>
      isNew || holdsCode(first) || !isSame(first, props) ? draw(props) : undefined,
  });
}

/**
 * The same for a component that reads what is in it. Where that is more than text, such as what a page has between the
 * tags of the author's component, that is shown without the component.
 */
export function drawnWhole(component: Component, site: DrawnSite): FunctionComponent<Props> {
  const draw = drawing(component, site);
  return keeping({
    component,
    isAwake: true,
    draw(props, { isNew, first }) {
      if (!isNew && isSame(first, props)) return undefined;
      return isText(props.children) ? draw(props) : props.children;
    },
  });
}

/** The same for a component around those of one kind: they and it are awake from the start, as is what is in them. */
export function drawnAround(
  component: Component,
  site: DrawnSite,
  part: FunctionComponent<Props>,
): FunctionComponent<Props> {
  const draw = drawing(component, site);
  return keeping({
    component,
    isAwake: true,
    draw(props, known) {
      const parts = flatten(props.children);
      const isPart = (child: (typeof parts)[number]) =>
        typeof child === 'object' && child.type === part;
      return parts.length > 0 && parts.every(isPart) ? draw(props) : contentOf(props, known);
    },
  });
}

/**
 * A component that only a build can make. It stays as it was built until it is given other content, which is then shown
 * without it: what was built would be wrong.
 */
export function keptAsBuilt(): FunctionComponent<Props> {
  return keeping({ draw: contentOf });
}

function drawing(component: Component, site: DrawnSite): (props: Props) => ComponentChildren {
  stayOn(browserPage(site));
  const Drawn = component as FunctionComponent<Props>;
  return (props) => h(Drawn, { ...props, isOfIsland: true });
}

/** What is in a component, where it is not what was built; nothing for a component that has only other attributes. */
function contentOf(props: Props, { isNew, first }: Known): ComponentChildren {
  const { children = null } = props;
  const isBuilt =
    children === null ? isSame(first, props) : isSame(first.children ?? null, children);
  return isBuilt && !isNew ? undefined : children;
}

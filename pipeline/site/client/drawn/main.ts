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
    draw(props, known) {
      const content = contentOf(props, known, isSame(known.first, props));
      return content !== undefined && isText(content) ? draw(props) : content;
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
      if (parts.length > 0 && parts.every(isPart)) return draw(props);
      return contentOf(props, known, isSame(known.first.children, props.children));
    },
  });
}

/**
 * A component that only a build can make. It stays as it was built until it is given something else; then its content is
 * shown without it, as what was built would be wrong.
 */
export function keptAsBuilt(): FunctionComponent<Props> {
  return keeping({
    draw: (props, known) =>
      contentOf(props, known, isSame(withoutLook(known.first), withoutLook(props))),
  });
}

function withoutLook({ className, style, ...props }: Props): Props {
  return props;
}

function drawing(component: Component, site: DrawnSite): (props: Props) => ComponentChildren {
  stayOn(browserPage(site));
  const Drawn = component as FunctionComponent<Props>;
  return (props) => h(Drawn, { ...props, isOfIsland: true });
}

/**
 * What is in a component that shows something else than what was built; undefined for one that doesn't. What a page has
 * between the tags of the author's component is not known here if a component that a build made has it.
 */
function contentOf(
  { children = null }: Props,
  { isNew, first }: Known,
  isBuilt: boolean,
): ComponentChildren {
  const isUnknown = children === null && (first.children ?? null) === null;
  return !isNew && (isBuilt || isUnknown) ? undefined : children;
}

// Elements, as `createElement` makes them: plain objects until they leave the sandbox.

const mark = Symbol.for('react.element');

export const Fragment = Symbol.for('react.fragment');

export function createElement(type, given, ...children) {
  const props = {};
  let key = null;
  let ref = null;
  for (const name of Object.keys(given ?? {})) {
    if (name === 'key') key = String(given.key);
    else if (name === 'ref') ref = given.ref;
    else props[name] = given[name];
  }
  if (children.length > 0) props.children = children.length === 1 ? children[0] : children;
  for (const name of Object.keys(type?.defaultProps ?? {})) {
    if (props[name] === undefined) props[name] = type.defaultProps[name];
  }
  return { $$typeof: mark, type, key, ref, props };
}

/** The form that compilers call: children are a property, the key is an argument. */
export function jsx(type, { children, ...props }, key) {
  const given = key === undefined ? props : { ...props, key };
  if (children === undefined) return createElement(type, given);
  return createElement(type, given, ...(Array.isArray(children) ? children : [children]));
}

export function cloneElement(element, props, ...children) {
  const { type, key, ref, props: before } = element;
  return createElement(type, { key, ref, ...before, ...props }, ...children);
}

export function isElement(value) {
  return typeof value === 'object' && value !== null && value.$$typeof === mark;
}

export function toChildArray(children) {
  const list = [];
  const visit = (child) => {
    if (Array.isArray(child)) child.forEach(visit);
    else if (child !== null && child !== undefined && typeof child !== 'boolean') list.push(child);
  };
  visit(children);
  return list;
}

const hostTypes = new WeakMap();

/** A component that the host renders: `{component}` of the site, or `{snippet}`. */
export function hostType(what) {
  const type = (props) => createElement(type, props);
  hostTypes.set(type, what);
  return type;
}

export function hostTypeOf(type) {
  return typeof type === 'function' ? hostTypes.get(type) : undefined;
}

const Slot = hostType({});

/**
 * A placeholder for content that the host renders: Markdown between an author's tags. `read` makes what a component
 * finds that looks into it.
 */
export function slotElement(id, read = () => []) {
  const element = createElement(Slot, { id });
  defineChildren(element.props, read);
  return element;
}

/** Children that are made when a component looks at them; copies of the properties do not have them. */
export function defineChildren(props, read) {
  let made;
  const get = () => {
    made ??= { list: [read()].flat() };
    return made.list.length > 1 ? made.list : made.list[0];
  };
  Object.defineProperty(props, 'children', { get, configurable: true });
}

export function isSlot(type) {
  return type === Slot;
}

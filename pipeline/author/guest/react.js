// React as it is before anything has happened: hooks give their first state, effects do not run.

import { cloneElement, createElement, Fragment, isElement, jsx, toChildArray } from './element.js';

/**
 * Of the component that is being expanded: whether it keeps state or handles events, and so needs the browser; and
 * whether part of it could not be made without one.
 */
export const expanding = { isAwake: false, isLate: false };

const contexts = new WeakMap();

/** The context that a provider belongs to. */
export function contextOf(type) {
  return contexts.get(type);
}

function createContext(value) {
  const context = { value };
  context.Provider = (props) => props.children;
  context.Consumer = (props) => props.children(context.value);
  contexts.set(context.Provider, context);
  contexts.set(context, context);
  return context;
}

const nothing = () => undefined;
const called = (value) => (typeof value === 'function' ? value() : value);

/** A hook that has a meaning in the browser only. */
const awake =
  (hook) =>
  (...values) => {
    expanding.isAwake = true;
    return hook(...values);
  };

let ids = 0;

export const hooks = {
  useCallback: (callback) => callback,
  useContext: (context) => context.value,
  useDebugValue: nothing,
  useEffect: awake(nothing),
  useErrorBoundary: () => [undefined, nothing],
  useId: () => `:${(ids++).toString(32)}:`,
  useImperativeHandle: nothing,
  useLayoutEffect: awake(nothing),
  useMemo: (make) => make(),
  useReducer: awake((_reduce, initial, init) => [init ? init(initial) : initial, nothing]),
  useRef: (current) => ({ current }),
  useState: awake((initial) => [called(initial), nothing]),
};

class Component {
  static isComponent = true;
  constructor(props) {
    this.props = props;
    this.state = {};
  }
  setState() {}
  forceUpdate() {}
}

/** The element that a component makes. */
export function renderComponent(type, props) {
  if (!type.isComponent) return type(props, null);
  expanding.isAwake = true;
  const instance = new type(props);
  instance.props ??= props;
  const derived = type.getDerivedStateFromProps?.(props, instance.state);
  if (derived) instance.state = { ...instance.state, ...derived };
  return instance.render(props, instance.state);
}

const only = (children) => toChildArray(children)[0];

export const React = {
  ...hooks,
  version: '18.3.1',
  Children: {
    count: (children) => toChildArray(children).length,
    forEach: (children, action) => toChildArray(children).forEach(action),
    map: (children, action) => toChildArray(children).map(action),
    only,
    toArray: toChildArray,
  },
  Component,
  Fragment,
  Profiler: Fragment,
  PureComponent: Component,
  StrictMode: Fragment,
  Suspense: Fragment,
  cloneElement,
  createContext,
  createElement,
  createPortal: () => null,
  createRef: () => ({ current: null }),
  forwardRef: (render) => (props) => render(props, null),
  h: createElement,
  isValidElement: isElement,
  lazy: () => () => null,
  memo: (component) => component,
  startTransition: called,
  toChildArray,
  use: (context) => context.value,
  useDeferredValue: (value) => value,
  useInsertionEffect: nothing,
  useOptimistic: awake((value) => [value, nothing]),
  useSyncExternalStore: awake((_subscribe, read, readAtBuild) => (readAtBuild ?? read)()),
  useTransition: awake(() => [false, called]),
};
React.default = React;

/** Named values as a module whose names can be imported. */
export function moduleOf(names) {
  return Object.assign(Object.create(null), names, { __esModule: true });
}

const react = moduleOf(React);
const runtime = moduleOf({ jsx, jsxs: jsx, jsxDEV: jsx, Fragment });

/** Packages that author code may import. */
export const packages = new Map([
  ['react', react],
  ['react-dom', react],
  ['preact', react],
  ['preact/compat', react],
  ['preact/hooks', react],
  ['react/jsx-runtime', runtime],
  ['react/jsx-dev-runtime', runtime],
  ['preact/jsx-runtime', runtime],
  ['preact/jsx-dev-runtime', runtime],
]);

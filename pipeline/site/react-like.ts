import type { ComponentChildren, FunctionComponent } from 'preact';
import * as preact from 'preact';
import * as hooks from 'preact/hooks';

/**
 * What authors' components take from React, for rendering at build. Preact's own `compat` would change
 * how every element of the site is made, and is needed in the browser only.
 */
export const reactLike: Readonly<Record<string, unknown>> = {
  ...preact,
  ...hooks,
  version: '18.3.1',
  memo: <P>(component: FunctionComponent<P>) => component,
  forwardRef:
    <P>(render: (props: P, ref: unknown) => ComponentChildren) =>
    (props: P & { ref?: unknown }) =>
      render(props, props.ref ?? null),
  lazy: () => () => null,
  Suspense: preact.Fragment,
  StrictMode: preact.Fragment,
  startTransition: (action: () => void) => action(),
  useTransition: () => [false, (action: () => void) => action()],
  useDeferredValue: <T>(value: T) => value,
  useInsertionEffect: () => undefined,
  useSyncExternalStore: <T>(_subscribe: unknown, read: () => T, readAtBuild?: () => T) =>
    (readAtBuild ?? read)(),
  createPortal: () => null,
  Children: {
    map: (children: ComponentChildren, action: (child: unknown, index: number) => unknown) =>
      preact.toChildArray(children).map(action),
    forEach: (children: ComponentChildren, action: (child: unknown, index: number) => void) =>
      preact.toChildArray(children).forEach(action),
    count: (children: ComponentChildren) => preact.toChildArray(children).length,
    toArray: preact.toChildArray,
    only: (children: ComponentChildren) => preact.toChildArray(children)[0],
  },
};

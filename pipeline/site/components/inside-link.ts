import { Component, type ComponentChildren } from 'preact';

/**
 * Passed to a component in addition to its properties: Preact passes it to each as the second
 * argument.
 */
export interface TreeContext {
  /** Whether a link is open around: HTML knows no link inside a link, and browsers tear such markup apart. */
  readonly insideLink?: boolean;
  /** Where that link leads. */
  readonly linkTo?: string | undefined;
}

/**
 * Tells its content whether a link is open around it.
 *
 * No provider of `createContext`: it hangs functions on each instance, and V8 keeps what such an
 * object reaches, whole pages here, until its slow collection. With providers a build spent almost
 * twice the time collecting.
 */
export class InsideLink extends Component<{
  readonly value: boolean;
  readonly to?: string | undefined;
  readonly children?: ComponentChildren;
}> {
  override getChildContext(): TreeContext {
    return { insideLink: this.props.value, linkTo: this.props.to };
  }

  override render(): ComponentChildren {
    return this.props.children;
  }
}

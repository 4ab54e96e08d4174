/**
 * What the playground of a site may call through the server (`proxy.json`): the operations of its pages,
 * at the servers that their descriptions name. In hosts and paths, `*` is one or more characters of a
 * label or a segment.
 */
export interface ProxyRules {
  readonly servers: readonly ProxyServer[];
  readonly operations: readonly ProxyOperation[];
}

/** A base URL, normalized. */
export interface ProxyServer {
  /** Scheme, host and port: `https://*.example.com`. */
  readonly origin: string;
  /** Without a slash at its end: `/v1`, or '' for the root. */
  readonly path: string;
}

export interface ProxyOperation {
  readonly method: string;
  /** Below the path of the server: `/users/*`. */
  readonly path: string;
  /** Indexes of `servers`. */
  readonly servers: readonly number[];
  /** Headers that it has, in lower case. */
  readonly headers: readonly string[];
  /** Cookies that it has. */
  readonly cookies?: readonly string[];
  /** Its page requires a session. */
  readonly protected?: true;
  /** Groups of which the session needs one; any session is enough if absent. */
  readonly groups?: readonly string[];
}

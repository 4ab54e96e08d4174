/** What the console of a WebSocket channel needs to know; written into the page. */
export interface Connection {
  /** With `{parameters}`. */
  readonly address: string;
  readonly servers: readonly {
    readonly name: string;
    /** With `{variables}`. */
    readonly url: string;
    readonly variables: readonly ConnectionField[];
  }[];
  readonly parameters: readonly ConnectionField[];
  readonly query: readonly ConnectionField[];
  /** Headers that the server wants and that a browser can't send. */
  readonly headers: readonly string[];
  /** Examples of what a reader may send. */
  readonly messages: readonly { readonly name: string; readonly text: string }[];
}

export interface ConnectionField {
  readonly name: string;
  readonly required: boolean;
  readonly value?: string;
  readonly options?: readonly string[];
  /** Not shown while it is typed. */
  readonly secret?: boolean;
}

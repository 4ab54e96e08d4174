/** What the sandbox may ask its host. Answers are data; nothing here calls back into the sandbox. */
export interface SandboxHost {
  /** The code of a file; `names` are the properties that its expressions see, joined by commas. */
  source(file: string, names: string): ModuleCode | undefined;
  /** What an import leads to. */
  resolve(from: string, file: string): Resolution;
  /** A module ended with an error while it was loaded. */
  failed(file: string, error: GuestError): void;
  /** A line that author code wrote to the console. */
  log(text: string): void;
}

/** What code sees that it does not import. */
export interface Ambient {
  /** Components of the site. */
  readonly components: readonly string[];
  /** File of the page. */
  readonly page: string;
  /** Names that the page imports: in the related dialect, its components see them as well. */
  readonly imports: readonly (readonly [local: string, from: string, name: string])[];
}

/** A module as CommonJS. */
export interface ModuleCode {
  readonly code: string;
  /** Components that it names and that may not exist. */
  readonly tags: readonly string[];
  /** Whether its components may need the browser. */
  readonly isInteractive: boolean;
}

/** Where an import leads; an empty object leads to an empty module. */
export interface Resolution {
  readonly module?: string;
  readonly snippet?: string;
  /** Names that the snippet exports. */
  readonly exports?: readonly string[];
  readonly value?: unknown;
}

/** What was thrown inside. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** A component that needs a browser, and is drawn in one. */
  readonly isLate?: boolean;
  /** A property of a component for the browser, with a function that the browser can't get. */
  readonly stays?: string;
}

/** Which expressions of a file to evaluate, and what they see. */
export interface Evaluation {
  readonly file: string;
  readonly names: string;
  /** See `Sandbox.addScope`. */
  readonly scope: number;
  /** Number of the first slot of the file. */
  readonly slots: number;
  readonly wanted: readonly (readonly [index: number, kind: ValueKind])[];
}

/** How a value is used: shown between tags, as an attribute, or as all attributes of a spread. */
export type ValueKind = 'child' | 'value' | 'spread';

/** The answer to one expression: its value, or what was thrown. */
export interface Answer {
  /** A list of `GuestNode` for children, else a `GuestValue`. */
  readonly v?: unknown;
  readonly x?: GuestError;
  /** Problems of components inside. */
  readonly p?: readonly GuestError[];
}

/** What is shown: text, or an element of one of these kinds. */
export type GuestNode =
  | string
  /** An HTML element. */
  | { readonly e: string; readonly p: GuestProps; readonly c: readonly GuestNode[] }
  /** A component of the site. */
  | { readonly h: string; readonly p: GuestProps; readonly c: readonly GuestNode[] }
  /** A snippet, the scope of its properties and their names. */
  | {
      readonly m: string;
      readonly s: number;
      readonly n: readonly string[];
      readonly p: GuestProps;
      readonly c: readonly GuestNode[];
    }
  /** Content that the host renders. */
  | { readonly k: number }
  /** What a component in the browser keeps as it was built, by the name of its property. */
  | { readonly kept: readonly GuestNode[]; readonly n: string }
  /** A component that the browser runs: its module and name there. */
  | {
      readonly i: readonly [module: string, name: string];
      readonly p: GuestProps;
      readonly c: readonly GuestNode[];
      /** Elements among its properties that it did not show, by the names of the properties. */
      readonly r: readonly LaterNodes[];
      /** Part of it could not be made without a browser. */
      readonly l?: true;
    };

/** Elements among the properties of a component, by the name of the property. */
export interface LaterNodes {
  readonly n: string;
  readonly c: readonly GuestNode[];
  /** The component looked into them, and shows what it found. */
  readonly d?: true;
}

/**
 * Text, a number, a boolean, null, a list of such, `{$e: GuestNode[]}` or `{$o: GuestProps}`; of a component that the
 * browser runs also `{$s: name, $p: GuestProps}`, which it keeps, and `{$f: [module, name]}`, which a module exports.
 */
export type GuestValue = unknown;

export type GuestProps = Readonly<Record<string, GuestValue>>;

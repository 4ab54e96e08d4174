/**
 * What the playground of an API page asks for, as JSON in the page: everything that a request of the operation
 * can have, with the limits of its values. Pure data, so that the browser needs no API description.
 */
export interface RequestForm {
  /** Upper case. */
  readonly method: string;
  /** Path template such as `/users/{id}`. */
  readonly path: string;
  readonly servers: readonly FormServer[];
  /** Ways to authenticate; each needs all of its schemes, and one without any sends nothing. */
  readonly security: readonly (readonly FormRequirement[])[];
  readonly schemes: Readonly<Record<string, FormScheme>>;
  readonly parameters: readonly FormParameter[];
  readonly body?: FormBody;
}

/** A server, with the variables of its address still in braces. */
export interface FormServer {
  readonly url: string;
  readonly description?: string;
  readonly variables?: readonly FormVariable[];
}

export interface FormVariable {
  readonly name: string;
  readonly value: string;
  readonly options?: readonly string[];
  readonly description?: string;
}

/** A scheme of one way to authenticate, by its name. */
export interface FormRequirement {
  readonly scheme: string;
  readonly scopes?: readonly string[];
}

export type FormScheme =
  | { readonly type: 'bearer' | 'basic' | 'mutualTLS' }
  /** Another HTTP scheme: what follows its name is typed as a whole. */
  | { readonly type: 'http'; readonly scheme: string }
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly parameter: string;
    }
  | { readonly type: 'oauth2'; readonly flows: readonly FormFlow[] }
  /** The provider's metadata is at this address. */
  | { readonly type: 'openIdConnect'; readonly url: string };

/** A way to get a token; without any, a token is typed. Addresses may be relative to the server. */
export interface FormFlow {
  readonly type: 'authorizationCode' | 'clientCredentials';
  readonly authorizationUrl?: string;
  readonly tokenUrl: string;
  /** Where a token is renewed, if not at `tokenUrl`. */
  readonly refreshUrl?: string;
  readonly clientId?: string;
  readonly scopes: readonly { readonly name: string; readonly description?: string }[];
}

/** How the values of a parameter are joined (`style` and `explode` of OpenAPI). */
export interface FormParameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly input: FormInput & { readonly name: string };
  /** Only if it is not the usual one of its place. */
  readonly style?: 'label' | 'matrix' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  /** Only if it is not the usual one of its style. */
  readonly explode?: boolean;
  /** The value is sent as JSON (`content`). */
  readonly json?: boolean;
  /** Characters such as `/` are sent as they are. */
  readonly allowReserved?: boolean;
}

export interface FormBody {
  readonly required: boolean;
  readonly contents: readonly {
    readonly mediaType: string;
    readonly input: FormInput;
    /** Written examples; the first one fills the form where `RequestForm` is prefilled. */
    readonly examples?: readonly { readonly label: string; readonly value: unknown }[];
    readonly prefill?: boolean;
    /** How fields of a form are written where that is not the usual way. */
    readonly encoding?: Readonly<Record<string, FormEncoding>>;
  }[];
}

/** How a field of a form is written (`encoding` of OpenAPI). */
export interface FormEncoding extends Pick<FormParameter, 'explode'> {
  readonly style?: FormParameter['style'] | 'form';
  /** Type of a part; without a wildcard or a choice. */
  readonly contentType?: string;
}

/** One value that is asked for. */
export type FormInput = Asked &
  (
    | {
        readonly kind: 'text';
        readonly format?: string;
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly pattern?: string;
      }
    | {
        readonly kind: 'number' | 'integer';
        readonly min?: number | bigint;
        readonly max?: number | bigint;
        readonly above?: number | bigint;
        readonly below?: number | bigint;
        readonly multipleOf?: number;
      }
    | { readonly kind: 'boolean' | 'file' }
    | { readonly kind: 'choice'; readonly options: readonly unknown[] }
    | {
        readonly kind: 'list';
        readonly item: FormInput;
        readonly min?: number;
        readonly max?: number;
        readonly unique?: boolean;
      }
    | {
        readonly kind: 'object';
        readonly fields: readonly (FormInput & { readonly name: string })[];
        /** Values of keys that the reader names. */
        readonly values?: FormInput;
      }
    | {
        readonly kind: 'variants';
        readonly variants: readonly { readonly label: string; readonly input: FormInput }[];
      }
    /** Anything, written as JSON: no type, a recursion, or nested too deeply for a form. */
    | { readonly kind: 'json' }
  );

interface Asked {
  readonly name?: string;
  readonly required?: true;
  readonly deprecated?: true;
  /** May be null; only where that can be sent. */
  readonly nullable?: true;
  /** Plain text, one sentence or so. */
  readonly hint?: string;
  /** What the form holds at first. */
  readonly value?: unknown;
}

/** How much of the playground a page has. */
export type PlaygroundDisplay = 'interactive' | 'simple' | 'none';

/** The data of a "Try it" button. */
export interface PlaygroundData {
  readonly form: RequestForm;
  readonly display: 'interactive' | 'simple';
  /** Languages of the samples, by their names in `api.examples.languages`. */
  readonly languages: readonly string[];
  /** False: requests always go to the API directly. */
  readonly proxy: boolean;
}

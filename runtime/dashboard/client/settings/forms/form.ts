import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { configSchema } from '../../../../../schema/config/schema.ts';
import type { JsonSchema } from '../../../../../schema/json-schema.ts';
import { joinPointer, pointerAsPath } from '../../../../../schema/pointer.ts';
import { fits, resolve } from '../../../../../schema/validation/shape.ts';
import type { Finding } from '../check-text.ts';
import type { Path } from './edit.ts';

/** What fields of a form share. */
export interface Form {
  readonly isReadOnly: boolean;
  /** Puts a value at a place; undefined removes it. */
  readonly set: (path: Path, value: unknown) => void;
  /** Adds an entry to a list. */
  readonly add: (list: Path, index: number, value: unknown) => void;
  readonly move: (list: Path, from: number, to: number) => void;
  /** Moves an entry to another list, and says where it is then. */
  readonly transfer: (from: Path, list: Path, index: number) => Path | undefined;
}

export const FormContext = createContext<Form | undefined>(undefined);

/** The form that a field is in. */
export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('No form is open here.');
  return form;
}

/** What is wrong with each value, by its path. */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

/** Apart from the form: it changes with every check, and the form does not. */
export const FindingsContext = createContext<Findings>(new Map());

/** What is wrong with each value of the form. */
export function useFindings(): Findings {
  return useContext(FindingsContext);
}

/** Settings that the grounds of pages depend on; the same as long as none of them changes. */
export const LookContext = createContext<Readonly<Record<string, unknown>>>({});

/** A path as problems name it: `navigation.groups[0]`. */
export function nameOf(path: Path): string {
  return pointerAsPath(joinPointer(path));
}

/** Findings by the path of what they are about. */
export function byPath(findings: readonly Finding[]): Findings {
  const map = new Map<string, Finding[]>();
  for (const finding of findings) {
    const path = pathOf(finding);
    map.set(path, [...(map.get(path) ?? []), finding]);
  }
  return map;
}

/** The path of what a finding is about: the field itself where it is missing. */
export function pathOf({ path, code, note }: Finding): string {
  const [, missing] = /^Add "([^"]+)"/.exec(note) ?? [];
  if (code !== 'missing-field' || missing === undefined) return path;
  return path === '' ? missing : `${path}.${missing}`;
}

/** Findings in a part of the settings by the innermost of its entries that they are in, or by the part itself. */
export function byOwner(findings: Findings, part: string, entries: ReadonlySet<string>): Findings {
  const map = new Map<string, readonly Finding[]>();
  for (const [path, list] of findings) {
    if (!isIn(path, part)) continue;
    let owner = path;
    while (owner !== part && !entries.has(owner)) {
      const outer = owner.replace(/(?:\.[^.[\]]*|\["(?:[^"\\]|\\.)*"\]|\[\d+\])$/, '');
      owner = outer === owner || !isIn(outer, part) ? part : outer;
    }
    map.set(owner, [...(map.get(owner) ?? []), ...list]);
  }
  return map;
}

/** How many findings are in a part of the settings. */
export function countBelow(findings: Findings, name: string): number {
  let count = 0;
  for (const [path, list] of findings) {
    if (isIn(path, name)) {
      count += list.filter(({ severity }) => severity !== 'note').length;
    }
  }
  return count;
}

/** Whether a path is that of a value or of something in it. */
export function isIn(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** The schema behind a reference. */
export function target(schema: JsonSchema): JsonSchema {
  return resolve(schema, configSchema);
}

/** Whether a schema allows the type of a value. */
export function allows(schema: JsonSchema, value: unknown): boolean {
  return fits(schema, value, configSchema);
}

/** What is no word, as it is written. */
const names: Readonly<Record<string, string>> = {
  ...{ api: 'API', openapi: 'OpenAPI', asyncapi: 'AsyncAPI', seo: 'SEO', mdx: 'MDX', html: 'HTML' },
  ...{ rpc: 'RPC', ga4: 'GA4', gtm: 'GTM', i18n: 'I18n', latex: 'LaTeX', href: 'Link' },
};

/** `Og image` for `ogImage`. */
export function wordsOf(key: string): string {
  if (names[key] !== undefined) return names[key];
  const words = key.replace(
    /([a-z\d])([A-Z])/g,
    (_, end, start) => `${end} ${start.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a value is an object with fields. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { ComponentChildren } from 'preact';
import type { Place, Problem } from '../../../schema/errors.ts';
import type {
  Feature,
  LanguageAttributes,
  Page,
  PageLink,
  RenderedBody,
  Site,
  UpdateEntry,
} from '../../../schema/site.ts';
import type { WrittenField } from '../../openapi/form/written-fields.ts';
import type { Notation } from '../code/fence.ts';
import type { TypedCode } from '../code/types/code-types.ts';
import type { TypesAnswer } from '../code/types/thread.ts';
import type { ProblemMarks } from '../problem-marks.tsx';
import type { Words } from '../words.ts';

/** Remembers what is dear to compute, over pages and builds; both calls must be cheap. */
export interface RenderCache {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** What rendering needs in addition to the site. */
export interface RenderTools {
  readonly cache: RenderCache;
  /** Text of an SVG asset by its site-relative path, when it is at hand: such icons are inlined. */
  readonly readAsset?: (path: string) => string | undefined;
  /** The site's folder. */
  readonly dir?: string;
  /** Whether problems are marked where they happen (`docent dev`). */
  readonly marks?: boolean;
  /** Class names that scripts on every page give to elements. */
  readonly scriptClasses?: readonly string[];
}

/** How an icon looks, from the attributes that many components share. */
export interface IconOptions {
  /** Position of the component's tag. */
  readonly place?: Place | undefined;
  readonly type?: unknown;
  readonly library?: unknown;
  readonly size?: number | undefined;
  readonly color?: unknown;
  /** Class names besides its own. */
  readonly class?: string;
  /** Accessible name; without it the icon is hidden from screen readers. */
  readonly label?: string;
}

/** A block of code as it was written. */
export interface WrittenCode {
  readonly written: Notation;
  /** The code with words for variables whose values depend on the reader. */
  readonly template?: string | undefined;
  readonly language: string;
  /** Whether types are asked for (`twoslash`). */
  readonly typed: boolean;
  readonly place?: unknown;
}

/** A block of code as readers see it. */
export interface ShownCode {
  /** Highlighted, line by line as `\n` splits it. */
  readonly html: string;
  readonly notation: Notation;
}

/** A page while it is rendered: what components ask of it and tell it. */
export interface PageContext {
  readonly page: Page;
  readonly site: Site;
  readonly tools: RenderTools;
  /** Words of the page's language. */
  readonly labels: Words['components'];
  /**
   * A heading's id from its text, unique on the page; `wanted` is taken as it is when still free.
   * `others` are further addresses that lead there.
   */
  headingId(text: string, wanted?: string, others?: readonly string[]): string;
  /** The id of a titled part that is no heading; headings of the page come first. Empty where none is needed. */
  partId(text: string, wanted?: string): string;
  /** Takes an id that an author wrote on an element. */
  claimId(id: string): void;
  /** An id for wiring (`tab-1`, `tab-2` …) that no heading can have. */
  uniqueId(prefix: string): string;
  /** Adds a line to the contents list; the id counts as used. */
  addContents(entry: RenderedBody['contents'][number]): void;
  /** Notes class names that an author wrote: those that are utilities get their rules. */
  classNames(names: readonly string[]): void;
  /** Asks for a module of the browser's. */
  feature(name: Feature): void;
  /** Resolves an address as an author wrote it, and remembers it for the link check. */
  link(url: string, options?: { kind?: PageLink['kind']; place?: Place | undefined }): string;
  /** Whether an address leaves the site. */
  isExternal(url: string): boolean;
  /** Whether a text is a CSS colour, and nothing that could end a rule. */
  isColor(text: string): boolean;
  /** An icon: a name of the site's icon set, a path, an address, or an element. */
  icon(icon: unknown, options?: IconOptions): ComponentChildren;
  /** Says that a text of an attribute is in another language than the page. */
  speaks(text: string, language: LanguageAttributes): void;
  /** Plain text of an attribute, with its language where that is another than the page's. */
  words(text: string): ComponentChildren;
  /** Markdown in an attribute of the component at `place`; one paragraph becomes its inline content. */
  markdown(text: string, place?: Place): ComponentChildren;
  /** Highlighted HTML of a text, line by line as `\n` splits it. */
  highlight(code: string, language: string): string;
  /** A block of code, highlighted, with its types and with the variables of readers. */
  code(block: WrittenCode): ShownCode;
  /** A language of code as people call it. */
  languageLabel(language: string): string;
  /** Types of a block of JavaScript or TypeScript; undefined until they are known. */
  types(asked: TypedCode): TypesAnswer | undefined;
  /** A formula as MathML; `place` is where a mistake in it is reported. */
  math(tex: string, display: boolean, place: Place | undefined): string;
  /** Fills `{{name}}` in code and attributes where a variable of that name is declared. */
  fill(text: string): string;
  /** Puts content into the column next to the page, if the page has one. */
  addAside(kind: 'panel' | 'request' | 'response', content: ComponentChildren): boolean;
  addUpdate(update: UpdateEntry): void;
  /** Fields of requests that are noted from here on belong together, until they are closed. */
  openFields(): void;
  noteField(field: WrittenField): void;
  closeFields(): readonly WrittenField[];
  report(problem: Omit<Problem, 'source' | 'file'> & { readonly file?: string }): void;
  /** Marks what was reported where it happened; only in `docent dev`. */
  readonly marks?: ProblemMarks;
}

let current: PageContext | undefined;

/** Renders with the page of the components; for the reason see `InsideLink`. */
export function onPage<T>(page: PageContext, render: () => T): T {
  const before = current;
  current = page;
  try {
    return render();
  } finally {
    current = before;
  }
}

/** Renders with the page from here on, where there is only one: in a browser. */
export function stayOn(page: PageContext): void {
  current = page;
}

/** The page of the component. */
export function usePage(): PageContext {
  if (current === undefined) throw new Error('A component was rendered outside a page');
  return current;
}

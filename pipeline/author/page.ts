import type { Problem } from '../../schema/errors.ts';
import type { Page, PageTree, Site, SourceFile } from '../../schema/site.ts';
import type { CodeCache } from './compile.ts';
import type { SandboxEnded } from './sandbox.ts';

/** The page that author code is on, as far as the code needs it. */
export interface AuthorPage {
  readonly page: Page;
  readonly site: Site;
  readonly tools: { readonly cache: CodeCache };
  /** Fills `{{name}}` where a variable of that name is declared. */
  fill(text: string): string;
  /** Resolves the address of an asset, and remembers it for the link check. */
  link(url: string, options: { readonly kind: 'asset' }): string;
  report(problem: Omit<Problem, 'source' | 'file'> & { readonly file?: string }): void;
}

/** The results of the author code of a page in all attempts to render it. */
export interface Attempts {
  /** Expressions that had to be stopped, and why. */
  readonly stopped: Map<string, StopReason>;
  /** How often that happened. */
  stops: number;
  /** Milliseconds that an expression had worked when a busy machine ended its time, tries added up. */
  readonly worked: Map<string, number>;
}

type StopReason = Exclude<SandboxEnded['reason'], 'busy'>;

/** What the code of a page runs with. */
export interface CodeOptions {
  readonly page: AuthorPage;
  readonly attempts: Attempts;
  /** The tree of a snippet of the site. */
  readonly treeOf: (file: SourceFile) => PageTree;
  /** Components of the site that code may use without an import. */
  readonly componentNames: readonly string[];
}

import { messageOf, type Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { Frontmatter, Page, PageTree, SourceFile, Visibility } from '../../schema/site.ts';
import { formatOf } from './format.ts';
import { readFrontmatter } from './frontmatter.ts';
import { proseProblems } from './grammar.ts';
import { parsePage } from './parse.ts';
import { pagePathOf } from './path.ts';
import { countWords, prose } from './prose.ts';
import type { Snippets } from './snippets.ts';
import { placeIn } from './tree.ts';
import { fillVariables, undefinedVariable, variablePattern } from './variables.ts';

/** What a page's facts depend on besides its own file. */
export interface PageContext {
  readonly language: string;
  readonly inNavigation: boolean;
  readonly seo: { readonly indexing: 'navigable' | 'all'; readonly noindex: boolean };
  readonly latex?: boolean | undefined;
  /** Severity of mistakes in English prose (`addons.ciChecks.grammarLinter`). */
  readonly grammar?: 'off' | 'warning' | 'error';
  /** Declared variables by name; values fill the prose that is counted. */
  readonly variables: ReadonlyMap<string, string>;
  /** Names of variables without a plain value (select, secret). */
  readonly variableNames?: ReadonlySet<string>;
  /** Resolves imports; without it `uses` stays empty. */
  readonly snippets?: Snippets;
  readonly updatedAt?: string;
  readonly translationOf?: string;
}

/** A page, its parsed tree, and what its author must fix. */
export interface ReadPage {
  readonly page: Page;
  readonly tree: PageTree;
  readonly problems: readonly Problem[];
}

/** Reads one file as a page. A page that can't be parsed is still a page, with an error. */
export function readPage(file: SourceFile, context: PageContext): ReadPage {
  const head = readFrontmatter(file);
  const variables = declared(context);
  const format = formatOf(file);
  const tree = parsePage(file, { format, latex: context.latex, variables });
  const resolved = context.snippets?.resolve(file, tree.root);
  const text = prose(tree.root, context.variables);
  return {
    page: pageOf(file, context, {
      ...head,
      format,
      uses: resolved?.uses ?? [],
      words: countWords(text, context.language),
    }),
    tree,
    problems: [
      ...head.problems,
      ...unknownInFields(file, head.bodyOffset, variables),
      ...tree.problems,
      ...ofGrammar(file, tree, context),
      ...(resolved?.problems ?? []),
    ],
  };
}

/** What the front matter of a page says; its body is not looked at. */
export function readHead(file: SourceFile, context: PageContext): Page {
  const { head, ...found } = headOf(file);
  const format = formatOf({ path: file.path, text: head });
  return pageOf(file, context, { ...found, format, uses: [], words: 0 });
}

type Head = Pick<ReturnType<typeof readFrontmatter>, 'frontmatter' | 'bodyOffset'>;

/** The front matter of a file, and the text that it was found in: of a file that is not read yet, its beginning. */
function headOf(file: SourceFile): Head & { readonly head: string } {
  try {
    const head = file.head ?? file.text;
    return { ...readFrontmatter({ path: file.path, text: head }), head };
  } catch {
    return { frontmatter: { meta: {}, other: {} }, bodyOffset: 0, head: '' };
  }
}

/** A page whose reading failed altogether: what its front matter says, and what went wrong. */
export function unreadPage(file: SourceFile, context: PageContext, error: unknown): ReadPage {
  const problem: Problem = {
    severity: 'error',
    source: 'source',
    ruleId: 'page-read',
    file: file.path,
    reason: `Can't read this page: ${messageOf(error)}`,
    note: 'Look for anything unusual, such as deep nesting or very long lines.',
  };
  return {
    page: readHead(file, context),
    tree: { root: { type: 'root', children: [] }, problems: [problem] },
    problems: [problem],
  };
}

function pageOf(
  file: SourceFile,
  context: PageContext,
  read: Pick<Page, 'format' | 'frontmatter' | 'bodyOffset' | 'uses' | 'words'>,
): Page {
  const path = pagePathOf(file.path);
  const frontmatter = filled(read.frontmatter, context.variables);
  return {
    path,
    file,
    format: read.format,
    frontmatter,
    title: frontmatter.title?.trim() || titleFromPath(path),
    language: context.language,
    bodyOffset: read.bodyOffset,
    uses: read.uses,
    words: read.words,
    visibility: visibilityOf(frontmatter, context),
    ...given({ updatedAt: context.updatedAt, translationOf: context.translationOf }),
  };
}

function ofGrammar(file: SourceFile, tree: PageTree, context: PageContext): readonly Problem[] {
  const { grammar = 'off', language } = context;
  return grammar === 'off' || !/^en\b/.test(language)
    ? []
    : proseProblems(file, tree.root, grammar);
}

/** A page that is not a file of the site, with the values of variables in what it says about itself. */
export function withValues(page: Page, variables: ReadonlyMap<string, string>): Page {
  const frontmatter = filled(page.frontmatter, variables);
  if (frontmatter === page.frontmatter) return page;
  return { ...page, frontmatter, title: fillVariables(page.title, variables) };
}

/** Titles and description with the values of variables; what has no value at build stays as written. */
function filled(frontmatter: Frontmatter, variables: ReadonlyMap<string, string>): Frontmatter {
  const { title, sidebarTitle, description } = frontmatter;
  if (!`${title}${sidebarTitle}${description}`.includes('{{')) return frontmatter;
  return {
    ...frontmatter,
    ...(title === undefined ? {} : { title: fillVariables(title, variables) }),
    ...(sidebarTitle === undefined ? {} : { sidebarTitle: fillVariables(sidebarTitle, variables) }),
    ...(description === undefined ? {} : { description: fillVariables(description, variables) }),
  };
}

/** `{{name}}` in the fields that are filled, where no variable of that name is declared. */
function unknownInFields(
  file: SourceFile,
  bodyOffset: number,
  known: ReadonlySet<string>,
): Problem[] {
  const head = file.text.slice(0, bodyOffset);
  if (!head.includes('{{')) return [];
  const fields = /^(?:title|sidebarTitle|description):.*$/gm;
  return [...head.matchAll(fields)].flatMap(({ 0: line, index }) =>
    [...line.matchAll(variablePattern)].flatMap(
      ({ 0: written, 1: slash, 2: name = '', index: at }) => {
        if (slash !== '' || known.has(name)) return [];
        const start = index + at;
        return [
          undefinedVariable(
            { name, file: file.path, place: placeIn(file.text, start, start + written.length) },
            [...known],
          ),
        ];
      },
    ),
  );
}

function declared(context: PageContext): ReadonlySet<string> {
  return new Set([...context.variables.keys(), ...(context.variableNames ?? [])]);
}

/** `guides/quick-start` → `Quick start`; an index page takes its folder's name. */
export function titleFromPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) === 'index' ? (segments.at(-2) ?? 'Home') : (segments.at(-1) ?? '');
  const words = last.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}

/** Who may see a page: the matrix of the handbook's front matter page. */
export function visibilityOf(
  frontmatter: Pick<Frontmatter, 'hidden' | 'noindex' | 'searchable' | 'url'>,
  context: Pick<PageContext, 'inNavigation' | 'seo'>,
): Visibility {
  const { inNavigation, seo } = context;
  const sidebar = inNavigation && frontmatter.hidden !== true;
  const listed = sidebar || seo.indexing === 'all';
  // A page that is only an address elsewhere has no words of its own.
  const open = frontmatter.noindex !== true && frontmatter.url === undefined;
  const searchable = frontmatter.searchable !== false;
  return {
    sidebar,
    search: listed && open && searchable,
    sitemap: listed && open && !seo.noindex,
    engines: listed && open && !seo.noindex,
    assistant: listed && open && searchable,
    llms: listed && open,
  };
}

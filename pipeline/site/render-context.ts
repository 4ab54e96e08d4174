import { slug } from 'github-slugger';
import { type ComponentChildren, h } from 'preact';
import { isCssColor } from '../../schema/css.ts';
import type { Place, Problem } from '../../schema/errors.ts';
import type {
  ContentsEntry,
  Feature,
  Island,
  LanguageAttributes,
  Page,
  PageLink,
  Site,
  UpdateEntry,
} from '../../schema/site.ts';
import type { WrittenField } from '../openapi/form/written-fields.ts';
import { fileOf } from '../source/file-places.ts';
import type { Ids } from '../source/headings.ts';
import { fillVariables, valuesAtBuild } from '../source/variables.ts';
import { isExternal, resolveAddress } from './addresses.ts';
import type { Highlighter } from './code/highlight.ts';
import { languageLabel } from './code/languages.ts';
import type { TypedCode } from './code/types/code-types.ts';
import type { SiteTypes } from './code/types/site-types.ts';
import { markup } from './components/component.ts';
import type { PageContext, RenderTools } from './components/page-context.ts';
import { shownCode } from './components/shown-code.ts';
import { sharedIcon } from './icon-element.tsx';
import { renderMath } from './math.ts';
import { createMarks } from './problem-marks.tsx';
import { wordsOf as labelsOf } from './words.ts';

/** What a page tells while it is rendered. */
export interface Findings {
  readonly ids: Ids;
  readonly contents: ContentsEntry[];
  readonly links: PageLink[];
  readonly features: Set<Feature>;
  /** Class names that authors wrote. */
  readonly classNames: Set<string>;
  readonly islands: Island[];
  readonly updates: UpdateEntry[];
  readonly problems: Problem[];
  readonly aside: { readonly kind: string; readonly content: unknown }[];
}

interface ContextInput {
  readonly page: Page;
  readonly site: Site;
  readonly tools: RenderTools;
  readonly found: Findings;
  readonly highlighter: Highlighter;
  /** Languages that code asked for and that are not loaded. */
  readonly missing: Set<string>;
  readonly types: SiteTypes;
  /** Code whose types are not known. */
  readonly untyped: Set<TypedCode>;
  /** Ids of the page's own headings. */
  readonly headings: () => ReadonlySet<string>;
  readonly walkText: (text: string, place: Place | undefined) => ComponentChildren;
}

/** Makes what components see of the page, writing what they tell into `found`. */
export function createPageContext(input: ContextInput): PageContext {
  const { page, site, tools, found } = input;
  const report = reporter(input);
  const context: PageContext = {
    page,
    site,
    tools,
    labels: labelsOf(page.language).components,
    ...idsOf(input),
    ...notesOf(input),
    ...wordsOf(input),
    ...codeOf(input, report),
    isExternal,
    isColor: isCssColor,
    code: (block) => shownCode(context, block),
    languageLabel,
    icon: (icon, options) => sharedIcon(icon, options, context),
    fill: variablesOf(site),
    report,
    ...(tools.marks ? { marks: createMarks(found.problems) } : {}),
  };
  return context;
}

/** Ids of headings, of titled parts, and those that nothing but the page itself needs. */
function idsOf({
  found: { ids },
  headings,
}: ContextInput): Pick<PageContext, 'headingId' | 'partId' | 'claimId' | 'uniqueId'> {
  const counters = new Map<string, number>();
  return {
    headingId: (text, wanted, others) => ids.next(text, wanted, others),
    partId(text, wanted) {
      const plain = slug(text);
      return ids.next(text, wanted ?? (headings().has(plain) ? `${plain}-part` : undefined));
    },
    claimId: (id) => ids.claim(id),
    uniqueId(prefix) {
      let number = counters.get(prefix) ?? 0;
      // The second heading "Tabs" has the id `tabs-1`.
      do number++;
      while (headings().has(`${prefix}-${number}`));
      counters.set(prefix, number);
      return `${prefix}-${number}`;
    },
  };
}

/** What components add to the page, besides problems. */
function notesOf({
  page,
  site,
  found,
}: ContextInput): Pick<
  PageContext,
  | 'addContents'
  | 'classNames'
  | 'feature'
  | 'link'
  | 'addAside'
  | 'addUpdate'
  | 'openFields'
  | 'noteField'
  | 'closeFields'
> {
  /** Open lists of fields, the innermost one last. */
  const fields: WrittenField[][] = [];
  const hasColumn = page.frontmatter.mode === undefined || page.frontmatter.mode === 'default';
  return {
    addContents: (entry) => void found.contents.push(entry),
    classNames: (names) => {
      for (const name of names) found.classNames.add(name);
    },
    feature: (name) => void found.features.add(name),
    link(url, { kind = 'link', place } = {}) {
      const file = fileOf(place) ?? page.file.path;
      found.links.push({ url, kind, file, ...(place ? { place } : {}) });
      return resolveAddress(url, page.path, site);
    },
    addAside(kind, content) {
      if (!hasColumn) return false;
      found.aside.push({ kind, content });
      return true;
    },
    addUpdate: (update) => void found.updates.push(update),
    openFields: () => void fields.push([]),
    noteField: (field) => void fields.at(-1)?.push(field),
    closeFields: () => fields.pop() ?? [],
  };
}

/** Texts of attributes, with the language of those that are in another than the page. */
function wordsOf({ walkText }: ContextInput): Pick<PageContext, 'speaks' | 'words' | 'markdown'> {
  const spoken = new Map<string, LanguageAttributes>();
  const inLanguage = (text: string, shown: ComponentChildren) => {
    const language = spoken.get(text);
    return language === undefined ? shown : h('span', language, shown);
  };
  return {
    speaks: (text, language) => void spoken.set(text, language),
    words: (text) => inLanguage(text, text),
    markdown: (text, place) =>
      inLanguage(
        text,
        inlineMarkdown(text, (written) => walkText(written, place)),
      ),
  };
}

/** Code and formulas. */
function codeOf(
  { found, tools, highlighter, missing, types, untyped }: ContextInput,
  report: PageContext['report'],
): Pick<PageContext, 'highlight' | 'types' | 'math'> {
  return {
    highlight: (code, language) => highlighter.highlight(code, language, missing),
    types: (asked) => types.of({ ...asked, dir: tools.dir }, untyped),
    math(tex, display, place) {
      found.features.add('math');
      const made = renderMath(tex, display);
      if (made.error !== undefined) {
        report({
          severity: 'warning',
          ruleId: 'math-error',
          reason: `Can't parse the formula "${tex.slice(0, 60)}": ${made.error}`,
          note: 'Correct the TeX; until then the formula is shown as written.',
          ...(place ? { place } : {}),
        });
      }
      return made.html;
    },
  };
}

/** Fills the variables of a site; those of readers that have no value show their label. */
function variablesOf(site: Site): PageContext['fill'] {
  const variables = valuesAtBuild(site);
  return (text) =>
    text.includes('{{') && variables.size > 0 ? fillVariables(text, variables) : text;
}

/** Notes each problem of the page once. */
function reporter({ page, found }: ContextInput): PageContext['report'] {
  const told = new Set<string>();
  return (problem) => {
    const place = problem.place;
    const key = `${problem.ruleId} ${problem.actual ?? problem.reason} ${place?.start.offset ?? ''}`;
    if (told.has(key)) return;
    told.add(key);
    found.problems.push({ source: 'site', file: fileOf(place) ?? page.file.path, ...problem });
  };
}

/** Plain text needs no parser; a single paragraph gives its content without the paragraph. */
function inlineMarkdown(
  text: string,
  walkText: (text: string) => ReturnType<PageContext['markdown']>,
): ReturnType<PageContext['markdown']> {
  if (!/[*_`[\]<>{}!~&\\$|#:\n@+-]|^\s*\d+[.)]/.test(text) && !/www\./.test(text)) return text;
  const walked = walkText(text);
  const [only, ...rest] = Array.isArray(walked) ? walked : [walked];
  if (
    rest.length === 0 &&
    markup(only) !== undefined &&
    typeof only === 'object' &&
    only !== null
  ) {
    const vnode = only as { readonly type: unknown; readonly props: { children?: unknown } };
    if (vnode.type === 'p') return vnode.props.children as never;
  }
  return walked;
}

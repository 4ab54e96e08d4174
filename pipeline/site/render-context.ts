import { slug } from 'github-slugger';
import { type ComponentChildren, h } from 'preact';
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
import { fileOf } from '../source/file-places.ts';
import type { Ids } from '../source/headings.ts';
import { fillVariables } from '../source/variables.ts';
import { isExternal, resolveAddress } from './addresses.ts';
import type { Highlighter } from './code/highlight.ts';
import { markup } from './components/component.ts';
import type { PageContext, RenderTools } from './components/page-context.ts';
import { sharedIcon } from './icon-element.tsx';
import { renderMath } from './math.ts';
import { createMarks } from './problem-marks.tsx';
import { wordsOf } from './words.ts';

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
  /** Ids of the page's own headings. */
  readonly headings: () => ReadonlySet<string>;
  readonly walkText: (text: string, place: Place | undefined) => ComponentChildren;
}

/** Makes what components see of the page, writing what they tell into `found`. */
export function createPageContext(input: ContextInput): PageContext {
  const { page, site, tools, found, highlighter, missing, headings, walkText } = input;
  const counters = new Map<string, number>();
  const told = new Set<string>();
  const spoken = new Map<string, LanguageAttributes>();
  const inLanguage = (text: string, shown: ComponentChildren) => {
    const language = spoken.get(text);
    return language === undefined ? shown : h('span', language, shown);
  };
  const hasColumn = page.frontmatter.mode === undefined || page.frontmatter.mode === 'default';
  const variables = new Map(site.variables);
  for (const { name, label } of site.config.variables) {
    if (!variables.has(name)) variables.set(name, label ?? name);
  }
  const context: PageContext = {
    page,
    site,
    tools,
    labels: wordsOf(page.language).components,
    headingId: (text, wanted, others) => found.ids.next(text, wanted, others),
    partId(text, wanted) {
      const plain = slug(text);
      return found.ids.next(text, wanted ?? (headings().has(plain) ? `${plain}-part` : undefined));
    },
    claimId: (id) => found.ids.claim(id),
    uniqueId(prefix) {
      let number = counters.get(prefix) ?? 0;
      // The second heading "Tabs" has the id `tabs-1`.
      do number++;
      while (headings().has(`${prefix}-${number}`));
      counters.set(prefix, number);
      return `${prefix}-${number}`;
    },
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
    isExternal,
    icon: (icon, options) => sharedIcon(icon, options, context),
    speaks: (text, language) => void spoken.set(text, language),
    words: (text) => inLanguage(text, text),
    markdown: (text, place) =>
      inLanguage(
        text,
        inlineMarkdown(text, (written) => walkText(written, place)),
      ),
    highlight: (code, language) => highlighter.highlight(code, language, missing),
    math(tex, display) {
      found.features.add('math');
      const made = renderMath(tex, display);
      if (made.error !== undefined) {
        context.report({
          severity: 'warning',
          ruleId: 'math-error',
          reason: `Can't parse the formula ${JSON.stringify(tex.slice(0, 60))}: ${made.error}`,
          note: 'Correct the TeX; until then the formula is shown as written.',
        });
      }
      return made.html;
    },
    fill: (text) =>
      text.includes('{{') && variables.size > 0 ? fillVariables(text, variables) : text,
    addAside(kind, content) {
      if (!hasColumn) return false;
      found.aside.push({ kind, content });
      return true;
    },
    addUpdate: (update) => void found.updates.push(update),
    report(problem) {
      const place = problem.place;
      const key = `${problem.ruleId} ${problem.actual ?? problem.reason} ${place?.start.offset ?? ''}`;
      if (told.has(key)) return;
      told.add(key);
      found.problems.push({ source: 'site', file: fileOf(place) ?? page.file.path, ...problem });
    },
    ...(tools.marks ? { marks: createMarks(found.problems) } : {}),
  };
  return context;
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

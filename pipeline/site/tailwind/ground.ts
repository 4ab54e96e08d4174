import type { Utility } from './rules.ts';

/** What carries the classes of a page. */
export interface Carrier {
  readonly html: string;
  /** Whether the page is a blank canvas: only its author's content. */
  readonly canvas: boolean;
}

/*
 * What Tailwind takes for granted of an element, for the elements that carry one of its classes: all
 * others keep the site's look. Nothing here is specific, so that any rule of the site wins.
 */

/** Rules for elements of a page's content that carry a utility. */
export function groundRules(used: readonly Utility[], html: string): string {
  const on = (utilities: readonly Utility[]): string => `:where(main) :where(${listed(utilities)})`;
  const bordered = used.filter(({ variables }) => variables.has('--tw-border-style'));
  // What the browser adds to a page may be any of these.
  const any = html.includes('data-island=');
  return [
    components,
    bordered.length > 0 ? `${on(bordered)}{border-color:var(--border)}` : '',
    ...grounds
      .filter(([tags]) => any || new RegExp(`<(?:${tags.join('|')})[\\s>]`).test(html))
      .map(([tags, rules]) => `${on(used)}:where(${tags.join(',')}){${rules}}`),
  ].join('');
}

/**
 * Components in a grid use its gaps; centred text has its whole box, without invisible elements
 * next to it.
 */
const components = [
  'main :where(.grid,.inline-grid,.flex,.inline-flex)>:is(.dc-card,.dc-tile,.dc-columns,.dc-frame){margin-block:0}',
  'main .text-center:where(p,h1,h2,h3,h4,h5,h6),main .text-center :where(p,h1,h2,h3,h4,h5,h6){max-inline-size:none}',
  'main .text-center .heading-anchor{position:absolute}',
].join('');

const grounds: readonly (readonly [tags: readonly string[], rules: string])[] = [
  [
    ['button', 'input', 'optgroup', 'select', 'textarea', 'fieldset'],
    'margin:0;padding:0;border:0 solid var(--border);border-radius:0;background:none;color:inherit;font:inherit;letter-spacing:inherit',
  ],
  [['figure', 'dl', 'dd', 'legend'], 'margin:0;padding:0'],
  [['img', 'svg', 'video', 'canvas', 'audio', 'iframe', 'embed', 'object'], 'display:block'],
];

/** Variables that utilities read, where no class sets them; an element never has its parent's. */
export function variableRules(variables: ReadonlyMap<string, string>): string {
  const list = [...variables].map(([name, value]) => `${name}:${value}`).sort();
  if (list.length === 0) return '';
  return `:where(main) *,:where(main) ::before,:where(main) ::after{${list.join(';')}}`;
}

/**
 * Text without the site's styles: inside `not-prose`, except for the site's components, and, on a
 * blank canvas page, every element with a utility.
 */
export function plainRules(
  used: readonly Utility[],
  on: { readonly notProse: boolean; readonly canvas: boolean },
): string {
  const regions = (tags: string): string[] => [
    ...(on.notProse
      ? [
          `.not-prose:where(${tags})`,
          `.not-prose :where(${tags}):not(:where(${parts.join(',')}) *)`,
        ]
      : []),
    ...(on.canvas && used.length > 0 ? [`.dc-prose :where(${listed(used)}):where(${tags})`] : []),
  ];
  return plain
    .map(([tags, rules]) => [regions(tags).join(','), rules] as const)
    .flatMap(([selector, rules]) => (selector === '' ? [] : `${selector}{${rules}}`))
    .join('');
}

type Plain = readonly [tags: string, rules: string];

const noSpace: Plain = [
  'p,ul,ol,li,dl,blockquote,h1,h2,h3,h4,h5,h6',
  'max-inline-size:none;margin:0',
];
const noDiscs: Plain = ['ul,ol', 'padding:0;list-style:none'];
const noLine: Plain = ['a:not(.heading-anchor)', 'color:inherit;text-decoration:inherit'];
const noCorners: Plain = ['img,video', 'border-radius:0'];
const noBox: Plain = [
  'code,kbd',
  'padding:0;border:0;border-radius:0;background:none;color:inherit;font-size:inherit',
];

const plain: readonly Plain[] = [
  noSpace,
  [
    'h1,h2,h3,h4,h5,h6',
    'color:inherit;font-family:inherit;font-size:inherit;font-weight:inherit;letter-spacing:inherit;line-height:inherit',
  ],
  noDiscs,
  noLine,
  noCorners,
  noBox,
];

/**
 * The same for elements that have a class of their author's own, on a blank canvas page. Headings keep their letters,
 * and links what a class of the site says.
 */
export function ownRules(
  used: readonly Utility[],
  names: ReadonlySet<string>,
  { html, canvas }: Carrier,
): string {
  const classes = canvas ? ownClasses(html, names) : new Set<string>();
  for (const { selector } of used) classes.delete(selector);
  if (classes.size === 0) return '';
  const own = `:where(${[...classes].sort().join(',')})`;
  return [
    ...[noSpace, noDiscs, noCorners, noBox].map(
      ([tags, rules]) => `.dc-prose ${own}:where(${tags}){${rules}}`,
    ),
    `a${own}:where(.dc-prose *){${noLine[1]}}`,
  ].join('');
}

const textTag =
  /<(?:p|[uod]l|li|blockquote|h[1-6]|a|img|video|code|kbd)\s(?:[^>]*\s)?class="([^"]*)"/g;

/** Selectors of the classes that elements of a text have from their author. */
function ownClasses(html: string, names: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const [, classes = ''] of html.matchAll(textTag)) {
    for (const name of classes.split(' ')) {
      if (names.has(name) && /^[a-z_][\w-]*$/i.test(name)) found.add(`.${name}`);
    }
  }
  return found;
}

/** Components, whose text is the site's everywhere. */
const parts = [
  '.dc-accordion',
  '.dc-callout',
  '.dc-card',
  '.code-block',
  '.dc-expandable',
  '.dc-field',
  '.dc-frame',
  '.dc-prompt',
  '.dc-steps',
  '.table-wrap',
  '.dc-tabs',
  '.dc-update',
];

function listed(utilities: readonly Utility[]): string {
  return utilities.map(({ selector }) => selector).join(',');
}

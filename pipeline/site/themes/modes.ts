// A rule of the dark mode at the top level of a sheet; nested ones are indented.
const darkRule = /^(?=[^\s@{}])[^{}]*\[data-mode="dark"\][^{}]*\{[^{}]*\}/gm;
const darkRoot = /(?:html|:root)?\[data-mode="dark"\]/g;

/**
 * A sheet with its dark rules doubled: where no script sets the mode, the system's wish counts.
 */
export function withoutScript(css: string): string {
  const rules = css.match(darkRule) ?? [];
  if (rules.length === 0) return css;
  return `${css}\n@media (prefers-color-scheme:dark){${bySystem(rules)}}`;
}

/** A selector and its declarations. */
export type StyleRule = readonly [selector: string, declarations: string];

/** Rules of the dark mode, whoever chose it, on screens: paper is light. */
export function inDarkMode(rules: readonly StyleRule[]): string {
  const below = (root: string): string =>
    rules.map(([selector, declarations]) => `${root} ${selector}{${declarations}}`).join('');
  return `@media screen{${below('html[data-mode="dark"]')}}\n@media screen and (prefers-color-scheme:dark){${below(':root:not([data-mode])')}}`;
}

function bySystem(rules: readonly string[]): string {
  return rules.map((rule) => rule.replace(darkRoot, ':root:not([data-mode])')).join('');
}

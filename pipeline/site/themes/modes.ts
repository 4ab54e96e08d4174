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

/** The same for colours that paper must not see: its dark rules hold on screens only. */
export function onScreen(css: string): string {
  const rules = css.match(darkRule) ?? [];
  return `${css.replace(darkRule, '')}\n@media screen{${rules.join('')}}\n@media screen and (prefers-color-scheme:dark){${bySystem(rules)}}`;
}

function bySystem(rules: readonly string[]): string {
  return rules.map((rule) => rule.replace(darkRoot, ':root:not([data-mode])')).join('');
}

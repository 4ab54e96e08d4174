import type { ComponentTheme } from '../../../schema/config/component-theme.ts';
import { cssText } from './css-text.ts';

const boxes =
  '.dc-card,.dc-callout,.code-block,.code-group,.dc-mermaid,.dc-accordion,.dc-tabs,.dc-field';

/** Parts that the page's text is in; the ground of code belongs to its colours. */
const grounds = '.dc-card:where(:not(.dc-card-typed)),.dc-accordion,.dc-tabs,.dc-field';

/** What a variant other than the look's own draws. */
const variants: Readonly<Record<ComponentTheme['defaultVariant'], string>> = {
  default: '',
  outlined: `${boxes}{border:1px solid var(--edge,var(--line))}${grounds},.dc-callout{background:none}`,
  filled: `${boxes}{border:1px solid transparent}${grounds}{background:var(--subtle)}.dc-callout{background:var(--ground)}`,
  ghost: `${boxes}{border:1px solid transparent}${grounds},.dc-callout{background:none}`,
};

/** Rows that become boxes are round, and keep their text off the edges and their edges off each other. */
const room =
  '.dc-tabs,.dc-accordion,.dc-accordion>summary,.dc-field{border-radius:var(--radius)}.dc-accordion+.dc-accordion,.dc-field{margin-block-start:8px}.dc-accordion>summary,.dc-accordion-content,.dc-field{padding-inline:16px}.dc-tabs>.dc-tab-list{padding-inline:8px}.dc-tabs>.dc-tab-panel{padding:16px}';

/**
 * What `componentTheme` says about cards, callouts and blocks. These rules follow those of the
 * components and of the look, and weigh as much: the author's values win over a theme, and the
 * author's style sheet over both.
 */
export function boxStyles({ defaultVariant, ...written }: ComponentTheme): string {
  const radius = cssText(written.radius);
  const padding = cssText(written.padding);
  const border = cssText(written.border);
  const areBoxes =
    border !== undefined || defaultVariant === 'outlined' || defaultVariant === 'filled';
  return [
    variants[defaultVariant],
    areBoxes ? room : '',
    border === undefined ? '' : `${boxes}{border:${border}}`,
    radius === undefined ? '' : `${boxes},.dc-accordion>summary{border-radius:${radius}}`,
    padding === undefined
      ? ''
      : `.dc-callout,.code-block>pre,.prompt-head,.dc-accordion>summary,.dc-accordion-content,.dc-tabs>.dc-tab-panel,.dc-field{padding:${padding}}.dc-accordion-content{padding-block-start:0}`,
  ].join('\n');
}

/**
 * What it says about the code next to an operation, whose styles only some pages load. With `html`, as looks
 * name it.
 */
export function panelStyles({ defaultVariant, ...written }: ComponentTheme): string {
  const radius = cssText(written.radius);
  const padding = cssText(written.padding);
  const drawn = { default: '', outlined: '1px solid var(--line)', filled: none, ghost: none };
  const border = cssText(written.border) ?? drawn[defaultVariant];
  return [
    border === '' ? '' : `html .api-panel{border:${border}}`,
    radius === undefined ? '' : `.api-panel{border-radius:${radius}}`,
    padding === undefined ? '' : `.api-panel .api-panel-code{padding:${padding}}`,
  ].join('\n');
}

const none = '1px solid transparent';

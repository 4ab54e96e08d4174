import { fillLabel } from '../fill-label.ts';
import { cssColor } from './callout.tsx';
import { classes, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** A set of colours to look at and to copy. */
export function Color(props: Props) {
  const page = usePage();
  page.feature('color');
  const variant = oneOf(props.variant, ['compact', 'table']);
  return (
    <div class={classes('color-set', `color-${variant}`, text(props.className))}>
      {props.children}
    </div>
  );
}

/** A titled row of colours. */
export function ColorRow(props: Props) {
  const title = text(props.title);
  return (
    <div class="color-row">
      {title === undefined ? undefined : <p class="color-row-title">{title}</p>}
      <div class="color-items">{props.children}</div>
    </div>
  );
}

/** One colour, or a pair for the two modes. */
export function ColorItem(props: Props) {
  const page = usePage();
  const { value } = props;
  const pair =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const light = cssColor(pair.light ?? value, page) ?? 'transparent';
  const dark = cssColor(pair.dark, page) ?? light;
  const name = text(props.name);
  const shown = light === dark ? light : `${light} / ${dark}`;
  return (
    <button
      type="button"
      class="color-item"
      data-copy-color={light}
      {...(light === dark ? {} : { 'data-copy-dark': dark })}
      aria-label={fillLabel(page.labels.copyName, { name: `${name ? `${name}, ` : ''}${shown}` })}
    >
      <span
        class="color-swatch"
        style={`--swatch-light:${light};--swatch-dark:${dark}`}
        aria-hidden="true"
      />
      {name === undefined ? undefined : <span class="color-name">{name}</span>}
      <span class="color-value" dir="ltr">
        {shown}
      </span>
    </button>
  );
}

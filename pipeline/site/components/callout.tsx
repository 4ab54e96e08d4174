import type { Place } from '../../../schema/errors.ts';
import { show } from '../../../schema/validation/show.ts';
import { type Component, classes, type Props, text } from './component.ts';
import { type PageContext, usePage } from './page-context.ts';
import { WordsLine, wording } from './wording.tsx';

/** Kinds of callouts with the icon that tells them apart without colour; their names are labels. */
export const calloutKinds = {
  note: { icon: 'pencil-line' },
  info: { icon: 'info' },
  tip: { icon: 'lightbulb' },
  check: { icon: 'circle-check' },
  warning: { icon: 'triangle-alert' },
  danger: { icon: 'octagon-alert' },
} as const;

/** A kind's name. */
export type CalloutKind = keyof typeof calloutKinds;

/** The kind that an attribute names, when it names one. */
export function calloutKind(value: unknown): CalloutKind | undefined {
  return typeof value === 'string' && Object.hasOwn(calloutKinds, value)
    ? (value as CalloutKind)
    : undefined;
}

/** A remark set apart; `Note`, `Warning` … are its kinds. */
export function Callout(props: Props) {
  const page = usePage();
  const kind = calloutKind(props.variant) ?? calloutKind(props.type);
  const color = colorOf(page, props);
  const title = wording(props.title);
  const label = text(props.ariaLabel) ?? (kind ? page.labels[kind] : undefined);
  const icon = props.icon ?? (kind ? calloutKinds[kind].icon : undefined);
  const named = label !== undefined && title === undefined;
  return (
    <div
      class={classes('callout dc-callout', kind && `dc-callout-${kind}`, text(props.className))}
      role="note"
      data-callout-type={kind ?? 'callout'}
      {...(color === undefined || kind !== undefined ? {} : { style: `--ink:${color}` })}
      {...(color === undefined || kind !== undefined ? {} : { 'data-colored': '' })}
    >
      {icon === undefined ? undefined : (
        <span class="dc-callout-icon" data-component-part="callout-icon">
          {page.icon(icon, {
            type: props.iconType,
            library: props.icon === undefined ? 'lucide' : props.iconLibrary,
            size: 20,
            ...(named ? { label } : {}),
            place: props.place as never,
          })}
        </span>
      )}
      <div class="dc-callout-content" data-component-part="callout-content">
        {title === undefined ? undefined : <WordsLine part="callout-title" of={title} />}
        {props.children}
      </div>
    </div>
  );
}

function kindOf(kind: CalloutKind): Component {
  return (props) => <Callout {...props} variant={kind} />;
}

// A bundle for browsers leaves out the kinds that it does not use.
export const Note = /* @__PURE__ */ kindOf('note');
export const Info = /* @__PURE__ */ kindOf('info');
export const Tip = /* @__PURE__ */ kindOf('tip');
export const Check = /* @__PURE__ */ kindOf('check');
export const Warning = /* @__PURE__ */ kindOf('warning');
export const Danger = /* @__PURE__ */ kindOf('danger');

/** A colour that is safe in a style attribute; undefined for what is no colour. */
export function cssColor(value: unknown, page: Pick<PageContext, 'isColor'>): string | undefined {
  const color = text(value)?.trim();
  if (color === undefined) return undefined;
  return page.isColor(color) || /^var\(--[\w-]+\)$/.test(color) ? color : undefined;
}

/** The colour that a component was given; what is no colour is reported, and the component has its own. */
export function colorOf(page: PageContext, props: Props, name = 'color'): string | undefined {
  const written = text(props[name])?.trim();
  const color = cssColor(written, page);
  if (written === undefined || written === '' || color !== undefined) return color;
  const place = props.place as Place | undefined;
  page.report({
    severity: 'warning',
    ruleId: 'component-color',
    ...(place ? { place } : {}),
    reason: `Unexpected ${name} ${show(written)}, expected a CSS colour such as "#0d9373" or "rgb(13 147 115)"`,
    actual: written,
    note: 'Correct it; until then the default colour is used.',
  });
  return undefined;
}

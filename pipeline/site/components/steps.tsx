import { h } from 'preact';
import { fillLabel } from '../words.ts';
import { childrenOf, classes, flag, number, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** Steps of a procedure, numbered in order. */
export function Steps(props: Props) {
  const steps = childrenOf(props.children, Step);
  if (steps.length === 0) return <div class="steps">{props.children}</div>;
  return (
    <ol class={classes('steps', text(props.className))}>
      {steps.map((step, index) =>
        h(StepItem, { titleSize: props.titleSize, position: index + 1, ...step.props }),
      )}
    </ol>
  );
}

/** One step; alone it is a list of one. */
export function Step(props: Props) {
  return (
    <ol class="steps">
      <StepItem {...props} position={1} />
    </ol>
  );
}

function StepItem(props: Props) {
  const page = usePage();
  const title = text(props.title);
  const size = oneOf(props.titleSize, ['p', 'h2', 'h3', 'h4']);
  const position = number(props.stepNumber) ?? number(props.position) ?? 1;
  const id = title === undefined ? undefined : page.headingId(title, text(props.id));
  if (title !== undefined && id !== undefined && !flag(props.noAnchor)) {
    page.addContents({ id, text: title, depth: size === 'h2' ? 2 : 3 });
  }
  return (
    <li class="step" {...(id === undefined ? {} : { id })}>
      <span class="step-mark" aria-hidden="true">
        {props.icon === undefined
          ? position
          : page.icon(props.icon, {
              type: props.iconType,
              library: props.iconLibrary,
              place: props.place as never,
            })}
      </span>
      <div class="step-body">
        {title === undefined
          ? undefined
          : h(
              size,
              { class: 'step-title' },
              page.words(title),
              flag(props.noAnchor) ? undefined : (
                // biome-ignore lint/a11y/useAnchorContent: its sign is drawn by the style sheet, its name is the label
                <a
                  class="heading-anchor"
                  href={`#${id}`}
                  aria-label={fillLabel(page.labels.linkTo, { title })}
                />
              ),
            )}
        {props.children}
      </div>
    </li>
  );
}

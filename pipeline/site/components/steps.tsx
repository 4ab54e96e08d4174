import { h, type VNode } from 'preact';
import { fillLabel } from '../fill-label.ts';
import { childrenOf, classes, flag, number, oneOf, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';
import { Words, wording } from './wording.tsx';

/** Steps of a procedure, numbered in order. */
export function Steps(props: Props) {
  const { titleSize, isOfIsland } = props;
  const steps = childrenOf(props.children, Step);
  if (steps.length === 0) return <div class="steps dc-steps">{props.children}</div>;
  return (
    <ol class={classes('steps dc-steps', text(props.className))}>
      {numbered(steps).map(([step, position]) =>
        h(StepItem, { titleSize, isOfIsland, ...step.props, position }),
      )}
    </ol>
  );
}

/** Steps with their numbers: those behind one with a number of its own go on from there. */
function numbered(steps: readonly VNode<Props>[]): (readonly [VNode<Props>, number])[] {
  let position = 0;
  return steps.map((step) => {
    position = number(step.props.stepNumber) ?? position + 1;
    return [step, position];
  });
}

/** One step; alone it is a list of one. */
export function Step(props: Props) {
  return (
    <ol class="steps dc-steps">
      <StepItem {...props} position={number(props.stepNumber) ?? 1} />
    </ol>
  );
}

/** A step with its link and its line in the contents list, unless code in the browser draws it. */
function StepItem(props: Props) {
  const page = usePage();
  const title = wording(props.title);
  const name = title?.text ?? '';
  const size = oneOf(props.titleSize, ['p', 'h2', 'h3', 'h4']);
  const isOfIsland = flag(props.isOfIsland);
  const own = text(props.id);
  const id = isOfIsland ? own : name === '' ? undefined : page.headingId(name, own);
  const isLinked = id !== undefined && !isOfIsland && !flag(props.noAnchor);
  if (isLinked) page.addContents({ id, text: name, depth: size === 'h2' ? 2 : 3 });
  return (
    <li
      class={classes('step dc-step', text(props.className))}
      {...(id === undefined ? {} : { id })}
    >
      <span class="dc-step-mark" data-component-part="step-number" aria-hidden="true">
        {props.icon === undefined
          ? number(props.position)
          : page.icon(props.icon, {
              type: props.iconType,
              library: props.iconLibrary,
              place: props.place as never,
            })}
      </span>
      <div class="dc-step-body" data-component-part="step-content">
        {title === undefined
          ? undefined
          : h(
              // Elements may be blocks, which no paragraph can hold.
              size === 'p' && typeof title.shown !== 'string' ? 'div' : size,
              { class: 'dc-step-title', 'data-component-part': 'step-title' },
              <Words of={title} />,
              isLinked ? (
                // biome-ignore lint/a11y/useAnchorContent: its sign is drawn by the style sheet, its name is the label
                <a
                  class="heading-anchor"
                  href={`#${id}`}
                  aria-label={fillLabel(page.labels.linkTo, { title: name })}
                />
              ) : undefined,
            )}
        {props.children}
      </div>
    </li>
  );
}

import { h, type VNode } from 'preact';
import { fillLabel } from '../fill-label.ts';
import {
  type Child,
  classes,
  flag,
  flatten,
  isMadeBy,
  number,
  oneOf,
  type Props,
  text,
} from './component.ts';
import { usePage } from './page-context.ts';
import { changeParts, type Part, partsOf } from './part-list.ts';
import { Words, wording } from './wording.tsx';

/** Steps of a procedure, numbered in order. */
export function Steps(props: Props) {
  const { titleSize, isOfIsland } = props;
  const { before, parts } = partsOf(flatten(props.children), Step);
  if (parts.length === 0) return <div class="steps dc-steps">{props.children}</div>;
  // Which steps an interactive component shows is known in the browser alone, which counts them then.
  const isCounted = parts.some(({ part }) => !isMadeBy(part, Step));
  const item = (step: VNode<Props>, position: number | undefined, after: readonly Child[] = []) => {
    const children = after.length === 0 ? step.props.children : [step.props.children, ...after];
    return <StepItem {...{ titleSize, isOfIsland, ...step.props, position, children }} />;
  };
  return (
    <>
      {before}
      <ol
        class={classes('steps dc-steps', text(props.className))}
        {...(isCounted ? { style: 'counter-reset:step' } : {})}
      >
        {numbered(parts).map(([{ part, after }, position]) =>
          isMadeBy(part, Step)
            ? item(part, isCounted ? undefined : position, after)
            : [
                changeParts(part, Step, (step) => item(step, undefined)),
                after.length === 0 ? undefined : <li class="dc-step-more">{after}</li>,
              ],
        )}
      </ol>
    </>
  );
}

/** Steps with their numbers: those behind one with a number of its own go on from there. */
function numbered(parts: readonly Part[]): (readonly [Part, number])[] {
  let position = 0;
  return parts.map((one) => {
    position = number(one.part.props.stepNumber) ?? position + 1;
    return [one, position];
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

/** How the style sheet counts a step. */
function countOf(props: Props): string {
  const own = number(props.stepNumber);
  return own === undefined ? 'counter-increment:step' : `counter-set:step ${own}`;
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
      {...(props.position === undefined ? { style: countOf(props) } : {})}
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

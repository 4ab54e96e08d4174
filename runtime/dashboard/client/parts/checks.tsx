import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Boxes of which at least one has to be checked: the browser sends the form no sooner, and the first one says why. */
export function Checks({
  legend,
  missing,
  children,
}: {
  readonly legend: string;
  /** What to do while none is checked: `Choose at least one event.` */
  readonly missing: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const ref = useRef<HTMLFieldSetElement>(null);
  const [isMissed, setMissed] = useState(false);
  const look = () => {
    const boxes = [...(ref.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    const isEmpty = boxes.every(({ checked }) => !checked);
    boxes[0]?.setCustomValidity(isEmpty ? missing : '');
    if (!isEmpty) setMissed(false);
  };
  useLayoutEffect(look, []);
  return (
    <fieldset
      ref={ref}
      aria-describedby={isMissed ? id : undefined}
      onChange={look}
      onInvalidCapture={(event) => {
        event.preventDefault();
        setMissed(true);
        const first = ref.current?.form?.querySelector(':is(input, select, textarea):invalid');
        if (first !== event.target || !(first instanceof HTMLElement)) return;
        first.focus();
        ref.current?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <legend>{legend}</legend>
      {isMissed && (
        <p id={id} class="field-error" role="alert">
          {missing}
        </p>
      )}
      {children}
    </fieldset>
  );
}

import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import type { Finding } from '../check-text.ts';
import type { Checked } from '../checker.ts';
import { sentence } from '../findings.tsx';
import { isIn } from './form.ts';

/**
 * One problem after the other, above the forms: the list of all of them is below. The line is there without problems
 * too, so that nothing moves when the first one comes.
 */
export function ProblemLine({
  checked,
  onOpen,
}: {
  readonly checked: Checked | undefined;
  readonly onOpen: (finding: Finding) => void;
}) {
  const [at, setAt] = useState(0);
  const findings = [...(checked?.findings ?? [])].sort((a, b) => a.from - b.from);
  const current = Math.min(at, findings.length - 1);
  const finding = findings[current];
  const step = (by: number) => {
    const next = (current + by + findings.length) % findings.length;
    const other = findings[next];
    setAt(next);
    if (other) onOpen(other);
  };
  return (
    <fieldset class="problem-line" aria-label="Problems, one by one">
      {finding ? (
        <>
          <button
            type="button"
            class={`problem-now ${finding.severity}`}
            onClick={() => onOpen(finding)}
          >
            <Icon name="alert" />
            <span class="problem-count">
              {current + 1}
              <span aria-hidden="true"> / </span>
              <span class="hidden"> of </span>
              {findings.length}
            </span>
            <span class="problem-text">{sentence(finding.reason)}</span>
          </button>
          {findings.length > 1 && (
            <>
              <button
                type="button"
                class="icon-button"
                aria-label="Previous problem"
                onClick={() => step(-1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label="Next problem"
                onClick={() => step(1)}
              >
                ↓
              </button>
            </>
          )}
        </>
      ) : (
        <span class="muted">{checked ? 'Nothing to correct' : ''}</span>
      )}
    </fieldset>
  );
}

/** Shows the field that a path is in and gives it the focus; false while it is not on the page. */
export function focusField(path: string): boolean {
  let found: HTMLElement | undefined;
  for (const element of document.querySelectorAll<HTMLElement>('.settings-form [data-path]')) {
    const name = element.dataset.path ?? '';
    if (isIn(path, name) && name.length >= (found?.dataset.path?.length ?? 0)) found = element;
  }
  const target = found ?? document.querySelector<HTMLElement>('.settings-form h2');
  if (!target) return false;
  for (let outer = target.closest('details'); outer; ) {
    outer.open = true;
    outer = outer.parentElement?.closest('details') ?? null;
  }
  const control = target.querySelector<HTMLElement>(
    'input:not([type="color"]), select, textarea, summary',
  );
  (control ?? target).focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
  return true;
}

import { fillLabel } from '../fill-label.ts';
import { classes, list, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';

/** A text to be given to a language model: described on a card, copied whole. */
export function Prompt(props: Props) {
  const page = usePage();
  const actions = props.actions === undefined ? ['copy'] : list(props.actions);
  page.feature('prompt');
  return (
    <div class={classes('dc-prompt', text(props.className))} data-prompt>
      <div class="prompt-head">
        {props.icon === undefined ? undefined : (
          <span class="dc-card-icon">
            {page.icon(props.icon, { type: props.iconType, place: props.place as never })}
          </span>
        )}
        <div class="prompt-description">
          {page.markdown(text(props.description) ?? page.labels.prompt, props.place as never)}
        </div>
        <span class="prompt-actions">
          {actions.includes('copy') ? (
            <button type="button" class="prompt-button" data-prompt-copy>
              {page.labels.copyPrompt}
            </button>
          ) : undefined}
          {actions.includes('cursor') ? (
            <button type="button" class="prompt-button" data-prompt-cursor>
              {fillLabel(page.labels.openIn, { name: 'Cursor' })}
            </button>
          ) : undefined}
        </span>
      </div>
      <details class="prompt-details">
        <summary>{page.labels.showPrompt}</summary>
        <div class="prompt-text" data-prompt-text>
          {props.children}
        </div>
      </details>
    </div>
  );
}

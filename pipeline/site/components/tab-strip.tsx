import type { ComponentChildren } from 'preact';
import { classes } from './component.ts';
import { usePage } from './page-context.ts';

/** One choice of a strip of tabs. */
export interface StripTab {
  readonly title: string;
  readonly icon?: unknown;
  readonly iconType?: unknown;
  readonly iconLibrary?: unknown;
  /** Class names of the panel besides its own. */
  readonly class?: string | undefined;
  readonly place?: unknown;
  /** Anchor of the panel; empty for one of its own. */
  readonly id: string;
  readonly content: ComponentChildren;
}

/**
 * Panels that take turns. The markup is a list of titled sections, and reads as one without
 * JavaScript; the browser module makes a tab list of it.
 */
export function TabStrip(props: {
  readonly kind: 'text' | 'code';
  readonly tabs: readonly StripTab[];
  readonly selected?: number;
  readonly sync: boolean;
  readonly dropdown?: boolean;
  readonly border?: boolean;
  readonly label: string;
  readonly class?: string | undefined;
}) {
  const page = usePage();
  const group = page.uniqueId('tabs');
  const selected = Math.min(Math.max(0, props.selected ?? 0), props.tabs.length - 1);
  const code = props.kind === 'code';
  const tabs = props.tabs.map((tab, index) => ({ ...tab, number: index + 1 }));
  // The browser's module keeps in the markup what the reader chose: in one that shows other panels, it starts again.
  const choices = [selected, ...tabs.map((tab) => tab.class)].join();
  return (
    <div
      key={choices}
      class={classes(
        code ? 'code-group' : 'tabs dc-tabs',
        props.border && 'tabs-bordered',
        props.class,
      )}
      data-tabs={props.sync ? 'sync' : ''}
      {...(props.dropdown ? { 'data-dropdown': '' } : {})}
    >
      <div
        class="dc-tab-list"
        role="tablist"
        aria-label={props.label}
        data-component-part="tabs-list"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.number}
            type="button"
            role="tab"
            class="tab dc-tab"
            data-component-part="tab-button"
            id={`${group}-tab-${tab.number}`}
            aria-controls={tab.id || `${group}-${tab.number}`}
            aria-selected={index === selected ? 'true' : 'false'}
            tabIndex={index === selected ? 0 : -1}
          >
            {tab.icon === undefined
              ? undefined
              : page.icon(tab.icon, {
                  type: tab.iconType,
                  library: tab.iconLibrary,
                  place: tab.place as never,
                })}
            {page.words(tab.title)}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.number}
          class={classes('dc-tab-panel', index !== selected && 'dc-tab-hidden', tab.class)}
          role="tabpanel"
          id={tab.id || `${group}-${tab.number}`}
          data-title={tab.title}
          aria-labelledby={`${group}-tab-${tab.number}`}
          data-component-part="tab-content"
        >
          <p class={code ? 'dc-tab-title code-label' : 'dc-tab-title'}>{page.words(tab.title)}</p>
          {tab.content}
        </div>
      ))}
    </div>
  );
}

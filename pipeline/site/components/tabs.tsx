import { fillLabel } from '../fill-label.ts';
import { classes, flag, number, type Props, text } from './component.ts';
import { usePage } from './page-context.ts';
import { partsOf, withoutIslands } from './part-list.ts';
import { TabStrip } from './tab-strip.tsx';
import { WordsLine, wording } from './wording.tsx';

/** Panels of which one is shown at a time. */
export function Tabs(props: Props) {
  const page = usePage();
  const { before, parts } = partsOf(withoutIslands(props.children, Tab), Tab);
  if (parts.length === 0) return <div class="tabs dc-tabs">{props.children}</div>;
  page.feature('tabs');
  const strip = (
    <TabStrip
      kind="text"
      sync={flag(props.sync, true)}
      border={flag(props.borderBottom)}
      selected={number(props.defaultTabIndex) ?? 0}
      label={text(props.ariaLabel) ?? page.labels.tabs}
      class={text(props.className)}
      tabs={parts.map(({ part: { props: tab }, after }, index) => {
        const title = wording(tab.title)?.text || fillLabel(page.labels.tab, { number: index + 1 });
        return {
          title,
          icon: tab.icon,
          iconType: tab.iconType,
          iconLibrary: tab.iconLibrary,
          class: text(tab.className),
          place: tab.place,
          id: page.partId(title, text(tab.id)),
          content: after.length === 0 ? tab.children : [tab.children, ...after],
        };
      })}
    />
  );
  return before.length === 0 ? strip : [...before, strip];
}

/** One panel of `Tabs`; alone on a page it is a titled section. */
export function Tab(props: Props) {
  const title = wording(props.title);
  return (
    <section class={classes('dc-tab-panel', text(props.className))}>
      {title === undefined ? undefined : <WordsLine part="tab-title" of={title} />}
      {props.children}
    </section>
  );
}

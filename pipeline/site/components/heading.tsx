import { h } from 'preact';
import type { ContentsEntry } from '../../../schema/site.ts';
import { fillLabel } from '../fill-label.ts';
import { flag, number, type Props, text, textOf } from './component.ts';
import type { TreeContext } from './inside-link.ts';
import { usePage } from './page-context.ts';

/**
 * A heading with its id, its line in the contents list, and a link to itself. One that code in the browser draws
 * (`isOfIsland`) may change or go away: it has neither line nor link. One in a link to another page is the name of
 * that link, such as the title of a box, and begins no part of the page.
 */
export function Heading(props: Props, { insideLink, linkTo }: TreeContext = {}) {
  const page = usePage();
  const level = Math.min(6, Math.max(1, Math.trunc(number(props.level) ?? 2)));
  const label = textOf(props.children).replaceAll(/\s+/g, ' ').trim();
  const written = text(props.written);
  const id = page.headingId(label, text(props.id), written === undefined ? [] : [written]);
  const isOfIsland = flag(props.isOfIsland);
  const isNameOfLink = insideLink && !linkTo?.startsWith('#');
  if (level <= 4 && label !== '' && !isOfIsland && !isNameOfLink) {
    const depth = Math.max(2, level);
    page.addContents({ id, text: label, depth, ...languageOf(props) });
  }
  const { level: _level, id: _id, noAnchor, children, place: _place, ...rest } = props;
  const attributes: Record<string, unknown> = { id };
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'className' || name === 'class') attributes.class = value;
    else if (
      ['style', 'lang', 'dir'].includes(name) ||
      name.startsWith('data-') ||
      name.startsWith('aria-')
    ) {
      attributes[name] = value;
    }
  }
  return h(
    `h${level}` as 'h2',
    attributes,
    children,
    flag(noAnchor) || isOfIsland || insideLink || label === '' ? undefined : (
      // biome-ignore lint/a11y/useAnchorContent: its sign is drawn by the style sheet, its name is the label
      <a
        class="heading-anchor"
        href={`#${id}`}
        aria-label={fillLabel(page.labels.linkTo, { title: label })}
      />
    ),
  );
}

function languageOf(props: Props): Pick<ContentsEntry, 'language'> {
  const lang = text(props.lang);
  if (lang === undefined) return {};
  const dir = text(props.dir);
  return { language: { lang, ...(dir === 'ltr' || dir === 'rtl' ? { dir } : {}) } };
}

import type { Nodes } from 'mdast';
import { type ComponentChildren, h } from 'preact';
import type { Place } from '../../schema/errors.ts';
import { sitePath } from '../source/path.ts';
import { findAsset, isSafeAddress } from './addresses.ts';
import { type Component, flag, number, type Props, text, textOf } from './components/component.ts';
import { Heading } from './components/heading.tsx';
import { ImageBox, imageActions } from './components/image.tsx';
import { InsideLink, type TreeContext } from './components/inside-link.ts';
import { type PageContext, usePage } from './components/page-context.ts';
import { readHtml } from './raw-html.ts';
import { styleOf } from './style-units.ts';
import { classNames } from './tailwind/class-names.ts';

/** The component behind an HTML tag that needs the page; undefined for all other tags. */
export function htmlComponent(tag: string): Component | undefined {
  return Object.hasOwn(htmlComponents, tag) ? htmlComponents[tag] : undefined;
}

/** The tag that a component replaces; undefined for components that replace none. */
export function tagOf(component: Component): string | undefined {
  tags ??= new Map(Object.entries(htmlComponents).map(([tag, one]) => [one, tag]));
  return tags.get(component);
}

let tags: ReadonlyMap<Component, string> | undefined;

const voidTags = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Whether an element can have no content. */
export function isVoid(tag: string): boolean {
  return voidTags.has(tag);
}

/**
 * Attributes allowed on an element: handlers, URLs that run something, documents in a string and
 * values that are not strings are left out. The one rule for HTML in MDX, in Markdown files and in
 * strings.
 */
export function cleanAttributes(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (dropped.has(name) || /^on[a-z]/i.test(name)) continue;
    if (!/^[A-Za-z_:][\w:.-]*$/.test(name)) continue;
    const plain = name.toLowerCase().replace(':', '');
    if (plain === 'srcdoc' || (addresses.has(plain) && !isSafeAddress(String(value)))) continue;
    // An animation may not write an address that was looked at before.
    if (plain === 'attributename' && /href$/i.test(String(value).trim())) continue;
    if (name === 'style') {
      const style = styleOf(value);
      if (style !== undefined) clean.style = style;
    } else if (
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    ) {
      clean[name === 'className' ? 'class' : name] = value;
    }
  }
  return clean;
}

/** Attributes that hold an address, in small letters and without colon. */
const addresses: ReadonlySet<string> = new Set(
  'action background cite data formaction href longdesc manifest poster src xlinkhref'.split(' '),
);

const dropped = new Set([
  'children',
  'key',
  'ref',
  'place',
  'dangerouslySetInnerHTML',
  'noZoom',
  'noAnchor',
]);

function placeOf(props: Props): Place | undefined {
  return props.place as Place | undefined;
}

/** A link: internal ones become URLs of the site, external ones open in a new tab. */
export function Anchor(props: Props, { insideLink, linkTo }: TreeContext = {}) {
  const page = usePage();
  const attributes = cleanAttributes(props);
  const href = text(props.href);
  if (href !== undefined && insideLink) return linkInLink(page, props, { href, linkTo });
  if (href === undefined) return h('a', attributes, props.children);
  const external = page.isExternal(href) && /^(?:https?:)?\/\//i.test(href);
  return h(
    'a',
    {
      ...attributes,
      href: page.link(href, { place: placeOf(props) }),
      ...(external ? { target: '_blank', rel: 'noreferrer' } : {}),
    },
    h(InsideLink, { value: true, to: href }, props.children),
  );
}

/** The words of a link that is inside of another: HTML has no such links, and the outer one takes the click. */
function linkInLink(
  page: PageContext,
  props: Props,
  { href, linkTo }: { readonly href: string; readonly linkTo: string | undefined },
) {
  const place = placeOf(props);
  const { href: _, target, rel, download, ...attributes } = cleanAttributes(props);
  page.link(href, { place });
  // An address between the tags of its own link is read as one more link: nothing of it is lost.
  const isSame = href.replace(/\/$/, '') === linkTo?.replace(/\/$/, '');
  if (isSame) return h('span', attributes, props.children);
  page.report({
    severity: 'warning',
    ruleId: 'link-in-link',
    ...(place ? { place } : {}),
    reason: `This link to ${href} is inside of another link, such as a card with "href": only its text is shown.`,
    actual: href,
    note: 'Move it out, or remove the outer link: a click can lead to one place only.',
  });
  return h('span', attributes, props.children);
}

/** An image with its size, loaded when it comes into view, opened large by a click, with a toolbar. */
function Image(props: Props, { insideLink }: TreeContext = {}) {
  const page = usePage();
  const { noZoom, actions: wanted, actionsPlacement, ...rest } = props;
  const attributes = withLinkedSet(cleanAttributes(rest), page, placeOf(props));
  const src = text(props.src) ?? text(props.srcSet);
  if (src === undefined) return null;
  const address = page.link(src, { kind: 'image', place: placeOf(props) });
  const asset = page.isExternal(src)
    ? undefined
    : findAsset(sitePath(stripTail(src), page.page.path), page.site);
  const size = asset === undefined ? undefined : page.site.assets.get(asset);
  const sized = number(props.width) !== undefined || number(props.height) !== undefined;
  const zoom = !flag(noZoom) && props.zoom !== 'false' && !isSmall(props);
  if (zoom) page.feature('image-zoom');
  const actions = insideLink ? [] : imageActions(wanted);
  const byMode = actions.length > 0 && /(^|\s)dark:/.test(String(attributes.class ?? ''));
  const { class: classOfBoth, ...bare } = attributes;
  const image = h('img', {
    ...(byMode ? bare : attributes),
    src: address,
    alt: text(props.alt) ?? '',
    ...(size?.width !== undefined && size.height !== undefined && !sized
      ? { width: size.width, height: size.height }
      : {}),
    ...('loading' in attributes
      ? {}
      : page.uniqueId('image') === 'image-1'
        ? {}
        : { loading: 'lazy' }),
    decoding: 'async',
    ...(zoom ? { 'data-zoom': '' } : {}),
  });
  if (actions.length === 0) return image;
  const more = byMode ? { class: String(classOfBoth) } : {};
  return h(ImageBox, { address, actions, placement: actionsPlacement, ...more, children: image });
}

/** Small pictures are icons: a larger one would show nothing more. */
function isSmall(props: Props): boolean {
  return (number(props.width) ?? 100) < 100 || (number(props.height) ?? 100) < 60;
}

function stripTail(src: string): string {
  return src.replace(/[?#].*$/s, '');
}

/** `video`, `audio`, `source`, `iframe`, `embed`: addresses resolved, frames loaded lazily. */
function media(tag: 'video' | 'audio' | 'source' | 'track' | 'iframe' | 'embed') {
  return function Media(props: Props) {
    const page = usePage();
    const place = placeOf(props);
    const attributes = withLinkedSet(cleanAttributes(props), page, place);
    for (const name of ['src', 'poster'] as const) {
      const value = text(props[name]);
      if (value === undefined) continue;
      attributes[name] = page.link(value, {
        kind: tag === 'iframe' && !page.isExternal(value) ? 'link' : 'asset',
        place,
      });
    }
    if (tag === 'iframe') {
      attributes.loading ??= 'lazy';
      attributes.title ??= page.labels.embedded;
    }
    return h(tag, attributes as never, isVoid(tag) ? undefined : props.children);
  };
}

/** The addresses of a `srcset` resolved; each has its width or density behind it. */
function withLinkedSet(
  attributes: Record<string, unknown>,
  page: PageContext,
  place: Place | undefined,
): Record<string, unknown> {
  for (const name of ['srcSet', 'srcset']) {
    const set = text(attributes[name]);
    if (set === undefined) continue;
    const pictures = set.split(/,\s+/).map((candidate) => candidate.trim());
    attributes[name] = pictures
      .map((picture) =>
        picture.replace(/^\S+/, (address) => page.link(address, { kind: 'image', place })),
      )
      .join(', ');
  }
  return attributes;
}

function headingOf(level: number): Component {
  return (props) => h(Heading, { ...props, level });
}

/** A table in a box that scrolls when it is too wide for the page. */
function Table(props: Props) {
  return h('div', { class: 'table-wrap' }, h('table', cleanAttributes(props), props.children));
}

/** Style sheets on a page; their text must not be escaped. */
function StyleElement(props: Props) {
  const css = textOf(props.children) || innerHtml(props);
  // A "<" before a space opens no tag, even if the style is inside an SVG.
  return h('style', {
    dangerouslySetInnerHTML: { __html: css.replaceAll(/<(?=[a-z/!?])/gi, '< ') },
  });
}

/** Inline scripts would not run under the site's policy; scripts of the site are kept. */
function Script(props: Props) {
  const page = usePage();
  const src = text(props.src);
  const place = placeOf(props);
  if (src === undefined) {
    reportInlineScript(page, place);
    return null;
  }
  // A script of the site runs when the page is there, as it does on pages that do not name it.
  const late = page.isExternal(src) ? {} : { defer: true };
  return h('script', {
    ...cleanAttributes(props),
    ...late,
    src: page.link(src, { kind: 'asset', place }),
  });
}

function reportInlineScript(page: PageContext, place: Place | undefined): void {
  page.report({
    severity: 'warning',
    ruleId: 'inline-script',
    ...(place ? { place } : {}),
    reason: 'This script is left out: pages only run scripts from files.',
    note: 'Save its code as a `.js` file of the site, which runs on every page, or write a component with `useEffect`.',
  });
}

/** An element that may have been given its content as HTML. */
function container(tag: 'div' | 'span' | 'p') {
  return function Container(props: Props) {
    const given = givenHtml(usePage(), props);
    return h(tag, cleanAttributes(props) as never, given ?? props.children);
  };
}

/** Content that an element was given as HTML, if it was: as elements, cleaned, and otherwise as it is. */
export function givenHtml(page: PageContext, props: Props): ComponentChildren {
  const html = innerHtml(props);
  if (html === '') return undefined;
  const plain = (node: Nodes): ComponentChildren => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'mdxJsxTextElement' || node.name === null) return undefined;
    const attributes = Object.fromEntries(
      node.attributes.map((attribute) => [
        attribute.type === 'mdxJsxAttribute' ? attribute.name : '',
        attribute.value ?? true,
      ]),
    );
    page.classNames(classNames(attributes.class));
    const children = isVoid(node.name) ? undefined : node.children.map(plain);
    return h(node.name, cleanAttributes(attributes) as never, children);
  };
  return readHtml(html).map(plain);
}

function innerHtml(props: Props): string {
  const given = props.dangerouslySetInnerHTML;
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, '__html')) return '';
  return String(Reflect.get(given, '__html') ?? '');
}

const htmlComponents: Readonly<Record<string, Component>> = {
  a: Anchor,
  audio: media('audio'),
  div: container('div'),
  embed: media('embed'),
  h1: headingOf(1),
  h2: headingOf(2),
  h3: headingOf(3),
  h4: headingOf(4),
  h5: headingOf(5),
  h6: headingOf(6),
  iframe: media('iframe'),
  img: Image,
  p: container('p'),
  script: Script,
  source: media('source'),
  span: container('span'),
  style: StyleElement,
  table: Table,
  track: media('track'),
  video: media('video'),
};

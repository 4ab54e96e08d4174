import { Parser } from 'htmlparser2';
import type { Nodes, PhrasingContent } from 'mdast';
import type {} from 'mdast-util-mdx';

/**
 * Siblings of a Markdown file with their raw HTML parsed by an HTML parser: tags become elements
 * like those of MDX, so that one rule decides which attributes are allowed. The Markdown between
 * two tags is their content. Unclosed elements end with their siblings, and unmatched closing tags
 * are ignored.
 */
export function withElements(nodes: readonly Nodes[]): readonly Nodes[] {
  if (!nodes.some(({ type }) => type === 'html')) return nodes;
  const builder = createBuilder();
  const closed = closedIn(nodes);
  for (const node of nodes) {
    if (node.type !== 'html') builder.add(node);
    // A component of MDX has no meaning in a Markdown file: its tag is shown.
    else if (/^<\/?[A-Z]+[a-z]/.test(node.value) || isPlaceholder(node.value, closed))
      builder.addText(node.value);
    else builder.write(node.value, node.position);
  }
  return builder.end();
}

/**
 * Whether what looks like a tag is words in angle brackets that HTML doesn't know: `Bearer <token>`. With a hyphen it
 * may be a custom element, if it is closed.
 */
function isPlaceholder(html: string, closed: ReadonlySet<string>): boolean {
  const [, name] = /^<\/?([a-z][\w-]*)(?: [\w-]+)*>$/i.exec(html) ?? [];
  if (name === undefined) return false;
  const tag = name.toLowerCase();
  if (tag.includes('-')) return !closed.has(tag);
  const isKnown = elements.has(name) || elements.has(tag);
  return !isKnown && !withoutContent.has(tag) && !otherElements.has(tag);
}

/** Names of tags with a hyphen that are closed among siblings. */
function closedIn(nodes: readonly Nodes[]): ReadonlySet<string> {
  const closed = new Set<string>();
  for (const node of nodes) {
    if (node.type !== 'html') continue;
    for (const [, name = ''] of node.value.matchAll(/<\/([a-z]\w*-[\w-]*)/gi)) {
      closed.add(name.toLowerCase());
    }
  }
  return closed;
}

/** The nodes of HTML that an element was given as text. */
export function readHtml(html: string): readonly Nodes[] {
  const builder = createBuilder();
  builder.write(html, undefined);
  return builder.end();
}

interface Builder {
  write(html: string, position: Nodes['position']): void;
  add(node: Nodes): void;
  addText(text: string): void;
  end(): readonly Nodes[];
}

/** Maximum nesting of elements; deeper ones are shown as text. */
const deepest = 200;

function createBuilder(): Builder {
  const root: Nodes[] = [];
  // The lists that content goes into: an element's own, its parent's (the tag is left out), or none.
  const open: Nodes[][] = [root];
  let place: Nodes['position'];
  let tooDeep = false;
  let written = 0;

  const add = (node: Nodes): void => {
    (open.at(-1) ?? root).push(node);
  };
  const addText = (text: string): void => {
    const list = open.at(-1) ?? root;
    const last = list.at(-1);
    if (last?.type === 'text') list[list.length - 1] = { ...last, value: last.value + text };
    else if (text !== '') add({ type: 'text', value: text, ...(place ? { position: place } : {}) });
  };

  const parser = new Parser(
    {
      onopentag(name, given) {
        const parent = open.at(-1) ?? root;
        if (withoutContent.has(name)) open.push([]);
        else if (!elements.has(name)) open.push(parent);
        else {
          const children: PhrasingContent[] = [];
          // An attribute without a value is one that is empty, and the other way around.
          const attributes = Object.entries(given).map(
            ([key, value]) =>
              ({ type: 'mdxJsxAttribute', name: key, value: value || null }) as const,
          );
          add({
            type: 'mdxJsxTextElement',
            name,
            attributes,
            children,
            ...(place ? { position: place } : {}),
          });
          open.push(children);
        }
        if (open.length > deepest) {
          tooDeep = true;
          parser.pause();
        }
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
      ontext: addText,
    },
    // What is written as closed is: an open <iframe> would take in the rest of the page.
    { recognizeSelfClosing: true },
  );

  return {
    add,
    addText,
    write(html, position) {
      place = position;
      if (tooDeep) return addText(html);
      const before = written;
      written += html.length;
      parser.write(html);
      if (tooDeep) addText(html.slice(parser.endIndex + 1 - before));
    },
    end() {
      if (!tooDeep) parser.end();
      return root;
    },
  };
}

/** Elements whose content means nothing without them, or means something else than text. */
const withoutContent: ReadonlySet<string> = new Set(
  'applet embed frame frameset noembed noframes noscript object script style template title xmp'.split(
    ' ',
  ),
);

/** Elements of whole documents, and those of earlier versions of HTML. */
const otherElements: ReadonlySet<string> = new Set(
  `acronym base basefont bgsound blink body command content dir head html image isindex keygen link
  listing marquee menuitem meta multicol nextid nobr param plaintext portal rb rtc selectedcontent shadow
  slot spacer canvas math`.split(/\s+/),
);

/** Elements of HTML and SVG that show content. Of all others the content is shown, without the tag. */
const elements: ReadonlySet<string> = new Set(
  `a abbr address article aside audio b bdi bdo big blockquote br button caption center cite code col
  colgroup data dd del details dfn dialog div dl dt em fieldset figcaption figure font footer form h1 h2
  h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li main map area mark menu meter
  nav ol optgroup option output p picture pre progress q rp rt ruby s samp search section select small
  source span strike strong sub summary sup table tbody td textarea tfoot th thead time tr track tt u ul
  var video wbr
  svg circle clipPath defs desc ellipse feBlend feColorMatrix feComposite feDropShadow feFlood
  feGaussianBlur feMerge feMergeNode feOffset filter g image line linearGradient marker mask path pattern
  polygon polyline radialGradient rect stop symbol text textPath tspan use`.split(/\s+/),
);

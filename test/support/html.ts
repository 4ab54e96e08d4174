/** An element of a parsed page; `text` children are decoded strings. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
  readonly parent?: Element;
}

const voids = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/**
 * Parses the HTML that Docent writes: well formed but for void elements, so that a small reader is
 * enough. What it can't read it takes for text.
 */
export function parseHtml(html: string): Element {
  const root: Element = { tag: '', attributes: {}, children: [] };
  let open = root;
  const token =
    /<!--[\s\S]*?-->|<![^>]*>|<\/([a-zA-Z][\w:-]*)\s*>|<([a-zA-Z][\w:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/g;
  let end = 0;
  const addText = (text: string) => {
    if (text !== '') open.children.push(decode(text));
  };
  for (let match = token.exec(html); match !== null; match = token.exec(html)) {
    addText(html.slice(end, match.index));
    end = token.lastIndex;
    const [, close, name, written = '', slash] = match;
    if (close !== undefined) open = closest(open, close.toLowerCase())?.parent ?? open;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    const element: Element = { tag, attributes: attributesOf(written), children: [], parent: open };
    open.children.push(element);
    if (tag === 'script' || tag === 'style') {
      const stop = html.indexOf(`</${tag}`, end);
      element.children.push(html.slice(end, stop === -1 ? undefined : stop));
      token.lastIndex = stop === -1 ? html.length : html.indexOf('>', stop) + 1;
      end = token.lastIndex;
    } else if (!voids.has(tag) && slash !== '/') open = element;
  }
  addText(html.slice(end));
  return root;
}

function closest(element: Element, tag: string): Element | undefined {
  for (let at: Element | undefined = element; at !== undefined; at = at.parent) {
    if (at.tag === tag) return at;
  }
  return undefined;
}

function attributesOf(written: string): Record<string, string> {
  const found: Record<string, string> = {};
  const one = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
  for (const [, name = '', double, single, bare] of written.matchAll(one)) {
    found[name.toLowerCase()] = decode(double ?? single ?? bare ?? '');
  }
  return found;
}

function decode(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const hex = name[1]?.toLowerCase() === 'x';
    return String.fromCodePoint(Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10));
  });
}

/** All elements below `root`, in document order. */
export function elements(root: Element): Element[] {
  return root.children.flatMap((child) =>
    typeof child === 'string' ? [] : [child, ...elements(child)],
  );
}

/**
 * Elements matched by a simple CSS selector: `tag`, `.class`, `#id`, `[name]`, `[name="value"]`,
 * and spaces between an ancestor and its descendant.
 */
export function select(root: Element, selector: string): Element[] {
  const steps = selector.trim().match(/(?:\[[^\]]*\]|[^\s[])+/g) ?? [];
  let found = [root];
  for (const step of steps) {
    found = [...new Set(found.flatMap(elements))].filter((element) => fits(element, step));
  }
  return found;
}

function fits(element: Element, step: string): boolean {
  const parts = step.match(/[.#]?[\w:-]+|\[[^\]]*\]|\*/g) ?? [];
  const classes = (element.attributes.class ?? '').split(/\s+/);
  return parts.every((part) => {
    if (part === '*') return true;
    if (part.startsWith('.')) return classes.includes(part.slice(1));
    if (part.startsWith('#')) return element.attributes.id === part.slice(1);
    if (!part.startsWith('[')) return element.tag === part.toLowerCase();
    const [, name = '', value] = /^\[([^=\]]+)(?:="?([^"\]]*)"?)?\]$/.exec(part) ?? [];
    const actual = element.attributes[name];
    return actual !== undefined && (value === undefined || actual === value);
  });
}

/** The words of an element, with spaces collapsed; without scripts, styles and templates. */
export function textOf(element: Element): string {
  const collect = (from: Element): string =>
    from.children
      .map((child) => {
        if (typeof child === 'string') return child;
        return /^(script|style|template)$/.test(child.tag) ? '' : ` ${collect(child)} `;
      })
      .join('');
  return (element.tag === 'script' || element.tag === 'style' ? '' : collect(element))
    .replace(/\s+/g, ' ')
    .trim();
}

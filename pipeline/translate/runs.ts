import type { Nodes, PhrasingContent, Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { isPhrasing } from '../source/tree.ts';

/** Prose in one block: the unit of translation. */
export interface Run {
  readonly nodes: readonly PhrasingContent[];
  /** Range in the page's text. */
  readonly start: number;
  readonly end: number;
  readonly place: 'paragraph' | 'heading' | 'cell';
  /** The run begins a line of Markdown, where `#` or `1.` mean something. */
  readonly leads: boolean;
}

/** A page seen as a form around its prose. */
export interface PageShape {
  readonly runs: readonly Run[];
  /** Everything that is no prose, in order, each run as one mark. */
  readonly form: string;
}

/** Elements whose text is no prose. */
const verbatim = new Set(
  'code pre script style kbd samp var svg math Latex Mermaid Color'.toLowerCase().split(' '),
);

export interface ShapeOptions {
  /** Leaves code blocks out of the form: they are compared elsewhere. */
  readonly withoutCode?: boolean;
}

/** Finds the prose of a tree whose positions are those of `text`. */
export function shapeOf(root: Root, text: string, options: ShapeOptions = {}): PageShape {
  const runs: Run[] = [];
  const form: string[] = [];
  const visit = (node: Nodes, isVerbatim: boolean): void => {
    const isCode = node.type === 'code' && options.withoutCode === true;
    form.push('(', isCode ? `code ${metaOf(node)}` : identityOf(node, text));
    const silent = isVerbatim || isSilent(node);
    let run: PhrasingContent[] = [];
    const flush = () => {
      const first = run[0]?.position?.start.offset;
      const last = run.at(-1)?.position?.end.offset;
      if (first !== undefined && last !== undefined) {
        if (silent) form.push(text.slice(first, last));
        else {
          form.push('¶');
          runs.push({
            nodes: run,
            start: first,
            end: last,
            place: placeIn(node),
            leads: node.type === 'paragraph',
          });
        }
      }
      run = [];
    };
    for (const child of 'children' in node ? node.children : []) {
      if (isPhrasing(child)) run.push(child);
      else {
        flush();
        visit(child, silent);
      }
    }
    flush();
    form.push(')');
  };
  visit(root, false);
  return { runs, form: form.join('\n') };
}

/** Whether nothing inside an element is to be translated. */
export function isSilent(node: Nodes): boolean {
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return false;
  if (verbatim.has(node.name?.toLowerCase() ?? '')) return true;
  return node.attributes.some(
    (attribute) =>
      attribute.type === 'mdxJsxAttribute' &&
      attribute.name === 'translate' &&
      attribute.value === 'no',
  );
}

/** What must be the same in a translation, whatever the prose: type, properties, address, code. */
function identityOf(node: Nodes, text: string): string {
  switch (node.type) {
    case 'heading':
      return `heading ${node.depth} ${node.data?.id ?? ''}`;
    case 'list':
      return `list ${node.ordered} ${node.start}`;
    case 'listItem':
      return `listItem ${node.checked}`;
    case 'table':
      return `table ${node.align?.join()}`;
    case 'link':
    case 'image':
      return `${node.type} ${node.url} ${node.title ?? ''}`;
    case 'linkReference':
    case 'imageReference':
    case 'footnoteReference':
    case 'footnoteDefinition':
      return `${node.type} ${node.identifier}`;
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return `element ${tagOf(node, text)}`;
    case 'definition':
      return sliceOf(node, text);
    default:
      return 'value' in node ? `${node.type} ${node.value} ${metaOf(node)}` : node.type;
  }
}

/** The opening tag as written, or the whole element if it is empty. */
function tagOf(node: MdxJsxFlowElement | MdxJsxTextElement, text: string): string {
  const start = node.position?.start.offset ?? 0;
  const inside = node.children[0]?.position?.start.offset;
  return text.slice(start, inside ?? node.position?.end.offset ?? start).trimEnd();
}

function metaOf(node: Nodes): string {
  return node.type === 'code' ? `${node.lang ?? ''} ${node.meta ?? ''}` : '';
}

function sliceOf(node: Nodes, text: string): string {
  return text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

function placeIn(parent: Nodes): Run['place'] {
  if (parent.type === 'heading') return 'heading';
  return parent.type === 'tableCell' ? 'cell' : 'paragraph';
}

/** The contents of a run except its words, in any order: parent and identity of each. */
export function signatureOf(run: Run, text: string): string {
  const marks: string[] = [];
  const visit = (node: Nodes, above: string): void => {
    if (node.type === 'text') return;
    const own = identityOf(node, text);
    marks.push(`${above} > ${own}`);
    if (isSilent(node)) {
      marks.push(`${own} = ${sliceOf(node, text)}`);
      return;
    }
    for (const child of 'children' in node ? node.children : []) visit(child, own);
  };
  for (const node of run.nodes) visit(node, '');
  return marks.sort().join('\n');
}

/** The letters of a run as a reader sees them, without spaces. */
export function plainOf(nodes: readonly Nodes[]): string {
  let plain = '';
  const visit = (node: Nodes): void => {
    if (node.type === 'text') plain += node.value;
    else if (node.type === 'image') plain += node.alt ?? '';
    else if ('children' in node) for (const child of node.children) visit(child);
  };
  for (const node of nodes) visit(node);
  return plain.replace(/\s+/g, '');
}

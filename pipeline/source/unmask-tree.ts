import type { Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent, Text } from 'mdast';
import type { Point } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import type { Masked, Span } from './mask/span.ts';
import { filledBy, pieces, restore } from './mask/unmask.ts';

interface Context {
  readonly masked: Masked;
  readonly point: (offset: number) => Point;
  /** Real names of void tags by the offset of their `<`. */
  readonly voids: ReadonlyMap<number, string>;
  /** Addresses in angle brackets by the offsets of their brackets, which the parser saw as spaces or parentheses. */
  readonly brackets: ReadonlyMap<number, Span>;
  readonly carriage: boolean;
}

/** Replaces the placeholders in a fresh tree, in place, with their original nodes and strings. */
export function unmaskTree(root: Root, masked: Masked, text: string): void {
  const voids = new Map<number, string>();
  const brackets = new Map<number, Span>();
  for (const span of masked.spans) {
    if (span.kind === 'void') voids.set(span.start, span.value);
    if (span.kind === 'autolink') brackets.set(span.start, span).set(span.end - 1, span);
  }
  const carriage = text.includes('\r');
  const context = { masked, point: pointsIn(text), voids, brackets, carriage };
  const html = masked.base === 0 && text.includes('<!--');
  if (masked.base > 0 || carriage || html || brackets.size > 0) children(root, context);
}

function children(parent: Parents, context: Context): void {
  const out: Nodes[] = [];
  for (const child of parent.children) {
    if (child.type === 'text') {
      if (withoutBrackets(child, context)) out.push(...textNodes(child, context));
    } else if (child.type === 'html') {
      const value = child.value.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
      if (value.trim() === '') continue;
      child.value = restore(value, context.masked);
      out.push(child);
    } else {
      node(child, context);
      if (child.type === 'paragraph') out.push(...splitParagraph(child));
      else out.push(child);
    }
  }
  parent.children = out as RootContent[];
}

/** Takes off what replaces the brackets of an address; answers whether anything is left. */
function withoutBrackets(text: Text, { brackets, point }: Context): boolean {
  let [start, end] = [text.position?.start.offset ?? 0, text.position?.end.offset ?? 0];
  const isOpen = /[ (]$/.test(text.value) && brackets.get(end - 1)?.start === end - 1;
  if (isOpen) text.value = text.value.slice(0, -1);
  const isClosed = /^[ )]/.test(text.value) && brackets.get(start)?.end === start + 1;
  if (isClosed) text.value = text.value.slice(1);
  if (!isOpen && !isClosed) return true;
  if (isOpen) end--;
  if (isClosed) start++;
  text.position = { start: point(start), end: point(end) };
  return text.value !== '';
}

function node(node: Nodes, context: Context): void {
  const written =
    node.type === 'link' && context.brackets.get((node.position?.start.offset ?? 0) - 1);
  if (written) node.position = range(written.start, written.end, context);
  if ('children' in node) children(node, context);
  if (node.type === 'heading')
    headingId(node.children, (id) => {
      node.data = { ...node.data, id };
    });
  strings(node, context);
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
    const name = context.voids.get(node.position?.start.offset ?? -1);
    if (name !== undefined) node.name = name;
    for (const attribute of node.attributes) {
      strings(attribute, context);
      if ('value' in attribute && typeof attribute.value === 'object' && attribute.value !== null) {
        strings(attribute.value, context);
      }
    }
  }
}

/** Strings that are no prose keep `{{name}}` as text: the renderer puts values in. */
function strings(owner: object, context: Context): void {
  const record = owner as Record<string, unknown>;
  for (const key of ['value', 'url', 'title', 'alt', 'label', 'identifier', 'lang', 'meta']) {
    const value = record[key];
    if (typeof value !== 'string') continue;
    const plain = context.carriage ? value.replace(/\r\n?/g, '\n') : value;
    record[key] = restore(plain, context.masked);
  }
}

function textNodes(text: Text, context: Context): PhrasingContent[] {
  const plain = context.carriage ? text.value.replace(/\r\n?/g, '\n') : text.value;
  const found = pieces(plain, context.masked);
  const only = found[0];
  let at = text.position?.start.offset ?? 0;
  const behind = text.position?.end.offset ?? at;
  const before = filledBy(context.masked, at);
  if (before !== undefined) at = before.end;
  if (found.length === 1 && only && 'text' in only) {
    text.value = only.text;
    if (before !== undefined) text.position = range(at, behind, context);
    return [text];
  }
  return found.map((piece, index) => {
    if ('span' in piece) {
      at = piece.span.end;
      return spanNode(piece.span, context);
    }
    const next = found[index + 1];
    const end = next && 'span' in next ? next.span.start : Math.max(at, behind);
    return { type: 'text', value: piece.text, position: range(at, end, context) };
  });
}

function range(start: number, end: number, context: Context) {
  return { start: context.point(start), end: context.point(end) };
}

function spanNode(span: Span, context: Context): PhrasingContent {
  const position = range(span.start, span.end, context);
  if (span.kind === 'variable') {
    return { type: 'variable', name: span.value, value: span.text, position };
  }
  if (span.kind === 'math' || span.kind === 'display') {
    // Two dollars in a sentence are how some write a formula in it.
    const isDisplay = span.kind === 'display' && (span.block || span.text.includes('\n'));
    const data = isDisplay ? { display: true, block: span.block } : {};
    return { type: 'inlineMath', value: span.value, data, position };
  }
  if (span.kind === 'id') {
    return { type: 'text', value: '', data: { headingId: span.value }, position } as Text;
  }
  return { type: 'text', value: span.kind === 'literal' ? span.value : span.text, position };
}

/** Takes the stand-in of `{#id}` off the end of a heading. */
function headingId(content: PhrasingContent[], found: (id: string) => void): void {
  const last = content.at(-1);
  const id = (last?.data as { headingId?: string } | undefined)?.headingId;
  if (id === undefined) return;
  content.pop();
  const before = content.at(-1);
  if (before?.type === 'text') {
    before.value = before.value.trimEnd();
    if (before.value === '') content.pop();
  }
  found(id);
}

/** A formula on lines of its own becomes a block, wherever its paragraph put it. */
function splitParagraph(paragraph: Paragraph): Nodes[] {
  const { children } = paragraph;
  if (children.length === 0) return [];
  const isBlock = (child: PhrasingContent) =>
    child.type === 'inlineMath' && (child.data as { block?: boolean } | undefined)?.block === true;
  if (!children.some(isBlock)) {
    const blank = children.every((child) => child.type === 'text' && child.value.trim() === '');
    return blank ? [] : [paragraph];
  }
  const out: Nodes[] = [];
  let run: PhrasingContent[] = [];
  const flush = () => {
    const first = run[0];
    if (first?.type === 'text') first.value = first.value.trimStart();
    const last = run.at(-1);
    if (last?.type === 'text') last.value = last.value.trimEnd();
    const rest = run.filter((child) => child.type !== 'text' || child.value !== '');
    const start = rest[0]?.position?.start;
    const end = rest.at(-1)?.position?.end;
    if (start && end) out.push({ type: 'paragraph', children: rest, position: { start, end } });
    run = [];
  };
  for (const child of children) {
    if (child.type === 'inlineMath' && isBlock(child)) {
      flush();
      const position = child.position ? { position: child.position } : {};
      out.push({ type: 'math', value: child.value, meta: null, ...position });
    } else run.push(child);
  }
  flush();
  return out;
}

import type { Definition, FootnoteDefinition, Nodes, Paragraph, Parents, RootContent } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { ComponentChild, ComponentChildren } from 'preact';
import { Fragment, h } from 'preact';
import type { Place } from '../../schema/errors.ts';
import type { LanguageAttributes, PageTree } from '../../schema/site.ts';
import type { Authors } from '../author/authors.ts';
import type { Frame, Walker } from '../author/walker.ts';
import { placeIn, rangeOf } from '../source/file-places.ts';
import { isPhrasing } from '../source/tree.ts';
import { cellCode, proseCode } from './cell-code.ts';
import { CodeFence, interpolate } from './components/code-block.tsx';
import type { Component } from './components/component.ts';
import { Heading } from './components/heading.tsx';
import type { PageContext } from './components/page-context.ts';
import { components } from './components/registry.ts';
import { cleanAttributes, htmlComponent, isVoid } from './elements.tsx';
import { createFootnotes } from './footnotes.ts';
import { withElements } from './raw-html.ts';
import { tableOf } from './table.ts';
import { classNames } from './tailwind/class-names.ts';
import {
  collectDefinitions,
  isInlineTag,
  isTagOrBlank,
  isTextElement,
  lineOfTags,
  unwrapOnly,
} from './tree-shape.ts';
import { unknownComponent } from './unknown-component.ts';
import { variableElement } from './variable-element.ts';

/** Makes the walker of a page. */
export function createWalker(page: PageContext, authors: Authors): Walker {
  const notes = createFootnotes(page);
  let definitions: ReadonlyMap<string, Definition> = new Map();
  let footnotes: ReadonlyMap<string, FootnoteDefinition> = new Map();

  let inCell = false;
  return { tree, nodes: flow, html: htmlElement, component };

  function tree({ root, problems }: PageTree, frame: Frame, isPage = false): ComponentChildren {
    page.marks?.expect(problems, frame.file);
    const outer = { definitions, footnotes };
    const own = collectDefinitions(root);
    definitions = own.definitions;
    footnotes = own.footnotes;
    const result = flow(root.children, frame);
    notes.add(footnotes);
    const section = isPage ? notes.section((nodes) => flow(nodes, frame)) : undefined;
    ({ definitions, footnotes } = outer);
    return section ? [result, section] : result;
  }

  function flow(siblings: readonly Nodes[], frame: Frame): ComponentChild[] {
    const nodes = frame.format === 'md' ? withElements(siblings) : siblings;
    if (!nodes.some((node) => languageOf(node))) return inner(nodes, frame);
    const out: ComponentChild[] = [];
    for (let index = 0, end = 0; index < nodes.length; index = end) {
      const language = languageOf(nodes[index]);
      do end++;
      while (end < nodes.length && languageOf(nodes[end]) === language);
      const made = inner(nodes.slice(index, end), frame);
      out.push(...(language ? [h('span', language, made)] : made));
    }
    return out;
  }

  /** Nodes without an element that says their language. */
  function inner(nodes: readonly Nodes[], frame: Frame): ComponentChild[] {
    const out: ComponentChild[] = [];
    for (let index = 0; index < nodes.length; index++) {
      const end = lineOfTags(nodes, index);
      if (end > index + 1) {
        out.push(...tagLine(nodes.slice(index, end), frame));
        index = end - 1;
      } else add(out, nodes[index] as Nodes, frame);
    }
    return out;
  }

  function add(out: ComponentChild[], node: Nodes, frame: Frame): void {
    const before = page.marks?.count() ?? 0;
    const made = one(node, frame);
    if (Array.isArray(made)) out.push(...(made as ComponentChild[]));
    else if (made !== undefined) out.push(made as ComponentChild);
    const marks = page.marks?.since(before, rangeOf(node, frame.file));
    if (marks !== undefined) out.push(marks as ComponentChild);
  }

  /**
   * The parser reads a line of tags as blocks and drops the spaces between them; they are restored.
   */
  function tagLine(nodes: readonly Nodes[], frame: Frame): ComponentChild[] {
    const out: ComponentChild[] = [];
    for (const [index, node] of nodes.entries()) {
      const before = nodes[index - 1]?.position?.end.offset;
      if (before !== undefined && (node.position?.start.offset ?? before) > before) out.push(' ');
      add(out, node, frame);
    }
    const isText =
      nodes.every((node) => isInlineTag(node) || node.type === 'mdxFlowExpression') &&
      out.every((child) => typeof child !== 'object' || nodes.some(isInlineTag));
    return isText ? [h('p', null, out)] : out;
  }

  function one(node: Nodes, frame: Frame): ComponentChildren {
    switch (node.type) {
      case 'text':
        return node.value;
      case 'paragraph':
        return paragraph(node, frame);
      case 'heading':
        return h(
          Heading,
          {
            level: node.depth,
            ...(node.data?.id === undefined ? {} : { id: node.data.id }),
            ...node.data?.language,
          },
          flow(node.children, frame),
        );
      case 'emphasis':
        return h('em', null, flow(node.children, frame));
      case 'strong':
        return h('strong', null, flow(node.children, frame));
      case 'delete':
        return h('del', null, flow(node.children, frame));
      case 'inlineCode':
        return inCell ? cellCode(page.fill(node.value)) : proseCode(page.fill(node.value));
      case 'break':
        return h('br', null);
      case 'thematicBreak':
        return h('hr', null);
      case 'blockquote':
        return h('blockquote', null, flow(node.children, frame));
      case 'list':
        return h(
          node.ordered ? 'ol' : 'ul',
          {
            ...(node.ordered && typeof node.start === 'number' && node.start !== 1
              ? { start: node.start }
              : {}),
            ...(node.children.some((item) => typeof item.checked === 'boolean')
              ? { class: 'task-list' }
              : {}),
          },
          flow(node.children, frame),
        );
      case 'listItem':
        return listItem(node, frame);
      case 'code':
        return h(CodeFence, {
          language: node.lang ?? '',
          meta: node.meta ?? '',
          place: placeIn(node, frame.file),
          code: interpolate(page.fill(node.value), frame.props),
        });
      case 'link':
        return anchor(node.url, node.title, flow(node.children, frame), placeIn(node, frame.file));
      case 'linkReference': {
        const definition = definitions.get(node.identifier.toLowerCase());
        const inner = flow(node.children, frame);
        if (!definition) return ['[', ...inner, ']'];
        return anchor(definition.url, definition.title, inner, placeIn(node, frame.file));
      }
      case 'image':
        return image(node.url, node.alt, node.title, placeIn(node, frame.file));
      case 'imageReference': {
        const definition = definitions.get(node.identifier.toLowerCase());
        if (!definition) return node.alt ?? '';
        return image(definition.url, node.alt, definition.title, placeIn(node, frame.file));
      }
      case 'table':
        inCell = true;
        try {
          return tableOf(node, (cells) => flow(cells, frame));
        } finally {
          inCell = false;
        }
      case 'footnoteReference':
        return notes.reference(node.identifier, footnotes);
      case 'inlineMath':
        return rawHtml(
          'span',
          page.math(node.value, (node.data as { display?: boolean } | undefined)?.display === true),
        );
      case 'math':
        return rawHtml('div', page.math(node.value, true));
      case 'variable':
        return variableElement(page, node.name, node.value);
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return jsx(node, frame);
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
        return authors.shown(node, frame);
      case 'definition':
      case 'footnoteDefinition':
      case 'mdxjsEsm':
      case 'yaml':
        return undefined;
      default:
        return 'children' in node ? flow((node as Parents).children, frame) : undefined;
    }
  }

  /** A paragraph with only tags and spaces is how authors write a block on one line. */
  function paragraph(node: Paragraph, frame: Frame): ComponentChildren {
    if (node.children.length > 0 && node.children.every(isTagOrBlank)) {
      const tags = node.children.filter((child) => child.type !== 'text');
      if (tags.length > 0 && !tags.every((child) => isInlineTag(child))) {
        const made = flow(node.children, frame);
        // Expressions that only give text make a paragraph as text would.
        return made.some((child) => typeof child === 'object') ? made : h('p', null, made);
      }
    }
    return h('p', node.data?.language ?? null, flow(node.children, frame));
  }

  function listItem(node: Extract<Nodes, { type: 'listItem' }>, frame: Frame): ComponentChild {
    const tight = node.spread !== true;
    const isTask = typeof node.checked === 'boolean';
    const [only] = node.children.length === 1 && !isTask ? node.children : [];
    const content = node.children.flatMap((child): ComponentChild[] => {
      if (!tight || child.type !== 'paragraph') return flow([child], frame);
      const words = flow(child.children, frame);
      const language = child === only ? undefined : child.data?.language;
      return language ? [h('span', language, words)] : words;
    });
    if (!isTask) return h('li', (tight && only?.data?.language) || null, content);
    return h('li', { class: 'task' }, [
      h('input', {
        type: 'checkbox',
        checked: node.checked,
        disabled: true,
        'aria-label': node.checked ? page.labels.done : page.labels.toDo,
      }),
      ' ',
      ...content,
    ]);
  }

  function anchor(
    url: string,
    title: string | null | undefined,
    children: ComponentChildren,
    place: Place | undefined,
  ): ComponentChild {
    return h(
      htmlComponent('a') as Component,
      { href: page.fill(url), ...(title ? { title } : {}), place } as never,
      children,
    );
  }

  function image(
    url: string,
    alt: string | null | undefined,
    title: string | null | undefined,
    place: Place | undefined,
  ): ComponentChild {
    return h(htmlComponent('img') as Component, {
      src: page.fill(url),
      alt: alt ?? '',
      ...(title ? { title } : {}),
      place,
    });
  }

  function jsx(node: MdxJsxFlowElement | MdxJsxTextElement, frame: Frame): ComponentChildren {
    const { name } = node;
    const nodes = node.children as RootContent[];
    const content = name !== null && isTextElement(name) ? unwrapOnly(nodes) : nodes;
    const children = () => flow(content as Nodes[], frame);
    if (name === null) return children();
    const own = authors.element(node, frame, children);
    if (own !== undefined) return own;
    const props = authors.attributes(node, frame);
    for (const { data, value } of node.attributes) {
      if (data?.language && typeof value === 'string') page.speaks(value, data.language);
    }
    const place = placeIn(node, frame.file);
    if (/^[a-z]/.test(name) && !name.includes('.')) {
      return htmlElement(name, props, children(), place);
    }
    if (name !== 'Snippet') return component(name, props, children(), { frame, place });
    const { file, ...rest } = props;
    const kids = children();
    return (
      authors.snippet(String(file ?? ''), frame, { ...rest, children: kids }) ??
      h(Fragment, null, kids)
    );
  }

  function addClassNames(props: Record<string, unknown>): void {
    page.classNames(classNames(props.class));
    page.classNames(classNames(props.className));
  }

  function htmlElement(
    tag: string,
    props: Record<string, unknown>,
    children: ComponentChildren,
    place: Place | undefined,
  ): ComponentChild {
    if (typeof props.id === 'string' && !/^h[1-6]$/.test(tag)) page.claimId(props.id);
    addClassNames(props);
    const known = htmlComponent(tag);
    if (known) return h(known, { ...props, place } as never, children);
    const clean = cleanAttributes(props);
    return h(tag as 'div', clean as never, isVoid(tag) ? undefined : children);
  }

  function component(
    name: string,
    props: Record<string, unknown>,
    children: ComponentChildren,
    { frame, place }: { readonly frame: Frame; readonly place: Place | undefined },
  ): ComponentChild {
    addClassNames(props);
    const known = components.get(name);
    if (known) return h(known, { ...props, place } as never, children);
    page.report(unknownComponent(name, { file: frame.file, place }));
    return h(Fragment, null, children);
  }
}

/** The language of words in a line, where it is another than that of the page; blocks have it on their element. */
function languageOf(node: Nodes | undefined): LanguageAttributes | undefined {
  return node && isPhrasing(node) ? node.data?.language : undefined;
}

/** MathML and highlighted code come as HTML. */
function rawHtml(tag: 'span' | 'div', html: string): ComponentChild {
  return h(tag, { class: 'math', dangerouslySetInnerHTML: { __html: html } });
}

import type { Design, Node } from './design.ts';
import { isOpacity } from './opacity.ts';

/** What one utility class becomes. */
export interface Utility {
  /** Its own selector, escaped: `.md\:grid-cols-3`. */
  readonly selector: string;
  readonly rules: readonly Rule[];
  /** Variables that it reads, by name, with the value that they have where no class sets them. */
  readonly variables: ReadonlyMap<string, string>;
}

/** A rule within the conditions that it holds under, the outermost first. */
export interface Rule {
  readonly conditions: readonly string[];
  readonly text: string;
}

/** The rules of a class, for the content of pages alone; undefined when it is no utility. */
export function utilityOf(name: string, design: Design): Utility | undefined {
  if (name.length > longest || unsafe.test(name)) return undefined;
  const nodes = design.candidatesToAst([name])[0] ?? [];
  const rules: Rule[] = [];
  const variables = new Map<string, string>();
  let selector: string | undefined;

  const visit = (node: Node, conditions: readonly string[], around: string): void => {
    if (node.kind === 'at-rule' && node.name === '@property') {
      variables.set(node.params, initialOf(node.nodes));
    } else if (node.kind === 'at-rule') {
      block(node.nodes, [...conditions, `${node.name} ${node.params}`], around);
    } else if (node.kind === 'rule') {
      selector ??= ownSelector(node.selector, name);
      block(node.nodes, conditions, selector === undefined ? '' : node.selector);
    }
  };
  const block = (nodes: readonly Node[], conditions: readonly string[], around: string): void => {
    const declarations = nodes.flatMap((node) => {
      if (node.kind !== 'declaration' || node.value === undefined) return [];
      const { property, value, important } = node;
      if (isOpacity(property)) variables.set(property, '100%');
      return [`${property}:${spelledOut(property, value)}${important ? '!important' : ''}`];
    });
    if (declarations.length > 0 && selector !== undefined && around !== '') {
      const text = declarations.join(';');
      rules.push({ conditions, text: `${inContent(around, selector, text)}{${text}}` });
    }
    for (const node of nodes) visit(node, conditions, around);
  };
  for (const node of nodes) visit(node, [], '');
  return selector === undefined || rules.length === 0 ? undefined : { selector, rules, variables };
}

/** A class that is longer says nothing that a page can need. */
const longest = 256;

/** What could leave a declaration open: comments, and escapes other than those of underscores and by number. */
const unsafe = /\/\*|\\(?![_0-9a-f])/i;

const classSelector = /\.(?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+/gi;

/** How a selector writes a class. */
function ownSelector(selector: string, name: string): string | undefined {
  return selector.match(classSelector)?.find((found) => unescaped(found.slice(1)) === name);
}

function unescaped(text: string): string {
  return text.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code?: string, char?: string) =>
    code === undefined ? (char ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/**
 * Utilities win over what the site's own style says of text, by as little as that takes: Tailwind has layers
 * for it, but those of the site's own style would change what authors' sheets win over.
 */
function inContent(selector: string, own: string, declarations: string): string {
  // The children's own margins take precedence over the space between them.
  if (selector.startsWith(':where(') && !selector.includes('::')) {
    return `${selector}:is(main [class] *)`;
  }
  // Margins of first and last children are taken away by stronger rules.
  const scope = /^margin|;margin/.test(declarations)
    ? ':is(html body main [class] *)'
    : ':is(html body main *)';
  return selector.replaceAll(classSelector, (found) => (found === own ? found + scope : found));
}

/** Version 3 took the name of a variable alone for its value: `bg-[--brand]`. */
function spelledOut(property: string, value: string): string {
  return /^--[\w-]+$/.test(value) && !property.startsWith('--') ? `var(${value})` : value;
}

function initialOf(nodes: readonly Node[]): string {
  for (const node of nodes) {
    if (node.kind === 'declaration' && node.property === 'initial-value') {
      return node.value ?? 'initial';
    }
  }
  return 'initial';
}

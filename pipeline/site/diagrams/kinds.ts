/** How diagrams of a kind begin, and which parts of Mermaid draw them (the names of its modules begin so). */
interface DiagramKind {
  readonly begin: RegExp;
  readonly parts: readonly string[];
}

const kinds: Readonly<Record<string, DiagramKind>> = {
  architecture: { begin: /^architecture/, parts: ['architecture'] },
  block: { begin: /^block/, parts: ['blockDiagram'] },
  c4: { begin: /^C4(?:Context|Container|Component|Dynamic|Deployment)/, parts: ['c4Diagram'] },
  class: { begin: /^classDiagram/, parts: ['classDiagram', 'dagre'] },
  er: { begin: /^erDiagram/, parts: ['erDiagram', 'dagre'] },
  flowchart: { begin: /^(?:flowchart|graph)\b(?!-)/, parts: ['flowDiagram', 'dagre'] },
  gantt: { begin: /^gantt/, parts: ['ganttDiagram'] },
  git: { begin: /^gitGraph/, parts: ['gitGraph'] },
  journey: { begin: /^journey/, parts: ['journeyDiagram'] },
  kanban: { begin: /^kanban/, parts: ['kanban'] },
  mindmap: { begin: /^mindmap/, parts: ['mindmap', 'cose-bilkent', 'dagre'] },
  packet: { begin: /^packet/, parts: ['diagram-', 'packet-'] },
  pie: { begin: /^pie\b/, parts: ['pie'] },
  quadrant: { begin: /^quadrantChart/, parts: ['quadrantDiagram'] },
  radar: { begin: /^radar/, parts: ['diagram-', 'radar-'] },
  requirement: { begin: /^requirement/, parts: ['requirementDiagram', 'dagre'] },
  sankey: { begin: /^sankey/, parts: ['sankeyDiagram'] },
  sequence: { begin: /^sequenceDiagram/, parts: ['sequenceDiagram'] },
  state: { begin: /^stateDiagram/, parts: ['stateDiagram', 'dagre'] },
  timeline: { begin: /^timeline/, parts: ['timeline'] },
  treemap: { begin: /^treemap/, parts: ['diagram-', 'treemap-'] },
  xychart: { begin: /^xychart/, parts: ['xychartDiagram'] },
};

/** Drawn with all parts of Mermaid: rare kinds, and diagrams that ask for other layouts or formulas. */
const anyKind = 'any';

/** The kind of a diagram from its source. */
export function diagramKind(source: string): string {
  const text = source
    .replace(/^\s*---\s*\n[\s\S]*?\n\s*---\s*\n/, '')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .replace(/^\s*%%.*$/gm, '')
    .trimStart();
  const kind = Object.keys(kinds).find((name) => kinds[name]?.begin.test(text)) ?? anyKind;
  // Mermaid takes any text with these words for a C4 diagram.
  const isC4 = kind !== 'c4' && /C4(?:Container|Component|Dynamic|Deployment)/.test(text);
  const isSpecial = /\$\$|\b(?:layout|defaultRenderer)["']?\s*:/.test(source);
  return isC4 || isSpecial ? anyKind : kind;
}

/** Whether a module of Mermaid, by its path, is loaded later for one of the kinds. */
export function isPartOf(names: readonly string[], path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (names.includes(anyKind)) return true;
  return names.some((name) => kinds[name]?.parts.some((part) => file.startsWith(part)));
}

/** Kinds of the diagrams that a page or snippet may show, from its text. */
export function diagramKinds(text: string): readonly string[] {
  const found = new Set<string>();
  if (!/mermaid/i.test(text)) return [];
  for (const { index, 0: opening, 1: fence = '' } of text.matchAll(fences)) {
    const start = index + opening.length;
    const end = text.indexOf(`\n${fence}`, start - 1);
    const chart = text.slice(start, Math.min(end < 0 ? text.length : end, start + longest));
    found.add(diagramKind(chart.replace(/^[ \t>]+/gm, '')));
  }
  for (const { index } of text.matchAll(/<Mermaid\b/g)) {
    found.add(writtenKind(text.slice(index, index + longest)));
  }
  return [...found].sort();
}

// In lists and quotes as well, where the end of the fence is not looked for.
const fences = /^[ \t>*+\-\d.)]*(`{3,}|~{3,})[ \t]*mermaid\b[^\n]*\n/gim;
/** What says the kind of a diagram is at its beginning; what asks for more parts may be below. */
const longest = 20_000;

/** The kind of the diagram in an element, from the first place where one may begin. */
function writtenKind(element: string): string {
  for (const { index } of element.matchAll(/["'`\n][ \t]*(?=[a-zA-Z-])|>\s*(?=[a-zA-Z-])/g)) {
    const kind = diagramKind(element.slice(index + 1));
    if (kind !== anyKind) return kind;
  }
  return anyKind;
}

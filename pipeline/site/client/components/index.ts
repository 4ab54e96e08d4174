import { attempt } from '../attempt.ts';
import { whenShown } from '../shown.ts';
import { startCode } from './code.ts';
import { fresh } from './fresh.ts';
import { startReveal } from './reveal.ts';
import { startTabs } from './tabs.ts';

type Start = (root: ParentNode) => void;

/** A part whose module is loaded by pages that have its markup. */
interface Part {
  readonly selector: string;
  readonly load: () => Promise<Start>;
}

const laterParts: readonly Part[] = [
  { selector: '[data-copy-color]', load: async () => (await import('./color.ts')).startColors },
  {
    selector: '.endpoint-copy, .try-it, .api-panel, .api-panel-copy',
    load: async () => (await import('./endpoint.ts')).startEndpoints,
  },
  { selector: '.code-type', load: async () => (await import('./types.ts')).startTypes },
  { selector: '.connect-open', load: async () => (await import('./connect.ts')).startConnections },
  { selector: 'img[data-zoom]', load: async () => (await import('./image-zoom.ts')).startZoom },
  { selector: '.image-copy', load: async () => (await import('./image-copy.ts')).startImageCopy },
  { selector: '[data-prompt]', load: async () => (await import('./prompt.ts')).startPrompts },
  { selector: '[data-tooltip]', load: async () => (await import('./tooltip.ts')).startTooltips },
  { selector: '[data-tree]', load: async () => (await import('./tree.ts')).startTrees },
  { selector: '.update-filter', load: async () => (await import('./update.ts')).startUpdates },
  {
    selector: '[data-variable]',
    load: async () => (await import('./variables.ts')).startVariables,
  },
  { selector: '[data-mermaid]', load: async () => (await import('./mermaid.ts')).startMermaid },
];

/** Islands are listed outside the article. */
const islands: Part = {
  selector: 'body > script.page-data',
  load: async () => (await import('./islands.ts')).startIslands,
};

const views: Part = {
  selector: '[data-view]',
  load: async () => (await import('./view.ts')).startViews,
};

/** Wakes the components below `root`; may be called again when its content was replaced. */
export function enhance(root: ParentNode): void {
  attempt(() => startTabs(root));
  attempt(() => startLazy(root));
  attempt(() => startCode(root));
  // Links into hidden parts are followed when those parts work.
  void startPart(views, root).then(() => attempt(() => startReveal(root)));
  for (const part of laterParts) void startPart(part, root);
  // What authors wrote may count or ask: it waits for a reader.
  whenShown(() => void startPart(islands, document));
}

async function startPart({ selector, load }: Part, root: ParentNode): Promise<void> {
  if (!root.querySelector(selector)) return;
  const repeatClick = keepClick(root, selector);
  try {
    (await load())(root);
    repeatClick();
  } catch (fault) {
    // A fault in one leaves the others working.
    console.error(fault);
  }
}

/**
 * Remembers the last click on a button that does nothing until its part is loaded, and repeats it afterwards. A button
 * that is only inside of the part works already: a second click could undo the first one.
 */
function keepClick(root: ParentNode, selector: string): () => void {
  let clicked: HTMLButtonElement | null = null;
  const keep = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.matches(selector)) clicked = button;
  };
  root.addEventListener('click', keep);
  return () => {
    root.removeEventListener('click', keep);
    clicked?.click();
  };
}

/** Parts that are woken when they are opened for the first time: `fresh` leaves out what is in them. */
function startLazy(root: ParentNode): void {
  for (const details of fresh<HTMLDetailsElement>(root, 'details[data-lazy]')) {
    if (details.open) continue;
    details.addEventListener('toggle', () => enhance(details), { once: true });
  }
}

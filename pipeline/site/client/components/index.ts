import { startCode } from './code.ts';
import { startColors } from './color.ts';
import { startEndpoints } from './endpoint.ts';
import { fresh } from './fresh.ts';
import { startImageCopy } from './image-copy.ts';
import { startZoom } from './image-zoom.ts';
import { startIslands } from './islands.ts';
import { startMermaid } from './mermaid.ts';
import { startPrompts } from './prompt.ts';
import { startReveal } from './reveal.ts';
import { startTabs } from './tabs.ts';
import { startTooltips } from './tooltip.ts';
import { startTrees } from './tree.ts';
import { startUpdates } from './update.ts';
import { startVariables } from './variables.ts';
import { startViews } from './view.ts';

// In order: links into hidden parts are followed when those parts work. Each finds its own markup.
const parts: readonly ((root: ParentNode) => void)[] = [
  startTabs,
  startViews,
  startLazy,
  startReveal,
  startCode,
  startColors,
  startEndpoints,
  startZoom,
  startImageCopy,
  startPrompts,
  startTooltips,
  startTrees,
  startUpdates,
  startVariables,
  startMermaid,
  startIslands,
];

/** Parts that are woken when they are opened for the first time: `fresh` leaves out what is in them. */
function startLazy(root: ParentNode): void {
  for (const details of fresh<HTMLDetailsElement>(root, 'details[data-lazy]')) {
    if (details.open) continue;
    details.addEventListener('toggle', () => enhance(details), { once: true });
  }
}

/** Wakes the components below `root`; may be called again when its content was replaced. */
export function enhance(root: ParentNode): void {
  for (const part of parts) {
    try {
      part(root);
    } catch (fault) {
      // A fault in one leaves the others working.
      console.error(fault);
    }
  }
}

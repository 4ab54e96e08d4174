/** Style sheets of the components, in order, relative to this folder; the layout bundles them. */
export const componentStyles: readonly string[] = [
  'utilities.css',
  'accordion.css',
  'api/api.css',
  'badge.css',
  'callout.css',
  'card.css',
  'code.css',
  'color.css',
  'frame.css',
  'prompt.css',
  'steps.css',
  'tabs.css',
  'tooltip.css',
  'tree.css',
  'update.css',
  'view.css',
];

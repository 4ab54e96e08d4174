import type { Feature } from '../../../schema/site.ts';

/** Style sheets of the components, in order, relative to this folder; the layout bundles them. */
export const componentStyles: readonly string[] = [
  'prose.css',
  'table.css',
  'inline.css',
  'accordion.css',
  'badge.css',
  'callout.css',
  'card.css',
  'code.css',
  'frame.css',
  'steps.css',
  'tabs.css',
  'view.css',
];

/** Sheets that only pages with a feature load, in addition; a sheet for each, in this order. */
export const featureStyles: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  endpoint: [
    'api/channel.css',
    'api/endpoint.css',
    'api/field.css',
    'api/operation.css',
    'api/panel.css',
  ],
  'card-links': ['card-links.css'],
  color: ['color.css'],
  mermaid: ['mermaid.css'],
  'own-icon': ['own-icon.css'],
  prompt: ['prompt.css'],
  tooltip: ['tooltip.css'],
  tree: ['tree.css'],
  types: ['code-types.css'],
  update: ['update.css'],
};

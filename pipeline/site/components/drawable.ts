/*
 * Components that authors' code can draw in the browser, under their names in MDX: they ask a page for nothing but
 * addresses, icons and words. The others stay there as they were built. What may be in them: `drawn-content.ts`.
 */
export { Accordion, AccordionGroup, Expandable } from './accordion.tsx';
export { Badge } from './badge.tsx';
export { Callout, Check, Danger, Info, Note, Tip, Warning } from './callout.tsx';
export { Card, Column, Columns, Columns as CardGroup, Tile } from './card.tsx';
export { CodeBlock, CodeGroup } from './code-block.tsx';
export { Frame } from './frame.tsx';
export { Icon } from './icon.tsx';
export { Step, Steps } from './steps.tsx';
export { Tab, Tabs } from './tabs.tsx';

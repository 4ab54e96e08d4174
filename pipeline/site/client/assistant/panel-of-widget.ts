/** What the widget loads when it is opened: the panel of the site itself, and its words. */
export { loadWords } from '../words.ts';
export { createPanel } from './panel.ts';

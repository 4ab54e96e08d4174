import type { DrawnContent } from '../../author/decode.ts';
import * as drawable from './drawable.ts';

/** Components in `drawable.ts` in which not everything can be drawn. */
const special: Readonly<Record<string, DrawnContent>> = {
  CodeBlock: 'read',
  CodeGroup: { parts: 'CodeBlock' },
  Steps: { parts: 'Step' },
  Tabs: { parts: 'Tab' },
};

/** What may be in a component that authors' code draws in the browser; undefined for those that it can't draw. */
export function drawnContent(name: string): DrawnContent | undefined {
  if (!Object.hasOwn(drawable, name)) return undefined;
  return Object.hasOwn(special, name) ? special[name] : 'any';
}

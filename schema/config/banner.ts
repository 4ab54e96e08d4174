import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, cssColor, flag, object, text } from './field.ts';
import type { ByMode } from './mode.ts';
import { byModeSchema, readByMode } from './mode.ts';
import type { Written } from './written.ts';
/** A bar above the header; `content` may contain inline Markdown links. */
export interface Banner {
  readonly content: string;
  readonly dismissible: boolean;
  /** The other dialect's `banner.type` and `banner.color`. */
  readonly type: 'info' | 'warning' | 'critical';
  readonly color?: { readonly light: string; readonly dark: string };
}

/** Schema of `banner`. */
export const bannerSchema: JsonSchema = object(
  'A bar above the header.',
  {
    content: text('Text with inline Markdown links.', {
      minLength: 1,
      examples: ["Version 2 is out: [see what's new](/changelog)"],
    }),
    dismissible: flag('Lets readers close it.', { default: true }),
    type: choice('How urgent it looks.', ['info', 'warning', 'critical'], { default: 'info' }),
    color: byModeSchema('Colour of the bar.', cssColor('Any CSS colour.')),
  },
  { required: ['content'] },
);

/** What an author may write as `banner`. */
export type WrittenBanner = Omit<Written<Banner>, 'content' | 'color'> & {
  readonly content: string;
  readonly color?: string | ByMode;
};

/** `banner` with its defaults. */
export function readBanner(written: WrittenBanner): Banner {
  return given({
    content: written.content,
    dismissible: written.dismissible ?? true,
    type: written.type ?? 'info',
    color: written.color === undefined ? undefined : readByMode(written.color),
  });
}

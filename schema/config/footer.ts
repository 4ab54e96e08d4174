import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { flag, list, map, object, text } from './field.ts';
import type { Written } from './written.ts';
export interface FooterLink {
  readonly label: string;
  readonly href: string;
}

/** The footer of every page; absent if the author sets none. */
export interface Footer {
  /** Platform name → URL. */
  readonly socials: Readonly<Record<string, string>>;
  readonly links: readonly { readonly header?: string; readonly items: readonly FooterLink[] }[];
  readonly text?: string;
  /** Raw HTML, trusted like the rest of the repository. */
  readonly html?: string;
  readonly poweredBy: boolean;
}

/** Schema of `footer`. */
export const footerSchema: JsonSchema = object('The footer of every page.', {
  socials: map('Platform and URL.', text('Address.'), {
    examples: [{ github: 'https://github.com/acme', x: 'https://x.com/acme' }],
  }),
  links: list(
    'Columns of links.',
    object(
      'A column.',
      {
        header: text('Its heading.'),
        items: list(
          'Its links.',
          object(
            'A link.',
            { label: text('Its text.', { minLength: 1 }), href: text('Link target.') },
            { required: ['label', 'href'] },
          ),
        ),
      },
      { required: ['items'] },
    ),
  ),
  text: text('A line of text.', { examples: ['© 2027 Acme'] }),
  html: text('Raw HTML; trusted like the rest of the repository.'),
  poweredBy: flag('Shows what the site is built with.', { default: true }),
});

/** What an author may write as `footer`. */
export type WrittenFooter = Omit<Written<Footer>, 'links' | 'socials'> &
  Partial<Pick<Footer, 'links' | 'socials'>>;

/** `footer` with its defaults (only a footer that is set shows "powered by"). */
export function readFooter(written: WrittenFooter): Footer {
  return given({
    socials: written.socials ?? {},
    links: written.links ?? [],
    text: written.text,
    html: written.html,
    poweredBy: written.poweredBy ?? true,
  });
}

import { given } from '../given.ts';
import type { JsonSchema } from '../json-schema.ts';
import { choice, icon, list, object, text } from './field.ts';
export interface NavbarLink {
  readonly label: string;
  readonly href: string;
  readonly icon?: string;
}

/** Links of the header. */
export interface Navbar {
  readonly links: readonly NavbarLink[];
  readonly primary?: {
    readonly type: 'button' | 'github';
    readonly label: string;
    readonly href: string;
  };
}

/** Schema of `navbar`. */
export const navbarSchema: JsonSchema = object('Links in the header.', {
  links: list(
    'Secondary links.',
    object(
      'A link.',
      { label: text('Its text.'), href: text('Link target.'), icon },
      { required: ['label', 'href'] },
    ),
  ),
  primary: object(
    'The main call to action.',
    {
      type: choice('A button, or a link to a repository.', ['button', 'github']),
      label: text('Its text.', { minLength: 1 }),
      href: text('Link target; for `github`, the URL of the repository.'),
    },
    { required: ['type', 'label', 'href'] },
  ),
});

/** What an author may write as `navbar`. */
export type WrittenNavbar = Partial<Navbar>;

/** `navbar` with its defaults. */
export function readNavbar(written: WrittenNavbar = {}): Navbar {
  return given({ links: written.links ?? [], primary: written.primary });
}

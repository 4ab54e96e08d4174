import type { ThemeName } from '../../schema/config/themes.ts';

/** What the files of a new site are made from. */
export interface StarterLook {
  readonly name: string;
  /** Six-digit hex colour of links and buttons. */
  readonly color: string;
  readonly theme: ThemeName;
  /** Whether it has an API reference. */
  readonly api: boolean;
}

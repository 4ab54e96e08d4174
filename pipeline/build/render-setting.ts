import type { ShellAssets } from '../site/layout/tools.ts';

/** What every page of one build shares; it can be sent to a thread. */
export interface RenderSetting {
  /** The site's folder, for pictures that are put into pages. */
  readonly dir: string;
  readonly assets: ShellAssets;
  /** Author's module path → address of its browser bundle. */
  readonly islands: Readonly<Record<string, string>>;
  readonly search: boolean;
  readonly assistant: boolean;
  readonly live?: string;
  /** Address of a server elsewhere that answers for this site, for static hosts. */
  readonly runtime?: string;
  /** Milliseconds since 1970: what sunset banners take for today. */
  readonly today: number;
}

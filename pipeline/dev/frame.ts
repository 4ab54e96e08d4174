import type { Site } from '../../schema/site.ts';
import { frameKeyOf } from '../build/page-keys.ts';
import type { RenderSetting } from '../build/render-setting.ts';
import { makeShell } from '../build/shell.ts';
import { codeVersion } from '../cache/version.ts';
import type { Frame } from './shown.ts';
import type { DevState } from './state.ts';

/** Opens the frame of a site; a plain one is there before any text has been read. */
export async function openFrame(
  state: DevState,
  site: Site,
  { plain = false }: { readonly plain?: boolean } = {},
): Promise<Frame> {
  const shell = await makeShell(site, state.cache, codeVersion(), { plain });
  const setting: RenderSetting = {
    dir: state.setting.dir,
    assets: shell.assets,
    islands: shell.islands,
    search: true,
    assistant: false,
    live: `/${shell.live}`,
    today: Math.floor(Date.now() / 86_400_000) * 86_400_000,
  };
  return {
    shell,
    setting,
    isPlain: plain,
    key: lazily(() => frameKeyOf(site, codeVersion(), setting)),
    plainKey: lazily(() => plainKey(site, setting)),
  };
}

/** Keys are made of all pages, and asked for only when a frame is compared with another one. */
function lazily(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Whether documents look alike in both frames, as far as both are known: a plain one is taken for what it has. */
export function isSameFrame(before: Frame, next: Frame): boolean {
  if (!before.isPlain && !next.isPlain) return before.key() === next.key();
  return before.plainKey() === next.plainKey();
}

function plainKey(site: Site, setting: RenderSetting): string {
  const { web3: _w, diagrams: _d, ...assets } = setting.assets;
  const { stars: _s, ...rest } = site;
  return frameKeyOf(rest, codeVersion(), { ...setting, assets, islands: {} });
}

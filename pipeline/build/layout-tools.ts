import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../schema/html.ts';
import type { Site } from '../../schema/site.ts';
import { findAsset } from '../site/addresses.ts';
import { namedIcon } from '../site/icons.ts';
import type { LayoutTools } from '../site/layout/tools.ts';
import type { RenderSetting } from './render-setting.ts';

/** What the layout needs besides the site. */
export function layoutTools(site: Site, setting: RenderSetting): LayoutTools {
  const { islands } = setting;
  const readAsset = assetReader(site, setting.dir);
  const base = site.config.hosting.basePath;
  return {
    assets: setting.assets,
    icon: (name, options = {}) => {
      const size = options.size ?? 16;
      if (/^(https?:)?\/\//.test(name)) return image(name, size);
      if (name.includes('/') || /\.(svg|png|jpe?g|webp|gif)$/i.test(name)) {
        const asset = findAsset(name.replace(/^\.?\//, ''), site);
        if (asset === undefined) return '';
        const text = asset.endsWith('.svg') ? readAsset(asset) : undefined;
        // Icons of one colour take the text's; drawings keep theirs as pictures.
        return text?.includes('currentColor')
          ? text.slice(Math.max(0, text.indexOf('<svg')))
          : image(`${base}/${encodeURI(asset)}`, size);
      }
      return namedIcon(name, site.config.icons.library, options);
    },
    search: setting.search,
    assistant: setting.assistant,
    island: (module) => islands[module],
    now: new Date(setting.today),
    ...(setting.runtime === undefined ? {} : { runtime: setting.runtime }),
    ...(setting.live === undefined ? {} : { live: setting.live }),
  };
}

function image(address: string, size: number): string {
  return `<img class="icon" src="${escapeHtml(address)}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

/** Text of an SVG of the site; read once. */
export function assetReader(site: Site, dir: string): (path: string) => string | undefined {
  const texts = new Map<string, string | undefined>();
  return (path) => {
    if (texts.has(path)) return texts.get(path);
    let text: string | undefined;
    // Only what the source tree lists: a path can't lead out of it.
    if (site.assets.has(path)) {
      try {
        text = readFileSync(join(dir, path), 'utf8');
      } catch {
        text = undefined;
      }
    }
    texts.set(path, text);
    return text;
  };
}

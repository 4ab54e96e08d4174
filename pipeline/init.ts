import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ThemeName } from '../schema/config/themes.ts';
import { starterConfig, starterMark } from './init/config.ts';
import type { StarterLook } from './init/look.ts';
import { starterApi } from './init/openapi.ts';
import {
  changelogPage,
  componentsPage,
  quickStartPage,
  welcomePage,
  writingPage,
} from './init/pages.ts';

/** What `docent init` wrote, and what it left alone because it was there. */
export interface InitResult {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** What a new site is like; what is absent has a default. */
export interface InitChoices {
  readonly name?: string;
  /** Six-digit hex colour of links and buttons. */
  readonly color?: string;
  readonly theme?: ThemeName;
  /** Whether it has an API reference. */
  readonly api?: boolean;
}

/** Writes a small starter site into a folder; never overwrites a file. */
export function initSite(dir: string, choices: InitChoices = {}): InitResult {
  const written: string[] = [];
  const kept: string[] = [];
  const name = choices.name?.trim() || nameOf(dir);
  const { color = defaultColor, theme = 'mint', api = true } = choices;
  const files = starterFiles({ name, color, theme, api }, schemaPath(dir));
  for (const [path, text] of Object.entries(files)) {
    const file = join(dir, path);
    if (existsSync(file)) {
      kept.push(path);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    written.push(path);
  }
  return { written, kept };
}

/** `my-product` → `My Product`. */
export function nameOf(dir: string): string {
  const words = basename(resolve(dir))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const name = words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return ['', 'Docs', 'Doc', 'Documentation'].includes(name) ? 'My Product' : name.slice(0, 60);
}

/** Colour of a new site. */
export const defaultColor = '#0F766E';

/** The schema of `docs.json` in the package, as editors find it from a folder; undefined if it is not installed above. */
function schemaPath(dir: string): string | undefined {
  const inside = 'node_modules/docent/dist/schema/docs.schema.json';
  let way = './';
  for (let folder = resolve(dir); ; folder = dirname(folder)) {
    if (existsSync(join(folder, inside))) return way + inside;
    if (dirname(folder) === folder) return undefined;
    way = way === './' ? '../' : `${way}../`;
  }
}

/** Path of each file of a new site → its text. */
function starterFiles(look: StarterLook, schema: string | undefined): Record<string, string> {
  const mark = starterMark(look);
  return {
    'docs.json': `${JSON.stringify(starterConfig(look, schema), null, 2)}\n`,
    'favicon.svg': mark,
    'logo/mark.svg': mark,
    ...(look.api ? { 'openapi.yaml': starterApi(look.name) } : {}),
    'changelog.mdx': changelogPage(look),
    'index.mdx': welcomePage(look),
    'quickstart.mdx': quickStartPage,
    'writing/pages.mdx': writingPage,
    'writing/components.mdx': componentsPage,
  };
}

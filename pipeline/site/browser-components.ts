import { dirname, extname, join } from 'node:path';
import type { Site } from '../../schema/site.ts';
import type { SiteComponents } from '../author/island-globals.ts';
import { codeOf } from '../author/island-modules.ts';
import { pageImports } from '../author/page-imports.ts';
import { languageLabel } from './code/languages.ts';
import { calloutKinds } from './components/callout.tsx';
import { drawnContent } from './components/drawn-content.ts';
import { components } from './components/registry.ts';
import { type Drawing, knownIcon } from './find-icon.ts';
import { packageFile } from './package-file.ts';
import { pageLanguages } from './page-languages.ts';
import { wordsOf } from './words.ts';

/** The components of a site as the interactive code of its authors has them in the browser. */
export function browserComponents(site: Site, modules: readonly string[]): SiteComponents {
  return {
    names: [...components.keys()],
    drawnContent,
    imports: pageImports(site),
    module: join(import.meta.dirname, `client/drawn/main${extname(import.meta.filename)}`),
    preact: dirname(packageFile('preact/package.json')),
    site: JSON.stringify({
      basePath: site.config.hosting.basePath,
      icons: iconsOf(site, modules),
      languages: languagesOf(site, modules),
      labels: Object.fromEntries(pageLanguages(site).map((code) => [code, labelsOf(code)])),
    }),
  };
}

/** Words of the components that can be drawn in the browser. */
function labelsOf(language: string) {
  const words = wordsOf(language).components;
  return Object.fromEntries(drawnWords.map((name) => [name, words[name]]));
}

const drawnWords = [
  ...(['details', 'childAttributes', 'show', 'hide'] as const),
  ...(['note', 'info', 'tip', 'check', 'warning', 'danger'] as const),
  ...(['tabs', 'tab', 'codeExamples', 'example', 'copyCode', 'showAll'] as const),
];

const codeLanguage = /\blang(?:uage)?["']?\s*[=:]\s*(?:\{\s*)?["'`]([\w.+#-]{1,30})["'`]/g;

/** Names of the languages that code names for blocks of code, as tabs without titles have them. */
function languagesOf(site: Site, modules: readonly string[]): Record<string, string> {
  const texts = interactiveCode(site, modules).filter((text) => text.includes('CodeGroup'));
  const names = new Set(texts.flatMap((text) => matches(text, codeLanguage, 1)));
  const labels = Array.from(names, (name) => [name, languageLabel(name)] as const);
  return Object.fromEntries(labels.filter(([name, label]) => name !== label));
}

/** A text in code that may be the name of an icon, with its set or without: `rocket`, `fa-solid fa-rocket`. */
const literal = /(["'`])([a-z0-9][a-z0-9: -]{0,60})\1/gi;
const style =
  /\biconType["']?\s*[=:]\s*(?:\{\s*)?["'`]((?:sharp-)?(?:solid|regular|light|thin|duotone|brands))\b/g;

/** Drawings of all icons that the code of a site may name, by style and name. */
function iconsOf(site: Site, modules: readonly string[]): Record<string, Drawing> {
  const { library } = site.config.icons;
  const icons: Record<string, Drawing> = {};
  const texts = interactiveCode(site, modules);
  for (const [kind, { icon }] of Object.entries(calloutKinds)) {
    const isUsed = texts.some((text) => new RegExp(kind, 'i').test(text));
    const drawing = isUsed ? knownIcon(icon, 'lucide') : undefined;
    if (drawing) icons[` ${icon}`] = drawing;
  }
  const withIcons = texts.filter((text) => /icon/i.test(text));
  const styles = new Set(withIcons.flatMap((text) => matches(text, style, 1)));
  for (const name of new Set(withIcons.flatMap((text) => matches(text, literal, 2)))) {
    const drawing = knownIcon(name, library);
    if (!drawing) continue;
    icons[` ${name}`] = drawing;
    for (const type of styles) {
      const other = knownIcon(name, library, type);
      if (other && other.body !== drawing.body) icons[`${type} ${name}`] = other;
    }
  }
  return icons;
}

/** Code that runs in the browser, or that such code may import. */
function interactiveCode(site: Site, modules: readonly string[]): readonly string[] {
  const files = [...site.snippets.values()].filter(({ path }) => /\.(?:[jt]sx?|json)$/.test(path));
  for (const { file } of site.pages.values()) if (modules.includes(file.path)) files.push(file);
  for (const path of modules) {
    const file = site.snippets.get(path);
    if (file && path.endsWith('.mdx')) files.push(file);
  }
  return files.map(codeOf);
}

function matches(text: string, pattern: RegExp, group: number): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[group] ?? '');
}

import { scriptHosts } from '../../schema/config/integrations.ts';
import type { Point, Problem } from '../../schema/errors.ts';
import type { Site, SourceFile } from '../../schema/site.ts';
import { servicesOf } from '../site/layout/services.tsx';

/** Paths of style sheets and scripts. */
export interface OwnFiles {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/**
 * Style sheets and scripts of the site's folder that are on every page: those that no page imports.
 */
export function ownFiles(site: Site): OwnFiles {
  const used = new Set<string>();
  for (const page of site.pages.values()) for (const path of page.uses) used.add(path);
  const own = [...site.snippets.keys()].filter((path) => !used.has(path));
  return {
    styles: own.filter((path) => path.endsWith('.css') && site.assets.has(path)),
    scripts: own.filter((path) => path.endsWith('.js') && !/(^|\/)_?snippets\//.test(path)),
  };
}

/** The text of all style sheets that are on every page. */
export function ownStyleText({ snippets }: Site, { styles }: OwnFiles): string {
  return styles.map((path) => snippets.get(path)?.text ?? '').join('\n');
}

/** Hosts that own scripts and components load scripts from, and that the site's policy for scripts does not allow. */
export function blockedScripts(site: Site, { scripts }: OwnFiles): Problem[] {
  const files = [...scripts, ...componentModules(site)];
  if (files.length === 0) return [];
  const allowed = new Set([
    ...scriptHosts(site.config.integrations),
    ...servicesOf(site.config).flatMap(({ sources }) => sources),
    ...(site.origin === undefined ? [] : [new URL(site.origin).origin]),
  ]);
  if (allowed.has('https:')) return [];
  return files.flatMap((path) => {
    const file = site.snippets.get(path);
    return file ? blockedIn(file, allowed) : [];
  });
}

/** Modules of pages that make scripts: others may hold addresses of scripts as examples. */
function componentModules({ pages, snippets }: Site): Set<string> {
  const used = new Set<string>();
  for (const page of pages.values()) for (const path of page.uses) used.add(path);
  const makesScript = /createElement\(\s*["'`]script/i;
  return new Set(
    [...used].filter(
      (path) => /\.[jt]sx?$/.test(path) && makesScript.test(snippets.get(path)?.text ?? ''),
    ),
  );
}

/**
 * A URL of another host from which a script loads a script, recognized by its name or its context.
 */
const address =
  /(\bsrc["']?\s*[=:,]\s*|\bimport\s*\(?\s*|\bfrom\s*|\bimportScripts\s*\(\s*)?["'`]((?:https?:)?\/\/[a-z0-9.-]+(?::\d+)?)(\/[^"'`\s<>$]*)?/gi;

function blockedIn(file: SourceFile, allowed: ReadonlySet<string>): Problem[] {
  const problems = new Map<string, Problem>();
  const loads = /createElement\(\s*["'`]script|<script/i.test(file.text);
  for (const { 0: text, 1: before = '', 2: host = '', 3: path = '', index } of file.text.matchAll(
    address,
  )) {
    const isModule = /^(import|from)/.test(before);
    const isScript = /\.m?js(?:[?#]|$)/i.test(path);
    // A `src` alone may be that of a picture.
    if (!isModule && !isScript && !(loads && /^src/i.test(before) && !isMedia(path))) continue;
    const origin = host.replace(/^(https?:)?\/\//i, 'https://').toLowerCase();
    if (allowed.has(origin) || problems.has(origin)) continue;
    const start = index + before.length + 1;
    problems.set(origin, {
      severity: 'warning',
      source: 'site',
      ruleId: 'blocked-script',
      file: file.path,
      place: {
        start: pointAt(file.text, start),
        end: pointAt(file.text, index + text.length),
      },
      reason: `A script from ${origin} is loaded here, but the content security policy of the site blocks it.`,
      actual: host + path,
      note: `Allow it in docs.json: "integrations": { "scripts": { "hosts": "${origin}" } }.`,
    });
  }
  return [...problems.values()];
}

function isMedia(path: string): boolean {
  return /\.(svg|png|jpe?g|gif|webp|avif|ico|mp4|webm|mp3|html?)(?:[?#]|$)/i.test(path);
}

function pointAt(text: string, offset: number): Point {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n'), offset };
}

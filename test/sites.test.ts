import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSite } from './support/build.ts';
import { projectRoot } from './support/corpus.ts';
import { parseHtml, select, textOf } from './support/html.ts';
import { tempDir } from './support/temp.ts';

/** What `fixtures/sites/<name>/expected/facts.json` says of a site. */
interface Facts {
  /** False when the build must fail. */
  readonly builds?: boolean;
  /** All errors and warnings; notes are not listed. */
  readonly problems: readonly {
    readonly rule: string;
    readonly file: string;
    readonly line?: number;
    readonly severity: string;
    readonly reason?: string;
  }[];
  /** By address, or by path of a file below the site's folder. */
  readonly pages?: Readonly<Record<string, PageFacts>>;
  /** Lines, or parts of them, that a file has. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
}

interface PageFacts {
  /** Words that the page shows, in any order. */
  readonly text?: readonly string[];
  readonly not?: readonly string[];
  /** Selector → number of elements, null for at least one, or the texts of all of them. */
  readonly select?: Readonly<Record<string, number | null | readonly string[]>>;
  /** Parts of the file as it is. */
  readonly raw?: readonly string[];
  readonly lacks?: readonly string[];
}

const folder = join(projectRoot, 'fixtures/sites');
const names = globSync('*/expected/facts.json', { cwd: folder })
  .map((file) => file.split('/')[0] ?? '')
  .sort();

describe('the fixture sites', () => {
  test('are there', () => {
    expect(names.length).toBeGreaterThan(10);
  });

  test.each(names)('%s becomes what its facts say', async (name) => {
    const facts: Facts = JSON.parse(
      readFileSync(join(folder, name, 'expected/facts.json'), 'utf8'),
    );
    const built = await buildSite(join(folder, name, 'site'), tempDir());
    expect(
      built.problems
        .filter((problem) => problem.severity !== 'note')
        .map(({ ruleId, file, place, severity, reason }) => ({
          rule: ruleId,
          file,
          ...(place === undefined ? {} : { line: place.start.line }),
          severity,
          ...(facts.problems.some((fact) => fact.reason !== undefined) ? { reason } : {}),
        })),
    ).toEqual(facts.problems);
    expect(built.site !== undefined).toBe(facts.builds ?? true);
    if (built.site === undefined) return;
    for (const [address, page] of Object.entries(facts.pages ?? {})) {
      checkPage(fileOf(built.site, address), address, page);
    }
    for (const [path, lines] of Object.entries(facts.files ?? {})) {
      const text = readFileSync(join(built.site, path), 'utf8');
      for (const line of lines) expect(text, path).toContain(line);
    }
  });
});

/** The file that answers an address: `/guides/start` → `guides/start/index.html`. */
function fileOf(site: string, address: string): string {
  const path = join(site, address);
  return existsSync(join(path, 'index.html')) ? join(path, 'index.html') : path;
}

function checkPage(file: string, address: string, facts: PageFacts): void {
  const raw = readFileSync(file, 'utf8');
  for (const part of facts.raw ?? []) expect(raw, address).toContain(part);
  for (const part of facts.lacks ?? []) expect(raw, address).not.toContain(part);
  const page = parseHtml(raw);
  const shown = tight(textOf(page));
  for (const words of facts.text ?? []) {
    expect(shown.includes(tight(words)), `${address} shows "${words}"`).toBe(true);
  }
  for (const words of facts.not ?? []) {
    expect(shown.includes(tight(words)), `${address} shows "${words}"`).toBe(false);
  }
  for (const [selector, expected] of Object.entries(facts.select ?? {})) {
    const found = select(page, selector);
    const about = `${address} has ${selector}`;
    if (expected === null) expect(found.length, about).toBeGreaterThan(0);
    else if (typeof expected === 'number') expect(found.length, about).toBe(expected);
    else expect(found.map(textOf), about).toEqual(expected);
  }
}

/** Without spaces: where elements start and end says nothing about words. */
const tight = (text: string): string => text.replace(/\s+/g, '');

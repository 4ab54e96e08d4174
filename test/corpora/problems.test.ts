import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../schema/errors.ts';
import type { BuiltSite } from '../support/build.ts';
import { builtCorpus } from '../support/built-corpus.ts';
import { type CorpusName, corpus } from '../support/corpus.ts';
import { makeTempDir } from '../support/temp.ts';

/** Every error and warning of a tree as `file:line` below its rule, and how many notes of each rule. */
interface Expected {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly warnings: Readonly<Record<string, readonly string[]>>;
  readonly notes: Readonly<Record<string, number>>;
}

const table: Readonly<Record<string, Expected>> = JSON.parse(
  readFileSync(new URL('./problems.json', import.meta.url), 'utf8'),
);

describe.each(Object.entries(table))(
  'the documentation tree %s, as its owners have it',
  (name, expected) => {
    const dir = corpus(name as CorpusName);
    const out = makeTempDir();
    let built: BuiltSite;

    beforeAll(async () => {
      if (dir !== undefined) built = await builtCorpus(name as CorpusName, out);
    }, 300_000);
    afterAll(() => rmSync(out, { recursive: true, force: true }));

    test.runIf(dir !== undefined)('is published', () => {
      expect(built.deployment?.status).toBe('completed');
    });

    test.runIf(dir !== undefined)('loses no page of its navigation', () => {
      const config: unknown = JSON.parse(readFileSync(join(dir ?? '', 'docs.json'), 'utf8'));
      const pages = [...namedPages((config as { navigation: unknown }).navigation)];
      expect(pages.length).toBeGreaterThan(50);
      const lost = pages.filter(
        (path) =>
          !existsSync(join(built.site ?? '', path.replace(/(^|\/)index$/, ''), 'index.html')),
      );
      expect(lost).toEqual([]);
      expect(built.problems.filter(({ ruleId }) => ruleId === 'missing-page')).toEqual([]);
    });

    test.runIf(dir !== undefined)('has the problems that its files have, and no others', () => {
      // A description of another host is there or not; without it its operations are left out.
      const away = 'openapi-unreadable';
      const isAway = built.problems.some(({ ruleId }) => ruleId === away);
      const { [away]: unread, ...errors } = expected.errors;
      expect({
        errors: placesOf(built.problems, 'error'),
        warnings: placesOf(built.problems, 'warning'),
        notes: countsOf(built.problems),
      }).toEqual({ ...expected, errors: isAway ? { ...errors, [away]: unread } : errors });
    });
  },
);

/** Page paths that a navigation lists; operations and addresses are none. */
function* namedPages(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* pagesIn(entry);
  else if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) {
      if (typeof child === 'object') yield* namedPages(child);
    }
  }
}

function* pagesIn(entry: unknown): Generator<string> {
  if (typeof entry !== 'string') yield* namedPages(entry);
  else if (!/\s\/|^https?:/.test(entry) && !/\.(json|ya?ml)$/.test(entry)) {
    yield entry.replace(/^\//, '');
  }
}

function placesOf(
  problems: readonly Problem[],
  severity: Problem['severity'],
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { severity: own, ruleId, file, place } of problems) {
    if (own !== severity) continue;
    found[ruleId] = [...(found[ruleId] ?? []), `${file}:${place?.start.line}`].sort();
  }
  return found;
}

function countsOf(problems: readonly Problem[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { severity, ruleId } of problems) {
    if (severity === 'note') found[ruleId] = (found[ruleId] ?? 0) + 1;
  }
  return found;
}

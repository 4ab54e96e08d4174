import {
  type Config,
  namesLanguage,
  resolveConfig,
  type WrittenConfig,
} from '../../schema/config/config.ts';
import { configSchema } from '../../schema/config/schema.ts';
import { validateConfig } from '../../schema/config/validate.ts';
import type { Problem } from '../../schema/errors.ts';
import { parseJson } from '../../schema/json-text.ts';
import { locate as locateIn, type Origins } from '../../schema/pointer.ts';
import { unknownKeys } from '../../schema/validate.ts';
import { show } from '../../schema/validation/show.ts';
import type { Violation } from '../../schema/validation/violation.ts';
import { checkConfig } from './check.ts';
import { rewriteDialect } from './dialect.ts';
import { isFields, newEdit } from './edit.ts';
import { faultAsProblem, includeRefs, type ReadConfigOptions } from './include.ts';
import { fillLabels } from './labels.ts';
import type { Locate } from './locate.ts';
import { pruneConfig } from './prune.ts';
import { relaxValues } from './relax.ts';
import { withOwnName } from './renamed-keys.ts';

/**
 * `config` is there whenever the file is JSON with an object in it: parts with errors then have their
 * defaults, so that the rest of the site can still be checked.
 */
export interface ReadConfigResult {
  readonly config?: Config;
  /** False when the text breaks the contract of `docs.json`: nothing may be published from it. */
  readonly valid: boolean;
  readonly problems: readonly Problem[];
  /** Whether the text says which language the pages are written in. */
  readonly namesLanguage?: boolean;
  /** The value after `$ref` inclusion and the dialect's rewriting, before validation and defaults. */
  readonly raw?: unknown;
  readonly locate: Locate;
}

/** What a text says, and the path of the innermost value at an offset of it: `navigation.tabs[0]`. */
export interface ReadConfigText extends ReadConfigResult {
  readonly pathAt: (offset: number) => string;
}

/** Reads `docs.json`: JSON, `$ref`, the other dialect, validation, cross-field checks, defaults. */
export function readConfig(text: string | Uint8Array, options: ReadConfigOptions): ReadConfigText {
  const { file } = options;
  const origins: Origins = new WeakMap();
  const { value, faults, pathAt } = parseJson(text, { file, origins });
  const problems = faults.map((fault) => faultAsProblem(fault, file));
  const nowhere: Locate = () => ({ file });
  if (faults.some((fault) => fault.fatal)) {
    return { valid: false, problems, locate: nowhere, pathAt };
  }
  if (!isFields(value)) {
    const reason = `Unexpected ${show(value)}, expected an object with name, colors and navigation`;
    const note = 'Start the file with {.';
    const start = { line: 1, column: 1, offset: 0 };
    const base = {
      ...({ severity: 'error', source: 'config', ruleId: 'wrong-type', file } as const),
      place: { start, end: start },
    };
    const all = [...problems, { ...base, reason, note }];
    return { valid: false, problems: all, raw: value, locate: nowhere, pathAt };
  }
  const edit = newEdit(origins);
  includeRefs(edit, value, options);
  rewriteDialect(edit, value);
  fillLabels(edit, value);
  const sections = relaxValues(edit, value);
  const broken = validateConfig(value, sections);
  const unknown = unknownKeys(configSchema, value).map(withOwnName);
  const locateRaw = locator(value, { file, origins });
  const misfits = foldTypos(broken, unknown).map((violation) => asProblem(violation, locateRaw));
  const pruned = pruneConfig(value, { violations: broken, checked: sections, origins });
  const written = pruned as WrittenConfig;
  const locate = locator(written, { file, origins });
  const config = resolveConfig(written, options.language);
  const checked = checkConfig(written, config, { locate, broken: sectionsOf(broken) });
  const all = [...problems, ...edit.problems, ...misfits, ...checked];
  const valid = !all.some(({ severity, ruleId }) => severity === 'error' && breaches.has(ruleId));
  const named = namesLanguage(written, config);
  return { config, valid, problems: all, namesLanguage: named, raw: value, locate, pathAt };
}

/**
 * Errors that make a text no `docs.json`: not JSON, a wrong type, a value outside of its list or format,
 * a field that must be there. All others are about what it names, and leave that out alone.
 */
const breaches: ReadonlySet<string> = new Set([
  'json-comment',
  'json-trailing-comma',
  'json-syntax',
  'wrong-type',
  'wrong-format',
  'out-of-range',
  'unexpected-value',
  'unsafe-link',
  'missing-field',
  'incomplete-logo',
  'empty-navigation',
  'unknown-key',
  'secret-default',
]);

function locator(
  root: unknown,
  { file, origins }: { readonly file: string; readonly origins: Origins },
): Locate {
  return (pointer, part = 'value') => locateIn(root, pointer, { origins, part }) ?? { file };
}

/** Sections with violations; a section that is missing altogether counts as one. */
function sectionsOf(broken: readonly Violation[]): ReadonlySet<string> {
  return new Set(
    broken.map(({ pointer, missing }) =>
      pointer === '' ? (missing ?? '') : (pointer.split('/')[1] ?? ''),
    ),
  );
}

/** A mistyped key that was required is one mistake, not two. */
function foldTypos(
  broken: readonly Violation[],
  unknown: readonly Violation[],
): readonly Violation[] {
  const mistyped = new Map<string, Violation>();
  for (const violation of unknown) {
    const owner = violation.pointer.slice(0, violation.pointer.lastIndexOf('/'));
    if (violation.expected?.length === 1)
      mistyped.set(`${owner}/${violation.expected[0]}`, violation);
  }
  const folded = new Set<Violation>();
  const kept = broken.map((violation) => {
    const { pointer, missing } = violation;
    const typo = missing === undefined ? undefined : mistyped.get(`${pointer}/${missing}`);
    if (typo === undefined) return violation;
    folded.add(typo);
    return { ...typo, severity: 'error' as const };
  });
  return [...kept, ...unknown.filter((violation) => !folded.has(violation))];
}

function asProblem(violation: Violation, locate: Locate): Problem {
  const { pointer, part, missing, ...said } = violation;
  return { source: 'config', ...locate(pointer, part), ...said };
}

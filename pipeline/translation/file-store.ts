import {
  type FileRecord,
  fileMemory,
  readLabels,
  writeLabels,
  writeRecord,
} from '../translate/records.ts';
import type { Outcome, TranslationStore } from './run.ts';
import type { SiteUnit } from './units.ts';

/** Where a run of the command line keeps its results. */
export interface FilePlace {
  readonly folder: string;
  readonly language: string;
  /** The texts only show what a translation would look like. */
  readonly pseudo: boolean;
  readonly now: () => number;
}

/** Keeps translations in files of the output folder, where the next build finds them. */
export function openFileStore(place: FilePlace): TranslationStore<SiteUnit> {
  const { folder, language } = place;
  return {
    memory: fileMemory(folder, language, place.now),
    keep: (unit, outcome) => {
      writeRecord(folder, language, recordOf(place, unit, outcome), `${unit.kind}s`);
    },
    keepLabels: (found) => {
      const known = place.pseudo ? readLabels(folder, language) : {};
      writeLabels(folder, language, { ...known, ...Object.fromEntries(found) });
    },
  };
}

function recordOf({ pseudo, now }: FilePlace, unit: SiteUnit, outcome: Outcome): FileRecord {
  if (outcome.type !== 'translated') return failedRecord(unit, outcome.message);
  const { title, text, headings, stats, untranslated } = outcome.made;
  return {
    pagePath: unit.page.path,
    status: pseudo ? 'pending' : 'completed',
    translatedTitle: title,
    translatedHash: unit.sourceHash,
    translatedAt: new Date(now()).toISOString(),
    ...(pseudo ? { pseudo: true as const } : {}),
    headings,
    ...(stats.fallback > 0 ? { fallbackSegments: stats.fallback, untranslated } : {}),
    text,
  };
}

/** The text that readers have stays. */
function failedRecord({ page, sourceHash, before }: SiteUnit, error: string): FileRecord {
  return {
    pagePath: page.path,
    translatedTitle: null,
    translatedHash: null,
    translatedAt: null,
    ...before,
    ...{ status: 'failed', error, failedHash: sourceHash },
  };
}

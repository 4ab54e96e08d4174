import { sourceHash } from '../../pipeline/source/hash.ts';
import type { TranslationMemory } from '../../pipeline/translate/page.ts';
import {
  madeTranslations,
  readMemory,
  removeTranslations,
  translationsFolder,
} from '../../pipeline/translate/records.ts';
import type { TranslatedFile } from '../store/file-translations.ts';

/** What `docent translate` has kept in an output folder, as the database takes it in. */
export function readFileTranslations(out: string): readonly TranslatedFile[] {
  return madeTranslations(translationsFolder(out)).flatMap(({ language, records }) =>
    records.map((record): TranslatedFile => {
      const { pagePath, text, translatedHash, translatedTitle, translatedAt, headings } = record;
      const at = Date.parse(translatedAt ?? '');
      return {
        language,
        path: pagePath,
        ...(text === undefined || translatedHash === null || Number.isNaN(at)
          ? {}
          : {
              made: {
                ...{ text, title: translatedTitle, fromHash: translatedHash, at },
                contentHash: sourceHash(text),
                headings: headings ?? [],
                fallback: {
                  segments: record.fallbackSegments ?? 0,
                  parts: record.untranslated ?? [],
                },
              },
            }),
        ...(record.status === 'failed' && record.failedHash !== undefined
          ? { failed: { hash: record.failedHash, message: record.error ?? '' } }
          : {}),
      };
    }),
  );
}

/** A memory that also knows what `docent translate` was answered: a job doesn't request those again. */
export function withFileMemory(
  memory: TranslationMemory,
  { out, language }: { readonly out: string; readonly language: string },
): TranslationMemory {
  const known = readMemory(translationsFolder(out), language);
  return {
    get: async (key) => (await memory.get(key)) ?? known.get(key),
    set: (key, target, proof) => memory.set(key, target, proof),
    drop: (key) => {
      known.delete(key);
      return memory.drop(key);
    },
  };
}

/** Deletes what `docent translate` has kept of a language, its memory included. */
export async function removeFileTranslations(out: string, language: string): Promise<void> {
  await removeTranslations(translationsFolder(out), language);
}

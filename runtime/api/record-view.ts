import type { RecordView } from '../store/records.ts';
import { isoTime } from './services.ts';

/** A page translation record as the API shows it. */
export function recordView(row: RecordView) {
  return {
    pagePath: row.page_path,
    pageTitle: row.title,
    language: row.language,
    status: row.status,
    translatedTitle: row.translated_title,
    sourceHash: row.source_hash,
    translatedHash: row.translated_hash,
    wordCount: row.words,
    translatedAt: row.translated_at === null ? null : isoTime(row.translated_at),
    publishedAt: row.published_at === null ? null : isoTime(row.published_at),
    sourceUpdatedAt: isoTime(row.source_updated_at),
    contentHash: row.content_hash,
    humanOwned: row.human_owned === 1,
    glossaryOutdated: row.glossary_outdated === 1,
    fallbackSegments: row.human_owned === 1 ? 0 : row.fallback_segments,
    error:
      row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  };
}

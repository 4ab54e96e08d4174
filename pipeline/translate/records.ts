import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteTranslations, TranslatedText, TranslationRecord } from '../../schema/build.ts';
import { isLanguageCode, type LanguageCode } from '../../schema/languages.ts';
import type { SegmentProof, TranslationMemory } from './memory.ts';

/** What `docent translate` keeps of one page in one language, besides its text. */
export type FileRecord = Pick<
  TranslationRecord,
  'pagePath' | 'status' | 'translatedTitle' | 'translatedHash' | 'translatedAt'
> & {
  /** Why the last run failed. */
  readonly error?: string;
  /** Source hash of the failed run. */
  readonly failedHash?: string;
  readonly pseudo?: true;
  /** Headings of the source that the text was made from. */
  readonly headings?: TranslatedText['headings'];
  /** How many segments of the text are in the source language: the next run asks for them again. */
  readonly fallbackSegments?: number;
  /** Where they are. */
  readonly untranslated?: TranslatedText['untranslated'];
  /** Text that may be served: the last good one. */
  readonly text?: string;
};

/** Folder of the translations of an output folder. */
export function translationsFolder(out: string): string {
  return join(out, 'translations');
}

/** Pages and snippets have records of the same form; for a snippet, the path is the snippet's. */
export type RecordKind = 'pages' | 'snippets';

/** Records of one language by page path, one file per page: a run may end at any moment. */
export function readRecords(
  folder: string,
  language: string,
  kind: RecordKind = 'pages',
): Map<string, FileRecord> {
  const records = new Map<string, FileRecord>();
  const base = join(folder, language, kind);
  if (!existsSync(base)) return records;
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.json')) continue;
    try {
      const record = JSON.parse(
        readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      ) as FileRecord;
      if (typeof record.pagePath === 'string') records.set(record.pagePath, record);
    } catch {
      // Truncated or not ours: treated as missing.
    }
  }
  return records;
}

/** Writes the record of a page; a killed process leaves the old or the new one. */
export function writeRecord(
  folder: string,
  language: string,
  record: FileRecord,
  kind: RecordKind = 'pages',
): void {
  const file = fileOf(join(folder, language, kind), record.pagePath);
  writeWhole(file, `${JSON.stringify(record, null, 1)}\n`);
}

/** What was made of pages, by language; texts that only show the layout are left out. */
export function madeTranslations(
  folder: string,
): { readonly language: LanguageCode; readonly records: readonly FileRecord[] }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isLanguageCode)
    .map((language) => ({
      language,
      records: [...readRecords(folder, language).values()].filter(({ pseudo }) => !pseudo),
    }));
}

/** Deletes everything of a language. */
export async function removeTranslations(folder: string, language: string): Promise<void> {
  await rm(join(folder, language), { recursive: true, force: true });
}

/** Forgets a page that the site no longer has. */
export function removeRecord(
  folder: string,
  language: string,
  pagePath: string,
  kind: RecordKind = 'pages',
): void {
  rmSync(fileOf(join(folder, language, kind), pagePath), { force: true });
}

/** Writes the translated labels of `docs.json`. */
export function writeLabels(
  folder: string,
  language: string,
  labels: Readonly<Record<string, string>>,
): void {
  writeWhole(join(folder, language, 'labels.json'), `${JSON.stringify(labels, null, 1)}\n`);
}

/** What a build shows of all languages; undefined when nothing was ever translated. */
export function readTranslations(folder: string): SiteTranslations | undefined {
  if (!existsSync(folder)) return undefined;
  const pages: Record<string, Record<string, TranslatedText>> = {};
  const labels: Record<string, Record<string, string>> = {};
  const snippets: Record<string, Record<string, TranslatedText>> = {};
  for (const language of readdirSync(folder).filter(isLanguageCode)) {
    const texts = textsOf(readRecords(folder, language));
    // A run that gave no page yet, such as a preview, adds no language to the site.
    if (Object.keys(texts).length === 0) continue;
    pages[language] = texts;
    snippets[language] = textsOf(readRecords(folder, language, 'snippets'));
    labels[language] = readLabels(folder, language);
  }
  return { pages, labels, snippets };
}

function textsOf(records: ReadonlyMap<string, FileRecord>): Record<string, TranslatedText> {
  const texts: Record<string, TranslatedText> = {};
  for (const [path, record] of records) {
    if (record.text === undefined || record.translatedHash === null) continue;
    texts[path] = {
      text: record.text,
      translatedHash: record.translatedHash,
      ...(record.headings ? { headings: record.headings } : {}),
      ...(record.untranslated?.length ? { untranslated: record.untranslated } : {}),
      ...(record.pseudo ? { pseudo: true as const } : {}),
    };
  }
  return texts;
}

/** Translated labels of `docs.json` of one language. */
export function readLabels(folder: string, language: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, language, 'labels.json'), 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** The translation memory of a language in a folder; empty if it does not exist. */
export function readMemory(folder: string, language: string): Map<string, string> {
  const file = memoryFile(folder, language);
  const entries = new Map<string, string>();
  for (const line of linesOf(file)) {
    const [key, target] = line as [string, string | null];
    if (target === null) entries.delete(key);
    else entries.set(key, target);
  }
  return entries;
}

/** What a line of the memory says of its translation. */
export interface StoredProof extends SegmentProof {
  /** When it was made, as ISO text. */
  readonly at: string;
}

/** The proofs of the translations in a memory, by key; older ones have none. */
export function readProofs(folder: string, language: string): Map<string, StoredProof | undefined> {
  const proofs = new Map<string, StoredProof | undefined>();
  for (const line of linesOf(memoryFile(folder, language))) {
    const [key, target, proof] = line as [string, string | null, StoredProof | undefined];
    if (target === null) proofs.delete(key);
    else proofs.set(key, proof);
  }
  return proofs;
}

/** What a run has cost. */
export interface RunCost {
  readonly at: string;
  readonly model: string;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Notes what a run has cost. */
export function addCost(folder: string, language: string, cost: RunCost): void {
  mkdirSync(join(folder, language), { recursive: true });
  appendFileSync(costsFile(folder, language), `\n${JSON.stringify(cost)}`);
}

/** What the runs of a language have cost. */
export function readCosts(folder: string, language: string): readonly RunCost[] {
  return linesOf(costsFile(folder, language)) as RunCost[];
}

function costsFile(folder: string, language: string): string {
  return join(folder, language, 'runs.jsonl');
}

/** The lines of a file that can be read: the last one of a killed run can't. */
function linesOf(file: string): unknown[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}

/** A memory in a file to which every answer is added at once: what was paid for is never lost. */
export function fileMemory(folder: string, language: string, now: () => number): TranslationMemory {
  const file = memoryFile(folder, language);
  const entries = readMemory(folder, language);
  const add = (line: readonly unknown[]) => {
    mkdirSync(dirname(file), { recursive: true });
    // A line that was cut short must not spoil the next one.
    appendFileSync(file, `\n${JSON.stringify(line)}`);
  };
  return {
    get: (key) => entries.get(key),
    set: (key, target, proof) => {
      if (entries.get(key) === target) return;
      entries.set(key, target);
      add([key, target, { ...proof, at: new Date(now()).toISOString() }]);
    },
    drop: (key) => {
      if (entries.delete(key)) add([key, null]);
    },
  };
}

function memoryFile(folder: string, language: string): string {
  return join(folder, language, 'memory.jsonl');
}

function fileOf(folder: string, pagePath: string): string {
  return join(folder, `${pagePath}.json`);
}

function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text);
  renameSync(half, file);
}

import { openDeployment } from '../../pipeline/output/read.ts';
import { sourceHash } from '../../pipeline/source/hash.ts';
import { type HandMadePage, translateByHand } from '../../pipeline/translate/by-hand.ts';
import type { SegmentsBody } from '../../schema/api/segments.ts';
import { ApiError, type ErrorDetail } from '../../schema/errors.ts';
import { restoreBefore } from '../store/accepted-texts.ts';
import { assertEditable, findText, storeHandText } from '../store/hand-texts.ts';
import { findLanguage, notConfigured } from '../store/languages.ts';
import { openMemory } from '../store/memory.ts';
import type { Store, Trx } from '../store/open.ts';
import { findAnyProject } from '../store/projects.ts';
import { findRecord, type RecordRef, type RecordView } from '../store/records.ts';
import type { ProjectRow } from '../store/tables.ts';
import { requestDeploy } from './deploy-request.ts';
import type { TaskQueue } from './queue.ts';
import { siteOptions } from './translate-setting.ts';
import { deployedIn, type FolderOf, pageSource } from './translate-source.ts';

/** What reading translations by segment needs. */
interface ReadTools {
  readonly store: Store;
  readonly folderOf: FolderOf;
  readonly now: () => number;
  /** Brings the sources of a project that are not on this disk. */
  readonly whole?: (projectId: string, part: 'source') => Promise<void>;
  /** Name of the model that translates; its memory says which segments are known. */
  readonly modelName: string;
}

/** What editing them needs. */
export interface SegmentTools extends ReadTools {
  readonly queue: TaskQueue;
}

/** A page with its translation. */
export interface EditedPage {
  readonly record: RecordView;
  readonly segments: HandMadePage['segments'];
}

/** Milliseconds in which edits are gathered for one build. */
const gathered = 10_000;

type Site = Pick<ProjectRow, 'id' | 'deployment_id' | 'translate_props'>;

/** Reads a page and its translation by segment. */
export async function readSegments(
  tools: ReadTools,
  project: Site,
  ref: RecordRef,
): Promise<EditedPage> {
  const { record, made } = await openPage(tools, project, ref);
  return { record, segments: made.segments };
}

/** Saves what a person has written; the page is theirs from then on. */
export async function saveSegments(
  tools: SegmentTools,
  project: Site,
  ref: RecordRef,
  { sourceHash: source, contentHash, segments = [], accept = false }: SegmentsBody,
): Promise<EditedPage> {
  const edits = new Map(segments.map(({ index, target }) => [index, target]));
  const { record, made } = await openPage(tools, project, ref, edits);
  assertEditable(record);
  assertUsable(made, segments);
  const left = made.segments.filter(({ isTranslated }) => !isTranslated).length;
  const isCurrent =
    accept || made.segments.every(({ isKnown }, index) => isKnown || edits.has(index));
  const { store, now, modelName: model } = tools;
  const saved = await storeHandText(
    store,
    ref,
    {
      seen: { sourceHash: source, contentHash },
      ...{ text: made.text, title: made.title, headings: made.headings, isCurrent },
      isAccepted: accept,
      contentHash: sourceHash(made.text),
      fallback: { segments: left, parts: made.untranslated },
      now: now(),
    },
    async (trx) => {
      const memory = openMemory(trx, ref, now);
      for (const [index, target] of edits) {
        const key = made.segments[index]?.key;
        if (key) await memory.set(key, target, { model, checks: ['marks', 'person'] });
      }
      await requestBuild(tools, trx, ref);
    },
  );
  const known = made.segments.map((segment, index) => ({
    ...segment,
    isKnown: isCurrent || segment.isKnown || edits.has(index),
  }));
  return { record: saved, segments: known };
}

/** Takes back that a page was declared current: its translation is what it was before. */
export async function undoAcceptance(
  tools: SegmentTools,
  project: Site,
  ref: RecordRef,
): Promise<EditedPage> {
  const { store, now } = tools;
  await restoreBefore(store, ref, now(), (trx) => requestBuild(tools, trx, ref));
  return readSegments(tools, project, ref);
}

/** One build for all that is saved in these seconds. */
async function requestBuild({ queue, now }: SegmentTools, trx: Trx, { projectId }: RecordRef) {
  const runAt = Math.ceil((now() + 1) / gathered) * gathered;
  const reason = `edited ${runAt}`;
  await requestDeploy({ queue }, trx, { projectId, reason, cause: 'edits', runAt });
}

/**
 * A page as it is deployed, and the record of its translation; undefined if the project has none. Where another deployment
 * has become the project's since it was looked up, the page is that of the new one.
 */
async function findPage({ store, folderOf, whole }: ReadTools, project: Site, ref: RecordRef) {
  await whole?.(project.id, 'source');
  for (let seen: Site | undefined = project; seen; ) {
    const record = await findRecord(store.db, ref);
    const site = deployedIn(folderOf, seen);
    const source = record && site && (await pageSource(site, ref.pagePath));
    if (source && source.sourceHash === record.source_hash) return { record, site, source };
    const now: Site | undefined = await findAnyProject(store.db, seen.id);
    if (now?.deployment_id === seen.deployment_id) return undefined;
    seen = now;
  }
  return undefined;
}

async function openPage(
  tools: ReadTools,
  project: Site,
  ref: RecordRef,
  edits?: ReadonlyMap<number, string>,
): Promise<{ readonly record: RecordView; readonly made: HandMadePage }> {
  const { store, now, modelName } = tools;
  if (!(await findLanguage(store.db, ref.projectId, ref.language))) {
    throw notConfigured(ref.language);
  }
  const found = await findPage(tools, project, ref);
  if (!found) {
    throw new ApiError('NOT_FOUND', `There is no text of the page "${ref.pagePath}" to translate.`);
  }
  const { record, site, source } = found;
  const { config, deployment } = openDeployment(site.out, site.id);
  const known = await findText(store.db, ref);
  const made = await translateByHand(
    source.page,
    {
      translation: known?.text,
      ...(known?.untranslated ? { untranslated: known.untranslated } : {}),
      isStale: record.translated_hash !== null && record.translated_hash !== record.source_hash,
      ...(edits ? { edits } : {}),
    },
    {
      ...(await siteOptions(store.db, project, config)),
      ...{ from: deployment.sourceLanguage, to: ref.language, modelName },
      recall: openMemory(store.db, ref, now).get,
    },
  );
  if (made) return { record, made };
  throw new ApiError('CONFLICT', 'The page has errors; "docent check" shows them.');
}

/** @throws ApiError `VALIDATION_ERROR` with the reason for each segment whose words can't be used */
function assertUsable(made: HandMadePage, segments: SegmentsBody['segments'] = []): void {
  const details = segments.flatMap(({ index }, at): ErrorDetail[] => {
    const segment = made.segments[index];
    const path = `segments[${at}]`;
    if (segment === undefined) {
      const message = `There is no segment ${index}; the page has ${made.segments.length}.`;
      return [{ path: `${path}.index`, code: 'out-of-range', message }];
    }
    if (segment.isTranslated) return [];
    const message = `Unusable words: ${segment.problem ?? 'they are none'}.`;
    return [{ path: `${path}.target`, code: 'bad-segment', message }];
  });
  const [first] = details;
  if (first) throw new ApiError('VALIDATION_ERROR', first.message, { details });
}

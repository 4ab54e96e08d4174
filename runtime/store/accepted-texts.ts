import { ApiError } from '../../schema/errors.ts';
import { dayLength } from './assistant-days.ts';
import { lockProject } from './locks.ts';
import type { Store, Trx } from './open.ts';
import { findRecord, type RecordRef } from './records.ts';
import type { KeptHeadingsRow, RecordRow, TextRow } from './tables.ts';

/** Milliseconds in which it can be taken back that a translation was declared current. */
const kept = dayLength;

/** A translation as it was: all that declaring it current replaces. */
interface Before {
  readonly record: Pick<RecordRow, (typeof replaced)[number]>;
  readonly text: Pick<TextRow, 'text' | 'untranslated'> | undefined;
  readonly headings: Pick<KeptHeadingsRow, 'source_hash' | 'headings'> | undefined;
}

const replaced = [
  ...(['status', 'translated_title', 'translated_hash', 'content_hash', 'translated_at'] as const),
  ...(['human_owned', 'glossary_outdated', 'fallback_segments'] as const),
  ...(['error_code', 'error_message'] as const),
] as const;

/** Keeps a translation that is about to be declared current; what is too old to be taken back goes. */
export async function keepBefore(
  trx: Trx,
  ref: RecordRef,
  made: { readonly sourceHash: string; readonly contentHash: string; readonly now: number },
): Promise<void> {
  await trx
    .deleteFrom('accepted_texts')
    .where('project_id', '=', ref.projectId)
    .where('accepted_at', '<=', made.now - kept)
    .execute();
  await forgetBefore(trx, ref);
  const key = keyOf(ref);
  const before: Before = {
    record: await trx
      .selectFrom('records')
      .select(replaced)
      .where((eb) => eb.and(key))
      .executeTakeFirstOrThrow(),
    text: await trx
      .selectFrom('texts')
      .select(['text', 'untranslated'])
      .where((eb) => eb.and(key))
      .executeTakeFirst(),
    headings: await trx
      .selectFrom('kept_headings')
      .select(['source_hash', 'headings'])
      .where((eb) => eb.and(key))
      .executeTakeFirst(),
  };
  await trx
    .insertInto('accepted_texts')
    .values({
      ...{ ...key, source_hash: made.sourceHash, content_hash: made.contentHash },
      ...{ before: JSON.stringify(before), accepted_at: made.now },
    })
    .execute();
}

/** Forgets what a translation was: it was edited since. */
export async function forgetBefore(trx: Trx, ref: RecordRef): Promise<void> {
  await trx
    .deleteFrom('accepted_texts')
    .where((eb) => eb.and(keyOf(ref)))
    .execute();
}

/**
 * Makes a translation what it was before it was declared current.
 * @throws ApiError `NOT_FOUND` if there is nothing to take back, or it was changed since
 */
export async function restoreBefore(
  store: Store,
  ref: RecordRef,
  now: number,
  then: (trx: Trx) => Promise<void>,
): Promise<void> {
  await store.transaction(async (trx) => {
    await lockProject(trx, ref.projectId);
    const record = await findRecord(trx, ref);
    if (!record) throw new ApiError('NOT_FOUND', `There is no page "${ref.pagePath}".`);
    const key = keyOf(ref);
    const accepted = await trx
      .selectFrom('accepted_texts')
      .selectAll()
      .where((eb) => eb.and(key))
      .executeTakeFirst();
    const isThat =
      accepted !== undefined &&
      accepted.accepted_at > now - kept &&
      record.status === 'completed' &&
      // A job may have it, or it is a file of the site by now.
      record.human_owned === 1 &&
      record.owned_hash === null &&
      accepted.source_hash === record.source_hash &&
      accepted.content_hash === record.content_hash;
    if (!isThat) {
      throw new ApiError(
        'NOT_FOUND',
        'The translation was not declared current in the last 24 hours, or was changed since. Edit it instead.',
      );
    }
    const before: Before = JSON.parse(accepted.before);
    await trx
      .updateTable('records')
      .set({ ...before.record, previous_status: null, published_at: null })
      .where((eb) => eb.and(key))
      .execute();
    await trx
      .deleteFrom('texts')
      .where((eb) => eb.and(key))
      .execute();
    await trx
      .deleteFrom('kept_headings')
      .where((eb) => eb.and(key))
      .execute();
    const { text, headings } = before;
    if (text) {
      await trx
        .insertInto('texts')
        .values({ ...key, ...text })
        .execute();
    }
    if (headings) {
      await trx
        .insertInto('kept_headings')
        .values({ ...key, ...headings })
        .execute();
    }
    await forgetBefore(trx, ref);
    await then(trx);
  });
}

function keyOf({ projectId, language, pagePath }: RecordRef) {
  return { project_id: projectId, language, page_path: pagePath };
}

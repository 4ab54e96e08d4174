import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  JobEstimate,
  Project,
  Segment,
  TranslatedSegments,
} from '../../../../packages/client/models.ts';
import { address, ask, Failure } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Badge } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { useMay, useSession } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { many } from '../words.ts';
import { SegmentRow } from './segment-row.tsx';

interface OfPage {
  readonly project: Project;
  readonly language: string;
  readonly path: string;
}

/** One page and its translation, segment by segment. */
export function Segments({ project }: { readonly project: Project }) {
  const { query } = usePlace();
  const language = query.get('language') ?? '';
  const path = query.get('page') ?? '';
  const at = { project, language, path };
  const known = useApi<TranslatedSegments>(addressOf(at));
  if (known.isLoading) return <Waiting />;
  if (!known.data) return known.failure ? <Trouble failure={known.failure} retry /> : null;
  return <Editor key={addressOf(at)} at={at} given={known.data} />;
}

function addressOf({ project, language, path }: OfPage): string {
  const page = path.split('/').map(encodeURIComponent).join('/');
  return `/projects/${project.id}/translations/${language}/${page}`.concat('/segments');
}

function Editor({ at, given }: { readonly at: OfPage; readonly given: TranslatedSegments }) {
  const may = useMay();
  const { user } = useSession();
  const { query } = usePlace();
  const [editing, edit] = useState<number>();
  const [isSendingBack, sendBack] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const translation = useTranslation(at, given, editing !== undefined);
  const { segments, failure, isSaving } = translation;
  const current = Math.min(Number(query.get('segment') ?? 0) || 0, segments.length - 1);
  const mayEdit =
    may('translations:write') && (user.languages?.some((code) => code === at.language) ?? true);
  useLayoutEffect(() => {
    if (editing === undefined) focusOn(list.current, current);
  }, [editing, current]);

  const move = (index: number) => {
    if (index < 0 || index >= segments.length) return;
    setQuery({ segment: String(index) }, { replace: true });
  };
  const open = (index: number) => {
    if (!mayEdit) return;
    translation.forget();
    move(index);
    edit(index);
  };
  const save = async (segment: Segment, target: string) => {
    if (!(await translation.save(segment, target))) return;
    edit(undefined);
    move(Math.min(segment.index + 1, segments.length - 1));
  };
  const next = () => {
    const toDo = toDoOf(segments);
    const found = toDo.find(({ index }) => index > current) ?? toDo[0];
    if (found) move(found.index);
  };
  const group = 'Segments';
  useShortcuts([
    { ...{ keys: 'j', group, label: 'Next segment' }, run: () => move(current + 1) },
    { ...{ keys: 'k', group, label: 'Previous segment' }, run: () => move(current - 1) },
    { ...{ keys: 'n', group, label: 'Next segment with something to do' }, run: next },
    ...(mayEdit
      ? [{ ...{ keys: 'Enter', group, label: 'Edit the segment' }, run: () => open(current) }]
      : []),
  ]);
  return (
    <>
      <SegmentsHead
        at={at}
        translation={translation}
        mayEdit={mayEdit}
        onSendBack={() => sendBack(true)}
      />
      {failure && failure.index === undefined && <Trouble failure={failure.of} />}
      {segments.length === 0 ? (
        <Empty icon="languages" title="Nothing to translate">
          The page has no words of its own.
        </Empty>
      ) : (
        <ol ref={list} class="segments" aria-label="Segments">
          {segments.map((segment) => (
            <SegmentRow
              key={segment.index}
              segment={segment}
              language={at.language}
              isCurrent={segment.index === current}
              isEditing={segment.index === editing}
              isSaving={isSaving}
              mayEdit={mayEdit}
              failure={failure?.index === segment.index ? failure.of : undefined}
              onOpen={() => open(segment.index)}
              onSave={(target) => void save(segment, target)}
              onCancel={() => {
                translation.forget();
                edit(undefined);
              }}
            />
          ))}
        </ol>
      )}
      {isSendingBack && <SendBack at={at} onClose={() => sendBack(false)} />}
    </>
  );
}

/** The segments as they are now, and what can be done to them. */
interface Translation extends TranslatedSegments {
  readonly isSaving: boolean;
  /** Why the last change was refused, and at which segment; at none when it was about the page. */
  readonly failure: { readonly index: number | undefined; readonly of: Failure } | undefined;
  readonly forget: () => void;
  /** Whether the segment is as it was written. */
  readonly save: (segment: Segment, target: string) => Promise<boolean>;
  readonly accept: () => Promise<void>;
}

function useTranslation(at: OfPage, given: TranslatedSegments, isWriting: boolean): Translation {
  const [made, setMade] = useState(given);
  const [failure, setFailure] = useState<Translation['failure']>();
  const [isSaving, setSaving] = useState(false);
  // What someone else has saved is shown as long as nothing is being written.
  useEffect(() => {
    if (!isWriting) setMade(given);
  }, [given]);

  const put = async (index: number | undefined, body: object): Promise<boolean> => {
    if (isSaving) return false;
    setSaving(true);
    try {
      const { sourceHash, contentHash } = made.record;
      const seen = { sourceHash, contentHash };
      const { data } = await ask<TranslatedSegments>('PUT', addressOf(at), { ...seen, ...body });
      setMade(data);
      setFailure(undefined);
      refresh(`/projects/${at.project.id}`);
      return true;
    } catch (error) {
      const of = error instanceof Failure ? error : new Failure(String(error));
      setFailure({ index, of });
      return false;
    } finally {
      setSaving(false);
    }
  };
  const save = async ({ index, target: before, state }: Segment, target: string) =>
    (target === (before ?? '') && state !== 'changed') ||
    put(index, { segments: [{ index, target }] });
  const accept = async () => {
    setMade({
      record: { ...made.record, status: 'completed' },
      segments: made.segments.map((one) =>
        one.state === 'changed' ? { ...one, state: 'current' } : one,
      ),
    });
    if (!(await put(undefined, { accept: true }))) return setMade(made);
    say('The page is current.', { action: { label: 'Undo', run: () => void undo() } });
  };
  const undo = async () => {
    const acceptance = addressOf(at).replace(/segments$/, 'acceptance');
    await attempt(async () => {
      const { data } = await ask<TranslatedSegments>('DELETE', acceptance);
      setMade(data);
      say('The page is what it was before.');
    });
    refresh(`/projects/${at.project.id}`);
  };
  return { ...made, isSaving, failure, forget: () => setFailure(undefined), save, accept };
}

function toDoOf(segments: readonly Segment[]): readonly Segment[] {
  return segments.filter(({ state }) => state !== 'current');
}

function SegmentsHead({
  at: { project, language },
  translation: { record, segments, isSaving, accept },
  mayEdit,
  onSendBack,
}: {
  readonly at: OfPage;
  readonly translation: Translation;
  readonly mayEdit: boolean;
  readonly onSendBack: () => void;
}) {
  const toDo = toDoOf(segments).length;
  return (
    <div class="segments-head">
      <div>
        <h2>
          <bdi>{record.pageTitle}</bdi> <code class="muted">{record.pagePath}</code>
        </h2>
        <p class="muted">
          {many(segments.length, 'segment')}
          {toDo > 0 && `, ${toDo} to do`} {record.humanOwned && <OwnedBadge />}
        </p>
      </div>
      <span class="actions">
        <a class="button" href={to(['p', project.slug, 'translations', 'pages'], { language })}>
          All pages
        </a>
        {mayEdit && record.humanOwned && (
          <button type="button" onClick={onSendBack}>
            Send back
          </button>
        )}
        {mayEdit && record.status === 'stale' && (
          <button type="button" class="primary" aria-busy={isSaving} onClick={() => void accept()}>
            Accept as current
          </button>
        )}
      </span>
    </div>
  );
}

function OwnedBadge() {
  return (
    <span title="No job overwrites it.">
      <Badge tone="info">
        <Icon name="users" size={13} /> Owned by a person
      </Badge>
    </span>
  );
}

/** Gives a page back to automatic translation, and has it translated again. */
function SendBack({ at, onClose }: { readonly at: OfPage; readonly onClose: () => void }) {
  const { project, language, path } = at;
  const base = `/projects/${project.id}`;
  const estimate = useApi<JobEstimate>(
    address(`${base}/translate/estimate`, { language, pagePath: path, force: true }),
  );
  return (
    <FormDialog
      title="Send the page back?"
      submit="Translate it again"
      danger
      obstacle={estimate.data?.obstacle}
      onClose={onClose}
      onSubmit={async () => {
        await ask('POST', `${base}/translate`, {
          ...{ language, scope: 'page', pagePath: path, release: true },
        });
        refresh(base);
        onClose();
        say('The page will be translated again.');
      }}
    >
      <p>
        A job translates every segment of the page again. What was written by hand is replaced;
        until then, readers keep it.
      </p>
    </FormDialog>
  );
}

function focusOn(list: HTMLElement | null, index: number): void {
  const row = list?.querySelector<HTMLElement>(`[data-segment="${index}"]`);
  if (!row || row.contains(document.activeElement)) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

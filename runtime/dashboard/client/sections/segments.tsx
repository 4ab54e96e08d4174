import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  JobEstimate,
  Project,
  Segment,
  TranslatedSegments,
} from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Badge } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, to, usePlace } from '../place.ts';
import { useMay, useSession } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { many } from '../words.ts';
import { SegmentRow } from './segment-row.tsx';
import { addressOf, type OfPage, type Translation, useTranslation } from './translation.ts';

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

function Editor({ at, given }: { readonly at: OfPage; readonly given: TranslatedSegments }) {
  const may = useMay();
  const { user } = useSession();
  const [editing, edit] = useState<number>();
  const [isSendingBack, sendBack] = useState(false);
  const translation = useTranslation(at, given, editing !== undefined);
  const { segments, failure, isSaving } = translation;
  const mayEdit =
    may('translations:write') && (user.languages?.some((code) => code === at.language) ?? true);
  const { list, current, move } = usePosition(segments, editing);
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
  useShortcuts(
    mayEdit
      ? [{ ...{ keys: 'Enter', group, label: 'Edit the segment' }, run: () => open(current) }]
      : [],
  );
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

const group = 'Segments';

/** The segment that keys are about, which is part of the address; it has the focus while none is edited. */
function usePosition(segments: readonly Segment[], editing: number | undefined) {
  const { query } = usePlace();
  const list = useRef<HTMLOListElement>(null);
  const current = Math.min(Number(query.get('segment') ?? 0) || 0, segments.length - 1);
  useLayoutEffect(() => {
    if (editing === undefined) focusOn(list.current, current);
  }, [editing, current]);
  const move = (index: number) => {
    if (index < 0 || index >= segments.length) return;
    setQuery({ segment: String(index) }, { replace: true });
  };
  const next = () => {
    const toDo = toDoOf(segments);
    const found = toDo.find(({ index }) => index > current) ?? toDo[0];
    if (found) move(found.index);
  };
  useShortcuts([
    { ...{ keys: 'j', group, label: 'Next segment' }, run: () => move(current + 1) },
    { ...{ keys: 'k', group, label: 'Previous segment' }, run: () => move(current - 1) },
    { ...{ keys: 'n', group, label: 'Next segment with something to do' }, run: next },
  ]);
  return { list, current, move };
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

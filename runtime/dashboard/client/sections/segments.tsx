import { useEffect, useRef, useState } from 'preact/hooks';
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
  const { language, project } = at;
  const may = useMay();
  const { user } = useSession();
  const { query } = usePlace();
  const [made, setMade] = useState(given);
  const [editing, edit] = useState<number>();
  const [failure, setFailure] = useState<{ readonly index: number | undefined; of: Failure }>();
  const [isSaving, setSaving] = useState(false);
  const [isSendingBack, sendBack] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const { record, segments } = made;
  const current = Math.min(Number(query.get('segment') ?? 0) || 0, segments.length - 1);
  const mayEdit =
    may('translations:write') && (user.languages?.some((code) => code === language) ?? true);
  // What someone else has saved is shown as long as nothing is being written.
  useEffect(() => {
    if (editing === undefined) setMade(given);
  }, [given]);
  useEffect(() => {
    if (editing === undefined) focusOn(list.current, current);
  }, [editing, current]);

  const move = (index: number) => {
    if (index < 0 || index >= segments.length) return;
    setQuery({ segment: String(index) }, { replace: true });
  };
  const open = (index: number) => {
    if (!mayEdit) return;
    setFailure(undefined);
    move(index);
    edit(index);
  };
  const put = async (index: number | undefined, body: object): Promise<boolean> => {
    if (isSaving) return false;
    setSaving(true);
    try {
      const { sourceHash, contentHash } = made.record;
      const seen = { sourceHash, contentHash };
      const { data } = await ask<TranslatedSegments>('PUT', addressOf(at), { ...seen, ...body });
      setMade(data);
      setFailure(undefined);
      refresh(`/projects/${project.id}`);
      return true;
    } catch (error) {
      const of = error instanceof Failure ? error : new Failure(String(error));
      setFailure({ index, of });
      return false;
    } finally {
      setSaving(false);
    }
  };
  const save = async (segment: Segment, target: string) => {
    const { index, target: before } = segment;
    const isSame = target === (before ?? '') && segment.state !== 'changed';
    if (!isSame && !(await put(index, { segments: [{ index, target }] }))) return;
    edit(undefined);
    move(Math.min(index + 1, segments.length - 1));
  };
  const accept = async () => {
    setMade({
      record: { ...record, status: 'completed' },
      segments: segments.map((one) =>
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
    refresh(`/projects/${project.id}`);
  };
  const toDo = segments.filter(({ state }) => state !== 'current');
  const next = () => {
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
      <div class="segments-head">
        <div>
          <h2>
            <bdi>{record.pageTitle}</bdi> <code class="muted">{record.pagePath}</code>
          </h2>
          <p class="muted">
            {many(segments.length, 'segment')}
            {toDo.length > 0 && `, ${toDo.length} to do`} {record.humanOwned && <OwnedBadge />}
          </p>
        </div>
        <span class="actions">
          <a class="button" href={to(['p', project.slug, 'translations', 'pages'], { language })}>
            All pages
          </a>
          {mayEdit && record.humanOwned && (
            <button type="button" onClick={() => sendBack(true)}>
              Send back
            </button>
          )}
          {mayEdit && record.status === 'stale' && (
            <button
              type="button"
              class="primary"
              aria-busy={isSaving}
              onClick={() => void accept()}
            >
              Accept as current
            </button>
          )}
        </span>
      </div>
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
              language={language}
              isCurrent={segment.index === current}
              isEditing={segment.index === editing}
              isSaving={isSaving}
              mayEdit={mayEdit}
              failure={failure?.index === segment.index ? failure.of : undefined}
              onOpen={() => open(segment.index)}
              onSave={(target) => void save(segment, target)}
              onCancel={() => {
                setFailure(undefined);
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

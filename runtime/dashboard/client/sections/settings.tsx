import { useEffect, useState } from 'preact/hooks';
import type { Overview } from '../../../../packages/client/models.ts';
import type { Failure } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { save as saveFile } from '../exporting.ts';
import { Icon } from '../parts/icon.tsx';
import { Page, Tabs } from '../parts/page.tsx';
import { copyText } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { go, to, usePlace } from '../place.ts';
import { useOffer } from '../preview/offered.ts';
import { PreviewButton } from '../preview/preview.tsx';
import { useProject } from '../session.ts';
import type { Finding } from '../settings/check-text.ts';
import { useChecked } from '../settings/checker.ts';
import { CommitDialog, isInRepository } from '../settings/commit.tsx';
import { Conflict } from '../settings/conflict.tsx';
import { Editor } from '../settings/editor.tsx';
import { Findings } from '../settings/findings.tsx';
import { Forms } from '../settings/forms/forms.tsx';
import { type Opened, type Saved, useOpened } from '../settings/opened.ts';
import { type Source, type Stored, useProjectSource } from '../settings/source.ts';
import { useShortcuts } from '../shortcuts.ts';
import { many } from '../words.ts';

const lead = 'The docs.json of the site, checked while you type as a build checks it.';

/** The configuration of a site. */
export function Settings() {
  const source = useProjectSource();
  const { opened, failure, load, save, take } = useOpened(source);
  if (opened) return <Editing key={source.id} {...{ source, opened, save, take }} />;
  return (
    <Page title="Settings" lead={lead}>
      {failure ? (
        <>
          <Trouble failure={failure} />
          <button type="button" onClick={load}>
            Try again
          </button>
        </>
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

interface EditingProps {
  readonly source: Source;
  readonly opened: Opened;
  readonly save: (over?: Stored) => Promise<Saved>;
  readonly take: (theirs: Stored) => void;
}

function Editing({ source, opened, save, take }: EditingProps) {
  const { draft, stored } = opened;
  const { text, checked } = useChecked(draft);
  const { parts } = usePlace();
  const at = parts.slice(0, 2);
  const isText = parts[3] === 'text';
  const [selected, select] = useState<Finding>();
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Stored>();
  const [isSaving, setSaving] = useState(false);
  const [isCommitting, setCommitting] = useState(false);
  const project = useProject();
  const mayCommit = !source.isFile && !source.isReadOnly && isInRepository(project);
  const overview = useApi<Overview>(mayCommit ? `/projects/${project.id}/overview` : undefined);
  const obstacle = overview.data?.commitObstacle;
  const canCommit = mayCommit && obstacle === null;
  const isChanged = text !== stored.text;
  const errors = checked?.findings.filter(({ severity }) => severity === 'error').length ?? 0;

  const store = async (over?: Stored) => {
    // What was typed a moment ago may not be shown as a change yet.
    const isSame = draft.text === stored.text;
    if (isSaving || source.isReadOnly || (isSame && !over)) return;
    if (errors > 0 && !source.isFile) {
      say(`There ${errors === 1 ? 'is one error' : `are ${errors} errors`} to correct first.`, {
        isBad: true,
      });
      return;
    }
    setSaving(true);
    const saved = await save(over).finally(() => setSaving(false));
    setFailure(saved.kind === 'failed' ? saved.failure : undefined);
    setConflict(saved.kind === 'conflict' ? saved.theirs : undefined);
    if (saved.kind !== 'saved') return;
    refresh(`/projects/${source.id}`);
    if (errors > 0) {
      say(
        `Saved with ${many(errors, 'error')}. The site stays as it was until they are corrected.`,
      );
    } else if (source.isFile) say('Saved.');
    else {
      const deployments = () => go(to([...at, 'deployments']));
      say('Saved. The site is being built again.', {
        action: { label: 'See deployments', run: deployments },
      });
    }
  };
  useShortcuts([
    { keys: 'mod+s', group: 'Settings', label: 'Save', run: () => void store() },
    { keys: 'mod+z', group: 'Settings', label: 'Undo', run: () => draft.undo() },
    { keys: 'mod+shift+z', group: 'Settings', label: 'Redo', run: () => draft.redo() },
  ]);
  useWarning(isChanged);
  useOffer(source.isReadOnly ? undefined : { projectId: source.id, draft });

  return (
    <Page
      title="Settings"
      lead={lead}
      actions={
        source.isReadOnly ? (
          <Export draft={draft} />
        ) : (
          <>
            <PreviewButton />
            {!source.isFile && <Export draft={draft} />}
            <span class="actions settings-save">
              <History draft={draft} />
              {canCommit && (
                <button type="button" disabled={errors > 0} onClick={() => setCommitting(true)}>
                  Commit…
                </button>
              )}
              <button
                type="button"
                class="primary"
                disabled={!isChanged || (errors > 0 && !source.isFile)}
                aria-busy={isSaving}
                onClick={() => void store()}
              >
                Save
              </button>
            </span>
          </>
        )
      }
    >
      <Origin {...{ source, canCommit }} obstacle={mayCommit ? obstacle?.message : undefined} />
      {failure && <Trouble failure={failure} />}
      <Tabs
        label="Views of the settings"
        tabs={[
          { href: to([...at, 'settings']), title: 'Forms', isCurrent: !isText },
          { href: to([...at, 'settings', 'text']), title: 'Text', isCurrent: isText },
        ]}
      />
      <div class={isText ? 'settings-text' : 'settings-both'}>
        {isText ? (
          <Editor draft={draft} checked={checked} selected={selected} />
        ) : (
          <Forms draft={draft} checked={checked} isReadOnly={source.isReadOnly} />
        )}
        <Findings
          checked={checked}
          onOpen={(finding) => {
            if (!isText) go(to([...at, 'settings', 'text']));
            select({ ...finding });
          }}
        />
      </div>
      {isCommitting && (
        <CommitDialog project={project} text={text} onClose={() => setCommitting(false)} />
      )}
      {conflict && (
        <Conflict
          mine={text}
          theirs={conflict.text}
          onMerge={(next) => draft.replace(next)}
          onClose={() => setConflict(undefined)}
          onOverwrite={() => void store(conflict)}
          onTake={() => {
            take(conflict);
            setConflict(undefined);
          }}
        />
      )}
    </Page>
  );
}

/** What saving does, and what it does not. */
function Origin({
  source,
  canCommit,
  obstacle,
}: {
  readonly source: Source;
  readonly canCommit: boolean;
  /** Why a commit is not possible, and what to set. */
  readonly obstacle: string | undefined;
}) {
  if (source.isFile) {
    return (
      <p class="origin muted">
        <span>
          Saving writes the <code>docs.json</code> in the folder of the site, and its pages follow.
        </span>
      </p>
    );
  }
  if (source.isReadOnly) {
    return (
      <p class="origin muted">
        <span>Your role reads the settings. An editor or owner can change them.</span>
      </p>
    );
  }
  return (
    <p class="origin muted">
      <Icon name="alert" />
      <span>
        Saving builds the site again with these settings. {canCommit ? 'Commit' : 'Copy'} them to
        the <code>docs.json</code> in {source.origin} as well: a deployment with a changed one
        replaces what is saved here.
        {obstacle && ` You can't commit it here: ${obstacle}`}
      </span>
    </p>
  );
}

function Export({ draft }: { readonly draft: Opened['draft'] }) {
  return (
    <>
      <button type="button" class="export" onClick={() => void copyText(draft.text)}>
        <Icon name="copy" /> <span>Copy</span>
      </button>
      <button
        type="button"
        class="export"
        onClick={() => saveFile('docs.json', draft.text, 'application/json')}
      >
        <Icon name="download" /> <span>Download</span>
      </button>
    </>
  );
}

function History({ draft }: { readonly draft: Opened['draft'] }) {
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label="Undo"
        disabled={!draft.canUndo}
        onClick={() => draft.undo()}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Redo"
        disabled={!draft.canRedo}
        onClick={() => draft.redo()}
      >
        <Icon name="redo" />
      </button>
    </>
  );
}

/** The browser asks before it leaves a page with changes that are not saved. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
}

import { useEffect, useState } from 'preact/hooks';
import type { Overview, Project } from '../../../../packages/client/models.ts';
import { useApi } from '../cache.ts';
import { save as saveFile } from '../exporting.ts';
import { Icon } from '../parts/icon.tsx';
import { Page, Tabs } from '../parts/page.tsx';
import { copyText } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
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
import { type Saving, useSaving } from '../settings/saving.ts';
import { type Source, type Stored, useProjectSource } from '../settings/source.ts';
import { useShortcuts } from '../shortcuts.ts';

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
  const [isCommitting, setCommitting] = useState(false);
  const project = useProject();
  const { canCommit, obstacle } = useCommit(source, project);
  const isChanged = text !== stored.text;
  const errors = checked?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  const saving = useSaving(source, opened, save, errors);
  const { conflict } = saving;
  useShortcuts([
    { keys: 'mod+s', group: 'Settings', label: 'Save', run: () => void saving.store() },
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
        <Actions
          {...{ source, draft, isChanged, errors, saving }}
          onCommit={canCommit ? () => setCommitting(true) : undefined}
        />
      }
    >
      <Origin {...{ source, canCommit, obstacle }} />
      {saving.failure && <Trouble failure={saving.failure} />}
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
          onClose={saving.closeConflict}
          onOverwrite={() => void saving.store(conflict)}
          onTake={() => {
            take(conflict);
            saving.closeConflict();
          }}
        />
      )}
    </Page>
  );
}

/** Whether the settings can be committed to the site's repository, or what has to be set first. */
function useCommit(source: Source, project: Project) {
  const isOffered = !source.isFile && !source.isReadOnly && isInRepository(project);
  const overview = useApi<Overview>(isOffered ? `/projects/${project.id}/overview` : undefined);
  const obstacle = overview.data?.commitObstacle;
  return {
    canCommit: isOffered && obstacle === null,
    obstacle: isOffered ? obstacle?.message : undefined,
  };
}

/** What can be done with the settings as a whole. */
function Actions({
  source,
  draft,
  isChanged,
  errors,
  saving: { isSaving, store },
  onCommit,
}: {
  readonly source: Source;
  readonly draft: Opened['draft'];
  readonly isChanged: boolean;
  /** How many errors the settings have. */
  readonly errors: number;
  readonly saving: Saving;
  /** Absent where they can't be committed. */
  readonly onCommit: (() => void) | undefined;
}) {
  if (source.isReadOnly) return <Export draft={draft} />;
  return (
    <>
      <PreviewButton />
      {!source.isFile && <Export draft={draft} />}
      <span class="actions settings-save">
        <History draft={draft} />
        {onCommit && (
          <button type="button" disabled={errors > 0} onClick={onCommit}>
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

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../ask.ts';
import { refresh } from '../cache.ts';
import { say } from '../parts/toast.tsx';
import { go, to, usePlace } from '../place.ts';
import { many } from '../words.ts';
import type { Opened, Saved } from './opened.ts';
import type { Source, Stored } from './source.ts';

/** Saving of the settings, and how the last attempt ended. */
export interface Saving {
  readonly isSaving: boolean;
  readonly failure: Failure | undefined;
  /** What someone else has saved in the meantime. */
  readonly conflict: Stored | undefined;
  readonly closeConflict: () => void;
  /** Saves what is written, after a save that goes on; `over` replaces what someone else has saved. */
  readonly store: (over?: Stored) => Promise<void>;
}

/** `errors` is how many there are in the settings: those of a project are saved without any. */
export function useSaving(
  source: Source,
  { draft, stored }: Opened,
  save: (over?: Stored) => Promise<Saved>,
  errors: number,
): Saving {
  const { parts } = usePlace();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Stored>();
  const isAskedAgain = useRef(false);

  const store = async (over?: Stored) => {
    // What was typed a moment ago may not be shown as a change yet.
    const isSame = draft.text === stored.text;
    isAskedAgain.current = isSaving;
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
    sayWhatFollows(source, errors, () => go(to([...parts.slice(0, 2), 'deployments'])));
  };
  useEffect(() => {
    if (!isSaving && isAskedAgain.current) void store();
  }, [isSaving]);
  return { isSaving, failure, conflict, closeConflict: () => setConflict(undefined), store };
}

function sayWhatFollows(source: Source, errors: number, showDeployments: () => void): void {
  if (errors > 0) {
    say(`Saved with ${many(errors, 'error')}. The site stays as it was until they are corrected.`);
  } else if (source.isFile) say('Saved.');
  else {
    say('Saved. The site is being built again.', {
      action: { label: 'See deployments', run: showDeployments },
    });
  }
}

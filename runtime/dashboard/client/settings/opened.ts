import { useCallback, useEffect, useState } from 'preact/hooks';
import { Failure } from '../ask.ts';
import { Draft } from './draft.ts';
import type { Source, Stored } from './source.ts';

/** Settings that are open: the text as it is stored, and as it is edited here. */
export interface Opened {
  readonly draft: Draft;
  readonly stored: Stored;
}

/** What saving led to; a conflict has the other version. */
export type Saved =
  | { readonly kind: 'saved' }
  | { readonly kind: 'conflict'; readonly theirs: Stored }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What was typed and not saved stays for as long as the page lives, whatever else is opened meanwhile. */
const kept = new Map<string, Opened>();

/** The settings of a source, and how to save them. */
export function useOpened(source: Source) {
  const [opened, setOpened] = useState<Opened | undefined>(() => unsaved(source));
  const [failure, setFailure] = useState<Failure>();
  const keep = useCallback(
    (next: Opened) => {
      kept.set(source.id, next);
      setOpened(next);
    },
    [source],
  );
  const load = useCallback(() => {
    setFailure(undefined);
    source.load().then(
      (stored) => keep({ stored, draft: new Draft(stored.text, source) }),
      (error: unknown) => setFailure(error instanceof Failure ? error : new Failure(String(error))),
    );
  }, [source, keep]);
  useEffect(() => {
    if (!opened) load();
  }, [load]);

  useEffect(
    () =>
      source.watch?.(() => {
        const known = kept.get(source.id);
        // What is typed here is compared with the other version when it is saved.
        if (!known || known.draft.text !== known.stored.text) return;
        const follow = (stored: Stored) => {
          if (stored.text === known.stored.text || known.draft.text !== known.stored.text) return;
          known.draft.replace(stored.text);
          keep({ draft: known.draft, stored });
        };
        source.load().then(follow, () => undefined);
      }),
    [source, keep],
  );

  /** Saves the text as it is now, in the place of the version that it was made from, or of another. */
  const save = async (over?: Stored): Promise<Saved> => {
    if (!opened) return { kind: 'saved' };
    const { draft } = opened;
    const base = over ?? opened.stored;
    const { text } = draft;
    try {
      keep({ draft, stored: await source.save(text, base.tag) });
      return { kind: 'saved' };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status !== 412) return { kind: 'failed', failure: error };
    }
    const theirs = await source.load();
    // Something else has changed, such as the name of the project.
    if (theirs.text === base.text) return save(theirs);
    return { kind: 'conflict', theirs };
  };
  /** Takes the other version of a conflict; the own one can be got back by undoing. */
  const take = (theirs: Stored) => {
    if (!opened) return;
    opened.draft.replace(theirs.text);
    keep({ draft: opened.draft, stored: theirs });
  };
  return { opened, failure, load, save, take };
}

function unsaved({ id, isReadOnly }: Source): Opened | undefined {
  const opened = kept.get(id);
  return !isReadOnly && opened && opened.draft.text !== opened.stored.text ? opened : undefined;
}

import { useEffect, useState } from 'preact/hooks';
import type { Project, Segment, TranslatedSegments } from '../../../../packages/client/models.ts';
import { ask, Failure } from '../ask.ts';
import { refresh } from '../cache.ts';
import { attempt } from '../parts/failing.ts';
import { say } from '../parts/toast.tsx';

/** A page in a language. */
export interface OfPage {
  readonly project: Project;
  readonly language: string;
  readonly path: string;
}

/** Path of its segments in the API. */
export function addressOf({ project, language, path }: OfPage): string {
  const page = path.split('/').map(encodeURIComponent).join('/');
  return `/projects/${project.id}/translations/${language}/${page}`.concat('/segments');
}

/** The segments as they are now, and what can be done to them. */
export interface Translation extends TranslatedSegments {
  readonly isSaving: boolean;
  /** Why the last change was refused, and at which segment; at none when it was about the page. */
  readonly failure: { readonly index: number | undefined; readonly of: Failure } | undefined;
  readonly forget: () => void;
  /** Whether the segment is as it was written. */
  readonly save: (segment: Segment, target: string) => Promise<boolean>;
  readonly accept: () => Promise<void>;
}

export function useTranslation(
  at: OfPage,
  given: TranslatedSegments,
  isWriting: boolean,
): Translation {
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

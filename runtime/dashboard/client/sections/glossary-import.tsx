import { useState } from 'preact/hooks';
import type { ImportedTerms } from '../../../../packages/client/models.ts';
import { ask, Failure } from '../ask.ts';
import { refresh } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Field } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { many } from '../words.ts';
import { type GlossaryLine, readGlossary } from './glossary-csv.ts';

/** The result of importing a line. */
interface Outcome extends GlossaryLine {
  readonly result: ImportedTerms['results'][number]['result'];
}

/** Most terms of one request. */
const most = 1_000;
/** Most lines that a preview lists. */
const mostShown = 100;

/** Adds and changes the terms of a file, after it has shown what that would do. */
export function ImportDialog({
  base,
  onClose,
}: {
  readonly base: string;
  readonly onClose: () => void;
}) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [failure, setFailure] = useState<Failure>();
  const [isReading, setReading] = useState(false);
  const of = (result: Outcome['result']) =>
    (outcomes ?? []).filter((outcome) => outcome.result === result);
  const good = [...of('added'), ...of('changed')];
  const read = async (file: File | undefined) => {
    setOutcomes(undefined);
    setFailure(undefined);
    if (!file) return;
    setReading(true);
    try {
      setOutcomes(await send(base, readGlossary(await file.text()), true));
    } catch (error) {
      setFailure(
        error instanceof Failure ? error : new Failure((error as Error).message, { code: '' }),
      );
    }
    setReading(false);
  };
  return (
    <FormDialog
      title="Import terms"
      submit={good.length > 0 ? `Import ${many(good.length, 'term')}` : 'Import'}
      obstacle={outcomes && good.length === 0 ? 'There is nothing to import.' : undefined}
      onClose={onClose}
      onSubmit={async () => {
        const stored = await send(base, good, false);
        refresh(base);
        onClose();
        const refused = stored.filter(({ result }) => result === 'refused').length;
        say(
          `${many(stored.length - refused, 'term')} imported${refused ? `, ${refused} refused` : ''}.`,
          { isBad: refused > 0 },
        );
      }}
    >
      <Field
        label="File"
        hint="CSV with a line of column names: term, description, caseSensitive, doNotTranslate, and language codes such as fr. An export has them. Empty cells leave what is there."
      >
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          required
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </Field>
      <div aria-live="polite">
        {isReading && <Waiting lines={2} />}
        {failure && <Trouble failure={failure} />}
        {outcomes && (
          <p>
            {many(of('added').length, 'new term')}, {of('changed').length} changed,{' '}
            {of('unchanged').length} unchanged, {of('refused').length} refused.
          </p>
        )}
      </div>
      <Lines title="Refused" outcomes={of('refused')} />
      <Lines title="New" outcomes={of('added')} />
      <Lines title="Changed" outcomes={of('changed')} />
    </FormDialog>
  );
}

/** Sends terms, in parts that one request may have. */
async function send(
  base: string,
  lines: readonly GlossaryLine[],
  dryRun: boolean,
): Promise<readonly Outcome[]> {
  const readable = lines.filter(({ body }) => body);
  const results = new Map<GlossaryLine, ImportedTerms['results'][number]>();
  for (let at = 0; at < readable.length; at += most) {
    const part = readable.slice(at, at + most);
    const terms = part.map(({ body }) => body);
    const { data } = await ask<ImportedTerms>('POST', `${base}/import`, { terms, dryRun });
    for (const [index, line] of part.entries()) {
      const result = data.results[index];
      if (result) results.set(line, result);
    }
  }
  return lines.map((line) => {
    const { result, message } = results.get(line) ?? { result: 'refused', message: line.problem };
    return { ...line, result, ...(message ? { problem: message } : {}) };
  });
}

function Lines({
  title,
  outcomes,
}: {
  readonly title: string;
  readonly outcomes: readonly Outcome[];
}) {
  if (outcomes.length === 0) return null;
  return (
    <details open={title === 'Refused'}>
      <summary>
        {title} ({outcomes.length})
      </summary>
      <ul class="lines">
        {outcomes.slice(0, mostShown).map(({ line, term, problem }) => (
          <li key={line}>
            <span class="problem">
              <strong>{term || '–'}</strong>
              {problem && <span>{problem}</span>}
            </span>
            <span class="muted">Line {line}</span>
          </li>
        ))}
      </ul>
      {outcomes.length > mostShown && <p class="muted">And {outcomes.length - mostShown} more.</p>}
    </details>
  );
}

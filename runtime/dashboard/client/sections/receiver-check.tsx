import { useEffect, useState } from 'preact/hooks';
import type { WebhookTestResult } from '../../../../packages/client/models.ts';
import { ask, type Failure } from '../ask.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Badge } from '../parts/small.tsx';
import { Trouble } from '../parts/states.tsx';
import { receiverSteps, type Verdict, verdictOf } from './receiver-verdict.ts';

const words = { good: 'Right', wait: 'Nearly', bad: 'Wrong' } as const;

/** Sends a receiver what it must accept and what it must refuse, one after the other, and says what to correct. */
export function ReceiverCheck({
  hook,
  onClose,
}: {
  readonly hook: string;
  readonly onClose: () => void;
}) {
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [round, setRound] = useState(1);
  const isStopped = verdicts[0]?.tone === 'bad';
  const isDone = isStopped || failure !== undefined || verdicts.length === receiverSteps.length;
  useEffect(() => {
    let isCurrent = true;
    const run = async () => {
      for (const { fault } of receiverSteps) {
        const { data } = await ask<WebhookTestResult>(
          'POST',
          `${hook}/test`,
          fault ? { fault } : {},
        );
        if (!isCurrent) return;
        const verdict = verdictOf(fault, data);
        setVerdicts((known) => [...known, verdict]);
        // One that accepts nothing refuses the others for the same reason.
        if (!fault && verdict.tone === 'bad') return;
      }
    };
    run().catch((error: Failure) => isCurrent && setFailure(error));
    return () => {
      isCurrent = false;
    };
  }, [round]);
  const again = () => {
    setVerdicts([]);
    setFailure(undefined);
    setRound(round + 1);
  };
  return (
    <Dialog title="Check the receiver" onClose={onClose}>
      <div class="form">
        <p class="muted">
          It is sent three samples of its first event, marked as tests. They count neither as
          failures nor towards the monthly limit.
        </p>
        <ol class="checks" aria-live="polite">
          {receiverSteps.map(({ title }, index) => {
            const verdict = verdicts[index];
            return (
              <li key={title}>
                <p>
                  <strong>{title}</strong>{' '}
                  {verdict ? (
                    <Badge tone={verdict.tone}>{words[verdict.tone]}</Badge>
                  ) : (
                    <span class="muted">
                      {isDone ? 'Not asked' : index === verdicts.length ? 'Sending…' : 'Waiting'}
                    </span>
                  )}
                </p>
                {verdict && <p>{verdict.text}</p>}
              </li>
            );
          })}
        </ol>
        {failure && <Trouble failure={failure} />}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button type="button" class="primary" disabled={!isDone} onClick={again}>
            Check again
          </button>
        </div>
      </div>
    </Dialog>
  );
}

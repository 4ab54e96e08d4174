import type { WebhookTestResult } from '../../../../packages/client/models.ts';

/** A test of a receiver: what it is sent, and what is wrong with it on purpose. */
export interface ReceiverStep {
  readonly title: string;
  readonly fault?: 'signature' | 'age';
}

/** What a receiver has to do, in the order in which it is asked. */
export const receiverSteps: readonly ReceiverStep[] = [
  { title: 'Accepts an event' },
  { title: 'Refuses a wrong signature', fault: 'signature' },
  { title: 'Refuses an event of an hour ago', fault: 'age' },
];

/** Whether a step went well, and what to do if it did not. */
export interface Verdict {
  readonly tone: 'good' | 'wait' | 'bad';
  readonly text: string;
}

/** Milliseconds after which a receiver should have answered, to be far from the limit. */
const quick = 3_000;

/** What an answer of the receiver means. */
export function verdictOf(fault: ReceiverStep['fault'], result: WebhookTestResult): Verdict {
  return fault ? refusal(fault, result) : acceptance(result);
}

function acceptance({ delivered, statusCode, duration, error }: WebhookTestResult): Verdict {
  if (delivered && duration <= quick) return { tone: 'good', text: `It answers ${statusCode}.` };
  if (delivered) {
    return {
      tone: 'wait',
      text: `It answers ${statusCode}, but slowly: answer first, and do the work afterwards.`,
    };
  }
  return { tone: 'bad', text: `${error ?? ''} ${remedy(statusCode)}`.trim() };
}

function remedy(status: number): string {
  if (status === 0) return 'Check the address, and that the receiver is running.';
  if (status === 401 || status === 403 || status === 400) {
    return 'Check that it has the secret of this webhook, and verifies the body as it arrived, before it is parsed.';
  }
  if (status === 404 || status === 405) return 'Check the path, and that it takes POST requests.';
  if (status === 410) return 'It says that it wants nothing any more.';
  if (status >= 300 && status < 400) return 'Redirects are not followed: enter the final address.';
  return 'Look at the log of the receiver.';
}

function refusal(
  fault: NonNullable<ReceiverStep['fault']>,
  { delivered, statusCode, error }: WebhookTestResult,
): Verdict {
  if (statusCode >= 400 && statusCode < 500) {
    return { tone: 'good', text: `It answers ${statusCode}.` };
  }
  if (!delivered) return { tone: 'wait', text: `${error ?? ''} Answer with 401 instead.`.trim() };
  return {
    tone: 'bad',
    text:
      fault === 'signature'
        ? `It answers ${statusCode}, so anyone can send it made-up events. Verify the signature, and answer 401 if it is wrong.`
        : `It answers ${statusCode}, so a recorded event can be sent to it again. Refuse timestamps that differ by more than five minutes.`,
  };
}

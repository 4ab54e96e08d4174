import type { ChatEvent } from '../../../schema/chat.ts';
import { periodAt } from '../../../schema/plans.ts';
import { addAnswer, addQuestion } from '../../store/conversations.ts';
import { addUsage } from '../../store/usage.ts';
import type { Meter } from '../model/meter.ts';
import type { Accepted, AskTools } from './asking.ts';

/** Stores question and answer in one transaction. */
export async function storeTurn(
  { write, now, log }: AskTools,
  { question, org, turn, questionId, isNew, askedAt, started }: Accepted,
  ended: {
    readonly sent: readonly ChatEvent[];
    readonly meter: Meter;
    readonly firstText: number | undefined;
    /** The page that was nearest to a question without an answer. */
    readonly nearest: string | undefined;
    /** Aborted when the answer was stopped. */
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { project, body } = question;
  const { sent, meter, firstText, nearest, signal } = ended;
  const rests = sent.find((event) => event.type === 'citations');
  const { sources = [], passages = [], spans = [] } = rests ?? {};
  const status = sent.at(-1)?.type === 'done' ? 'completed' : 'failed';
  const of = { projectId: project.id, conversationId: turn.conversationId };
  try {
    await write(project.id, async (trx) => {
      await addQuestion(trx, {
        ...of,
        visitorId: body.visitorId,
        isNew,
        id: questionId,
        text: body.message,
        now: askedAt,
      });
      await addAnswer(trx, {
        ...of,
        orgId: project.org_id,
        id: turn.messageId,
        text: textOf(sent),
        status: signal.aborted ? 'stopped' : status,
        sources: JSON.stringify(sources),
        cited: spans.length > 0 ? JSON.stringify({ passages, spans }) : null,
        tokens: meter.tokens(),
        estimated: meter.estimated(),
        duration: performance.now() - started,
        firstText,
        nearest,
        period: periodAt(now(), org?.billing_anchor_day ?? null),
        now: now(),
      });
    });
  } catch (error) {
    log(`An answer of ${meter.tokens()} tokens could not be stored: ${String(error)}`);
    throw error;
  }
}

/**
 * Keeps a turn about a preview in memory: it is no record of the project. What it took of the month's tokens counts
 * anyway.
 */
export async function keepPassing(
  { passing, write, now, log }: AskTools,
  { question, org, turn }: Accepted,
  {
    key,
    sent,
    meter,
  }: { readonly key: string; readonly sent: readonly ChatEvent[]; readonly meter: Meter },
): Promise<void> {
  const { project, body } = question;
  const { conversationId } = turn;
  passing.add({ conversationId, visitorId: body.visitorId, key }, [
    { role: 'user', content: body.message },
    { role: 'assistant', content: textOf(sent) },
  ]);
  const units = meter.tokens();
  if (units === 0) return;
  const period = periodAt(now(), org?.billing_anchor_day ?? null);
  try {
    await write(project.id, (trx) =>
      addUsage(trx, project.org_id, { meter: 'tokens', period, units, now: now() }),
    );
  } catch (error) {
    log(`The ${units} tokens of an answer could not be counted: ${String(error)}`);
    throw error;
  }
}

function textOf(sent: readonly ChatEvent[]): string {
  return sent.map((event) => (event.type === 'text' ? event.content : '')).join('');
}

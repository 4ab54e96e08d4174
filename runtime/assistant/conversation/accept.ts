import { findConversation, lastMessages } from '../../store/conversations.ts';
import type { OrgRow } from '../../store/tables.ts';
import { historyWindow, questionLanguage } from '../model/prompt.ts';
import { readerPlace } from '../site/site.ts';
import type { Turn } from '../turn.ts';
import type { Accepted, AskedSite, AskTools, Question } from './asking.ts';

/** The conversation a question goes on with; its last turn is stored first. */
export async function knownConversation(
  { store, turns }: AskTools,
  { project, body: { conversationId, visitorId } }: Question,
) {
  if (conversationId === undefined) return undefined;
  await turns.endedOf(conversationId);
  const find = () => findConversation(store.db, project.id, conversationId, visitorId);
  const known = await find();
  if (known) return known;
  // Asked on while its first answer is written.
  await turns.storedOf({ projectId: project.id, conversationId, visitorId });
  return find();
}

/** Gives a question its ids, and looks up what was said before. */
export async function accept(
  { store, now, newId }: AskTools,
  question: Question,
  {
    asked,
    org,
    known,
  }: {
    readonly asked: AskedSite;
    readonly org: OrgRow | undefined;
    readonly known: string | undefined;
  },
): Promise<Accepted> {
  const { message } = question.body;
  const conversationId = known ?? newId('cnv');
  const questionId = newId('msg');
  const messageId = newId('msg');
  const history = known === undefined ? [] : historyWindow(await lastMessages(store.db, known, 20));
  const turn: Turn = {
    ...{ conversationId, messageId, history },
    question: message,
    language: questionLanguage(message, asked.site, question.acceptLanguage),
    visitor: question.visitor,
    site: asked.site,
    from: readerPlace(asked.site, question.body.page, question.visitor),
    settings: asked.settings,
  };
  const isNew = known === undefined;
  const started = performance.now();
  return { question, org, turn, questionId, isNew, askedAt: now(), started };
}

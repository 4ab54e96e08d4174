import { findConversation, lastMessages } from '../../store/conversations.ts';
import type { OrgRow } from '../../store/tables.ts';
import { historyWindow, questionLanguage, type Said } from '../model/prompt.ts';
import { readerPlace } from '../site/site.ts';
import type { Turn } from '../turn.ts';
import { type Accepted, type AskedSite, type AskTools, type Question, spaceOf } from './asking.ts';

/** A conversation that a question goes on with. */
interface Known {
  readonly id: string;
  readonly messages: () => Promise<readonly Said[]>;
}

/** The conversation a question goes on with; its last turn is stored first. */
export async function knownConversation(
  tools: AskTools,
  question: Question,
): Promise<Known | undefined> {
  const { conversationId, visitorId } = question.body;
  if (conversationId === undefined) return undefined;
  const { turns } = tools;
  await turns.endedOf(conversationId);
  const known = await find(tools, question, conversationId);
  if (known) return known;
  // Asked on while its first answer is written.
  await turns.storedOf({ projectId: spaceOf(question), conversationId, visitorId });
  return find(tools, question, conversationId);
}

async function find(
  { store: { db }, passing }: AskTools,
  { project, preview, body: { visitorId } }: Question,
  conversationId: string,
): Promise<Known | undefined> {
  if (preview) {
    const messages = passing.find({ conversationId, visitorId, key: preview.key });
    return messages && { id: conversationId, messages: async () => messages };
  }
  const row = await findConversation(db, project.id, conversationId, visitorId);
  return row && { id: row.id, messages: () => lastMessages(db, row.id, 20) };
}

/** Gives a question its ids, and looks up what was said before. */
export async function accept(
  { now, newId }: Pick<AskTools, 'now' | 'newId'>,
  question: Question,
  {
    asked,
    org,
    known,
  }: {
    readonly asked: AskedSite;
    readonly org: OrgRow | undefined;
    readonly known: Known | undefined;
  },
): Promise<Accepted> {
  const { message } = question.body;
  const conversationId = known?.id ?? newId('cnv');
  const questionId = newId('msg');
  const messageId = newId('msg');
  const history = known ? historyWindow(await known.messages()) : [];
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

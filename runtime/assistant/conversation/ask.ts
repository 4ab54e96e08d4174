import { ApiError } from '../../../schema/errors.ts';
import { findOrg } from '../../store/orgs.ts';
import { cannedModel } from '../model/canned.ts';
import { modelOf } from '../model/settings.ts';
import { accept, knownConversation } from './accept.ts';
import { startAnswer } from './answer.ts';
import type { AskedSite, AskTools, Question } from './asking.ts';
import { refuseSecrets } from './filter.ts';
import { refuseOverLimit } from './token-limit.ts';
import type { LiveTurn } from './turns.ts';

/** What answers in test mode. */
const canned = cannedModel();

/**
 * Accepts a question and starts its answer: the limits, the conversation, the month's tokens and the words of
 * the question are checked first.
 * @throws ApiError for what an HTTP status says
 */
export async function ask(
  tools: AskTools,
  question: Question,
  asked: AskedSite | undefined,
): Promise<{ readonly turn: LiveTurn; readonly headers: Readonly<Record<string, string>> }> {
  const { project, body } = question;
  if (!asked) throw new ApiError('NOT_FOUND', 'The assistant is not enabled for this project.');
  const headers = await tools.countVisitor(`${project.id} ${body.visitorId}`);
  const known = await knownConversation(tools, question);
  if (body.conversationId !== undefined && !known) {
    throw new ApiError('NOT_FOUND', 'Conversation not found.');
  }
  const org = await findOrg(tools.store.db, project.org_id);
  const isLive = project.livemode === 1;
  const model = isLive ? modelOf(tools.models, org, asked.settings) : canned;
  if (model && isLive) await refuseOverLimit(tools, org, project);
  refuseSecrets(body.message, tools.denied);

  const accepted = await accept(tools, question, { asked, org, known });
  await tools.ownMoment();
  return { turn: await startAnswer(tools, accepted, model), headers };
}

import type { PageRecord } from '../../../schema/build.ts';
import type { Wish } from './wish.ts';

/** What a section is for on its page, as far as its heading tells. */
type Role = 'authorization' | 'response' | 'error' | 'needs' | 'end' | 'body';

/** What it counts for a section to be of a role that is asked for, or is not. */
const bonus: Readonly<Record<Role, { readonly wanted: number; readonly unwanted: number }>> = {
  /** Every operation has one, with the words of all of them. */
  authorization: { wanted: 0, unwanted: -0.4 },
  /** What an operation responds with says little to who did not ask about it. */
  response: { wanted: 0.25, unwanted: -0.35 },
  error: { wanted: 0.25, unwanted: -0.35 },
  /** What is needed before tells nothing of how a thing is done, and the other way round. */
  needs: { wanted: 0.25, unwanted: -0.25 },
  /** What a page ends with. */
  end: { wanted: 0, unwanted: -0.25 },
  body: { wanted: 0, unwanted: 0 },
};

/** The status that a question is about. */
const askedStatus = 0.55;

/** What counts for or against all sentences of a section, by what it is for. */
export function bonusOfRole(
  trail: readonly string[],
  page: Pick<PageRecord, 'operation'>,
  wish: Wish,
): number {
  const role = roleOf(trail, page.operation === true);
  if (wish.statuses.includes(trail.at(-1) ?? '')) return askedStatus;
  return bonus[role][isWanted(role, wish) ? 'wanted' : 'unwanted'];
}

function isWanted(role: Role, wish: Wish): boolean {
  if (role === 'authorization') return wish.authorization;
  if (role === 'needs') return wish.needs || wish.kind !== 'steps';
  if (role !== 'response' && role !== 'error') return false;
  if (wish.statuses.length > 0) return false;
  return role === 'error' ? wish.error : wish.response;
}

function roleOf(trail: readonly string[], isOperation: boolean): Role {
  const heading = trail.at(-1)?.trim() ?? '';
  if (isOperation && /^authori[sz]ation$/i.test(heading)) return 'authorization';
  if (/^[1-3]\d\d$/.test(heading)) return 'response';
  if (/^[45]\d\d$/.test(heading)) return 'error';
  if (needs.test(heading)) return 'needs';
  return end.test(heading) ? 'end' : 'body';
}

const needs =
  /^\W*(?:\d+\W+)?(?:prerequisites?|requirements|before you (?:begin|start)|what you(?: will|['’]ll)? need|voraussetzungen|prérequis|requisitos(?: previos)?|vereisten|prerequisiti|前提条件|先决条件|准备工作|사전 요구 사항)\W*$/i;

const end =
  /^\W*(?:conclusion|next steps?|what['’]s next|see also|related(?: \w+){0,2}|further reading|learn more|references and .*|nächste schritte|siehe auch|étapes suivantes|voir aussi|próximos pasos|ver también|下一步|总结|相关(?:资源|阅读)|次のステップ|まとめ|다음 단계)\W*$/i;

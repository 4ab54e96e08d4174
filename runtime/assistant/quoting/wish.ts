import { aimOf } from '../../../pipeline/search/query.ts';
import { type AskedFor, askedFor } from './asked-for.ts';
import { exactFor } from './exact.ts';

/** What a question wants, as far as its own words tell. */
export interface Wish {
  readonly kind: AskedFor;
  /** What the answer looks like, where the question says it. */
  readonly exact: RegExp | undefined;
  /** What is needed before something is done. */
  readonly needs: boolean;
  /** How requests are authorized. */
  readonly authorization: boolean;
  /** What comes back, and what comes back when something fails. */
  readonly response: boolean;
  readonly error: boolean;
  /** HTTP statuses that it names, or that represent what it says went wrong. */
  readonly statuses: readonly string[];
  /** What something is or how it is done, rather than an operation of an API. */
  readonly explanation: boolean;
}

/** Reads what a question wants. */
export function wishOf(question: string): Wish {
  return {
    kind: askedFor(question),
    exact: exactFor(question),
    needs: needs.test(question),
    authorization: authorization.test(question),
    response: response.test(question),
    error: error.test(question),
    statuses: statusesOf(question),
    explanation: aimOf(question) === 'explanation',
  };
}

function statusesOf(question: string): readonly string[] {
  const named = question.match(/\b[1-5]\d\d\b/g);
  if (named) return named;
  if (!response.test(question) && !error.test(question)) return [];
  return meant.flatMap(([asked, status]) => (asked.test(question) ? [status] : []));
}

/** What people say for an HTTP status. */
const meant: readonly (readonly [asked: RegExp, status: string])[] = [
  [
    /\b(?:not|n['’]t|no longer) (?:exist|found|there)|\bunknown\b|(?:existiert|gibt es) nicht|nicht gefunden|n['’]existe pas|introuvable|no existe|不存在|找不到|未找到|存在しない|見つからない|존재하지/i,
    '404',
  ],
  [
    /\bunauth(?:ori[sz]ed|enticated)|\b(?:invalid|wrong|missing|expired|bad|no|without) (?:\w+ ){0,2}?(?:api keys?|keys?|tokens?|credentials?)\b|未授权|未认证|密钥无效/i,
    '401',
  ],
  [
    /\bforbidden\b|\b(?:not|n['’]t) (?:have )?(?:permission|allowed)|\bno permission|没有权限|无权/i,
    '403',
  ],
  [/\brate[ -]?limit|\btoo (?:many|often|fast)\b|\bthrottl|频率限制|太多请求|请求过多/i, '429'],
  [/\balready (?:exists?|taken|in use)|\bconflicts?\b|\bduplicates?\b|已存在|冲突/i, '409'],
  [/\btoo (?:large|big|long)\b|过大|太大/i, '413'],
];

const needs =
  /\b(?:needs?|needed|requires?|required|requirements?|prerequisites?|dependenc(?:y|ies)|before (?:I|we|you)|brauche|benötig|Voraussetzung|besoin|prérequis|necesit|requisito)|需要(?!在)|前提|必要/i;

const authorization =
  /auth|\btokens?\b|\bkeys?\b|\bcredentials?\b|\bbearer\b|\blog ?in\b|\bsign ?in\b|认证|鉴权|授权|密钥|認証|인증/i;

const response =
  /\breturn|\brespon[ds]|\breply|\boutput|\bresults?\b|\bstatus\b|gibt .*zurück|Antwort|renvoie|réponse|devuelve|respuesta|返回|响应|结果|レスポンス|戻り値|응답|반환/i;

const error =
  /\berrors?\b|\bfail|\bexceptions?\b|\binvalid\b|\bwrong\b|(?:\bnot|n['’]t) (?:exist|found|allowed|valid)|Fehler|erreur|错误|失败|不存在|エラー|오류/i;

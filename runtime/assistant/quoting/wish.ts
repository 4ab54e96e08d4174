import { asksForExplanation } from '../../../pipeline/search/query.ts';
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
  /** HTTP statuses that it names. */
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
    statuses: question.match(/\b[1-5]\d\d\b/g) ?? [],
    explanation: asksForExplanation(question),
  };
}

const needs =
  /\b(?:needs?|needed|requires?|required|requirements?|prerequisites?|dependenc(?:y|ies)|before (?:I|we|you)|brauche|benötig|Voraussetzung|besoin|prérequis|necesit|requisito)|需要(?!在)|前提|必要/i;

const authorization =
  /auth|\btokens?\b|\bkeys?\b|\bcredentials?\b|\bbearer\b|\blog ?in\b|\bsign ?in\b|认证|鉴权|授权|密钥|認証|인증/i;

const response =
  /\breturn|\brespon[ds]|\breply|\boutput|\bresults?\b|\bstatus\b|gibt .*zurück|Antwort|renvoie|réponse|devuelve|respuesta|返回|响应|结果|レスポンス|戻り値|응답|반환/i;

const error =
  /\berrors?\b|\bfail|\bexceptions?\b|\binvalid\b|\bwrong\b|(?:\bnot|n['’]t) (?:exist|found|allowed|valid)|Fehler|erreur|错误|失败|不存在|エラー|오류/i;

import type { ChatEvent, Citation } from '../../schema/chat.ts';
import { ApiError } from '../../schema/errors.ts';
import { cleaned } from './clean.ts';
import { breathe } from './limits.ts';
import { linkPolicy } from './links.ts';
import { passageOf } from './passage.ts';
import { type AssistantSite, placeOf, type SearchResult } from './site.ts';
import { findPages, type ToolContext } from './tools.ts';
import type { Turn } from './turn.ts';

/** Share of the threshold that further passages must reach. */
const beside = 0.7;

/** Passages of one answer, and the characters after which no further one begins. */
const most = { passages: 3, length: 3500 } as const;

/**
 * Answers without a language model, by the same protocol: searches, says plainly that it quotes, quotes
 * the passages that fit best with their headings and code, and cites them; says that it found nothing
 * when nothing is near enough.
 */
export async function* answerByQuoting(
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, readonly Citation[]> {
  const { site, visitor } = turn;
  const words = wordsOf(turn.language);
  const found: SearchResult[] = [];
  for (const [index, query] of queriesOf(turn).entries()) {
    const callId = `call_${index + 1}`;
    const tool = 'search_docs';
    yield { type: 'tool_call', tool, input: { query, limit: 5 }, callId };
    try {
      const results = await findPages(turn satisfies ToolContext, query, 5);
      yield { type: 'tool_result', tool, callId, results: results.length };
      const { threshold } = site.search;
      // One page must have enough confidence; others of similar rank need less to be worth quoting.
      if (results.some(({ confidence }) => confidence >= threshold)) {
        found.push(...results.filter(({ confidence }) => confidence >= threshold * beside));
      }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'UNAVAILABLE';
      yield { type: 'tool_result', tool, callId, error: code };
      yield { type: 'text', content: words.broken };
      return [];
    }
    if (signal.aborted || found.length > 0) break;
  }
  if (signal.aborted) signal.throwIfAborted();
  if (found.length === 0) {
    yield { type: 'text', content: words.nothing };
    return [];
  }
  const policy = linkPolicy(site, visitor);
  yield { type: 'text', content: words.quoting };
  const sources: Citation[] = [];
  let length = 0;
  for (const result of found.slice(0, most.passages)) {
    if (length > most.length) break;
    // Each passage is some milliseconds of work.
    await breathe();
    const page = site.record(result.path);
    if (!page) continue;
    const passage = cleaned(passageOf(page, await site.markdown(page), result.anchor), policy);
    if (passage.trim() === '') continue;
    length += passage.length;
    const url = placeOf(site, page.path, result.anchor);
    sources.push({ path: page.path, title: page.title, url });
    yield {
      type: 'text',
      content: `\n\n### [${escaped(titleOf(site, result))}](${url.replace(/[()]/g, encodeURIComponent)})\n\n${passage.trim()}`,
    };
  }
  if (sources.length === 0) yield { type: 'text', content: `\n\n${words.nothing}` };
  return sources;
}

/** The question; behind a short one that finds nothing, the one before it. */
function queriesOf(turn: Turn): string[] {
  const before = turn.history.findLast(({ role }) => role === 'user')?.content;
  return before === undefined ? [turn.question] : [turn.question, `${before} ${turn.question}`];
}

function titleOf(site: AssistantSite, { path, title, anchor, trail }: SearchResult): string {
  const heading = trail.at(-1) ?? site.record(path)?.headings.find(({ id }) => id === anchor)?.text;
  return heading && heading !== title ? `${title} › ${heading}` : title;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}

interface Words {
  readonly quoting: string;
  readonly nothing: string;
  readonly broken: string;
}

/** The assistant's own words, by language. */
const table: Readonly<Record<string, Words>> = {
  en: {
    quoting: 'Here is what the documentation says. These passages match your question best:',
    nothing:
      'I found nothing in this documentation that answers your question. Try other words, or a name that the pages may use.',
    broken: "I can't search the documentation right now. Try again in a moment.",
  },
  zh: {
    quoting: '以下内容逐字引自文档，是与您的问题最相关的段落：',
    nothing: '在本文档中没有找到能回答这个问题的内容。请换一种说法，或使用文档中可能出现的名称。',
    broken: '目前无法搜索文档，请稍后再试。',
  },
  ja: {
    quoting: 'ドキュメントからそのまま引用します。質問に最も近い箇所は次のとおりです：',
    nothing:
      'このドキュメントには、質問に答える内容が見つかりませんでした。別の言葉でお試しください。',
    broken: '現在ドキュメントを検索できません。しばらくしてからもう一度お試しください。',
  },
  ko: {
    quoting: '문서를 그대로 인용합니다. 질문에 가장 가까운 부분은 다음과 같습니다:',
    nothing: '이 문서에서 질문에 대한 답을 찾지 못했습니다. 다른 말로 다시 물어보세요.',
    broken: '지금은 문서를 검색할 수 없습니다. 잠시 후 다시 시도하세요.',
  },
  de: {
    quoting: 'Ich zitiere die Dokumentation wörtlich. Diese Stellen passen am besten zur Frage:',
    nothing:
      'In dieser Dokumentation habe ich nichts gefunden, das die Frage beantwortet. Versuchen Sie andere Worte.',
    broken:
      'Die Dokumentation lässt sich gerade nicht durchsuchen. Versuchen Sie es gleich noch einmal.',
  },
  fr: {
    quoting: 'Je cite la documentation mot pour mot. Voici les passages les plus proches :',
    nothing:
      'Je n’ai rien trouvé dans cette documentation qui réponde à la question. Essayez d’autres mots.',
    broken: 'La recherche dans la documentation est indisponible. Réessayez dans un instant.',
  },
  es: {
    quoting: 'Cito la documentación palabra por palabra. Estos pasajes son los más cercanos:',
    nothing:
      'No he encontrado nada en esta documentación que responda a la pregunta. Pruebe con otras palabras.',
    broken: 'Ahora no es posible buscar en la documentación. Inténtelo de nuevo en un momento.',
  },
};

function wordsOf(language: string): Words {
  return table[language] ?? table[language.split('-')[0] ?? 'en'] ?? (table.en as Words);
}

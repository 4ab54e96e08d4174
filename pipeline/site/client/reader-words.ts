/** Words of what a server adds to a page. */
export interface Words {
  readonly ask: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly close: string;
  readonly fresh: string;
  readonly retry: string;
  readonly copy: string;
  readonly copied: string;
  readonly sources: string;
  readonly helpful: string;
  readonly yes: string;
  readonly no: string;
  readonly comment: string;
  readonly sendComment: string;
  readonly thanks: string;
  readonly notSent: string;
  readonly searching: string;
  readonly reading: string;
  readonly listing: string;
  readonly thinking: string;
  readonly stopped: string;
  readonly failed: string;
  readonly busy: string;
  readonly support: string;
  readonly you: string;
  readonly found: string;
  readonly welcome: string;
}

const names = [
  ...['ask', 'placeholder', 'send', 'stop', 'close', 'fresh', 'retry', 'copy', 'copied', 'sources'],
  ...[
    'helpful',
    'yes',
    'no',
    'comment',
    'sendComment',
    'thanks',
    'notSent',
    'searching',
    'reading',
  ],
  ...['listing', 'thinking', 'stopped', 'failed', 'busy', 'support', 'you', 'found', 'welcome'],
];

// In the order of the names; `{}` is what is searched, read or counted.
const table: Readonly<Record<string, string>> = {
  en: 'Ask|Ask a question…|Send|Stop|Close|New conversation|Try again|Copy code|Copied|Sources|Was this page helpful?|Yes|No|What could be better? (optional)|Send|Thank you for telling us.|That could not be sent. Try again later.|Searching for “{}”|Reading {}|Looking through the pages|Thinking…|Stopped.|The answer could not be completed.|Too many questions at once. Try again in a minute.|Ask our support|You|{} pages found|Ask anything about this documentation.',
  de: 'Fragen|Stellen Sie eine Frage …|Senden|Anhalten|Schließen|Neues Gespräch|Noch einmal|Code kopieren|Kopiert|Quellen|War diese Seite hilfreich?|Ja|Nein|Was könnte besser sein? (freiwillig)|Senden|Danke für Ihre Rückmeldung.|Das ließ sich nicht senden. Versuchen Sie es später.|Sucht nach „{}“|Liest {}|Sieht die Seiten durch|Denkt nach …|Angehalten.|Die Antwort ließ sich nicht beenden.|Zu viele Fragen auf einmal. Versuchen Sie es in einer Minute.|Support fragen|Sie|{} Seiten gefunden|Fragen Sie alles zu dieser Dokumentation.',
  fr: 'Demander|Posez une question…|Envoyer|Arrêter|Fermer|Nouvelle conversation|Réessayer|Copier le code|Copié|Sources|Cette page vous a-t-elle aidé ?|Oui|Non|Que pourrait-on améliorer ? (facultatif)|Envoyer|Merci de votre retour.|L’envoi a échoué. Réessayez plus tard.|Recherche de « {} »|Lecture de {}|Parcours des pages|Réflexion…|Arrêté.|La réponse n’a pas pu être terminée.|Trop de questions à la fois. Réessayez dans une minute.|Contacter le support|Vous|{} pages trouvées|Posez vos questions sur cette documentation.',
  es: 'Preguntar|Haga una pregunta…|Enviar|Detener|Cerrar|Nueva conversación|Reintentar|Copiar código|Copiado|Fuentes|¿Le ha servido esta página?|Sí|No|¿Qué se podría mejorar? (opcional)|Enviar|Gracias por su respuesta.|No se pudo enviar. Inténtelo más tarde.|Buscando «{}»|Leyendo {}|Revisando las páginas|Pensando…|Detenido.|No se pudo completar la respuesta.|Demasiadas preguntas a la vez. Inténtelo en un minuto.|Contactar con soporte|Usted|{} páginas encontradas|Pregunte lo que quiera sobre esta documentación.',
  pt: 'Perguntar|Faça uma pergunta…|Enviar|Parar|Fechar|Nova conversa|Tentar de novo|Copiar código|Copiado|Fontes|Esta página foi útil?|Sim|Não|O que poderia ser melhor? (opcional)|Enviar|Obrigado pelo retorno.|Não foi possível enviar. Tente mais tarde.|Pesquisando “{}”|Lendo {}|Percorrendo as páginas|Pensando…|Parado.|A resposta não pôde ser concluída.|Perguntas demais de uma vez. Tente em um minuto.|Falar com o suporte|Você|{} páginas encontradas|Pergunte o que quiser sobre esta documentação.',
  zh: '提问|输入您的问题…|发送|停止|关闭|新对话|重试|复制代码|已复制|来源|此页面对您有帮助吗？|有|没有|还有什么可以改进？（选填）|发送|感谢您的反馈。|发送失败，请稍后再试。|正在搜索“{}”|正在阅读 {}|正在浏览页面|思考中…|已停止。|未能完成回答。|提问过于频繁，请一分钟后再试。|联系支持|您|找到 {} 个页面|欢迎就本文档提问。',
  ja: '質問する|質問を入力…|送信|停止|閉じる|新しい会話|再試行|コードをコピー|コピーしました|出典|このページは役に立ちましたか？|はい|いいえ|改善できる点（任意）|送信|ご意見ありがとうございます。|送信できませんでした。後でもう一度お試しください。|「{}」を検索中|{} を読んでいます|ページを確認中|考えています…|停止しました。|回答を完了できませんでした。|質問が多すぎます。1 分後にお試しください。|サポートに連絡|あなた|{} ページ見つかりました|このドキュメントについて質問してください。',
  ko: '질문하기|질문을 입력하세요…|보내기|중지|닫기|새 대화|다시 시도|코드 복사|복사됨|출처|이 페이지가 도움이 되었나요?|예|아니요|개선할 점 (선택)|보내기|의견 감사합니다.|보내지 못했습니다. 나중에 다시 시도하세요.|“{}” 검색 중|{} 읽는 중|페이지 살펴보는 중|생각 중…|중지됨.|답변을 완료하지 못했습니다.|질문이 너무 많습니다. 1분 후 다시 시도하세요.|지원팀에 문의|나|{}개 페이지 찾음|이 문서에 대해 무엇이든 물어보세요.',
};

/** The words of a language, English where there are none. */
export function wordsOf(language: string): Words {
  const english = (table.en ?? '').split('|');
  const words = (table[language.split('-')[0] ?? 'en'] ?? table.en ?? '').split('|');
  return Object.fromEntries(
    names.map((name, index) => [name, words[index] ?? english[index] ?? name]),
  ) as unknown as Words;
}

/** Puts a value where a word's `{}` stands. */
export function fill(word: string, value: string | number): string {
  return word.replace('{}', () => String(value));
}

const codeSpan = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g;
/** Words that deny, in the languages that have some of their own. */
export const negation =
  /\b(?:not|no|never|cannot|without|none|neither|nicht|kein\w*|nie|niemals|ohne|pas|jamais|sans|aucune?|nunca|sin|ningun[ao]?|ningún|non|mai|senza|não|sem|niet|geen|nooit|zonder|inte|aldrig|nie|bez)\b|n['’]t\b|(?<![\p{L}])(?:не|нет|нельзя|без|немає|không|tidak|bukan)(?![\p{L}])|不(?!断|同|仅|少|过|僅|斷|過)|没有|沒有|无法|無法|无需|無需|未(?!来|來)|禁止|ない|ません|できず|않|없|못/iu;

/** Prose without the marks of Markdown; code is handed out. */
export function proseOf(markdown: string, onCode: (code: string) => void): string {
  return markdown
    .replace(codeSpan, (_all, _ticks, code: string) => {
      onCode(code.trim());
      return ' ';
    })
    .replace(/!?\[([^\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#\d+);/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/(?<![\p{L}\p{N}])[*_~]+|[*_~]+(?![\p{L}\p{N}])|\*\*/gu, ' ');
}

/** Words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu) ?? []
  );
}

/** Without any space. */
export function compacted(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}

/** As code is compared: case, quotes, escapes and runs of spaces make no difference. */
export function flattened(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\\([|<>{}[\]*_`])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

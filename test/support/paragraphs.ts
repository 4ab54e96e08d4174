import { Parser } from 'htmlparser2';

/** Places where a browser would end a paragraph before its closing tag, each with the text around it. */
export function brokenParagraphs(html: string): readonly string[] {
  const found: string[] = [];
  const parser = new Parser({
    onclosetag(name, isImplied) {
      if (name !== 'p' || !isImplied) return;
      found.push(html.slice(Math.max(0, parser.startIndex - 80), parser.startIndex + 80));
    },
  });
  parser.end(html);
  return found;
}

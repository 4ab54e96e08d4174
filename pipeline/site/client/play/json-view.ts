import { element } from '../element.ts';

const token =
  /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Indented JSON with its keys, texts and other values set apart; texts become text, never markup. */
export function jsonView(text: string): DocumentFragment {
  const view = document.createDocumentFragment();
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    view.append(text.slice(at, match.index));
    const kind = quoted === undefined ? 'value' : colon === undefined ? 'text' : 'key';
    view.append(element('span', { class: `play-json-${kind}` }, quoted ?? whole), colon ?? '');
    at = match.index + whole.length;
  }
  view.append(text.slice(at));
  return view;
}

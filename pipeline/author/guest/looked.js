// Content that a component looked into, and whether it shows what it found.

import { isElement, isSlot } from './element.js';

/** Whether what a component made has all of a content that it looked into: its words, or the Markdown in it. */
export function showsAll(made, content) {
  const words = [];
  const shown = new Set();
  const visit = (node) => {
    if (typeof node === 'string') words.push(node);
    else if (node.k !== undefined) shown.add(node.k);
    else for (const inner of node.c ?? node.kept ?? []) visit(inner);
  };
  made.forEach(visit);
  const wanted = { words: [], slots: [] };
  look(content, wanted);
  const isShown = wanted.slots.length > 0 && wanted.slots.every((id) => shown.has(id));
  return isShown || letters(words).includes(letters(wanted.words));
}

function look(value, wanted) {
  if (Array.isArray(value)) for (const item of value) look(item, wanted);
  else if (typeof value === 'string' || typeof value === 'number') wanted.words.push(value);
  else if (isElement(value)) {
    if (isSlot(value.type)) wanted.slots.push(value.props.id);
    look(value.props.children, wanted);
  }
}

/** Components put signs around words, and leave out space. */
function letters(words) {
  return words.join('').replace(/[^\p{L}\p{N}]+/gu, '');
}

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** What an editor of JSON does and how it looks. */
export function extensions(isReadOnly: boolean): Extension {
  return [
    ...[history(), json(), indentOnInput(), bracketMatching()],
    shared('docs.json', isReadOnly),
    keymap.of(historyKeymap),
  ];
}

/** A text that is read: to scroll, to search and to fold. */
export function reading(label: string): Extension {
  return shared(label, true);
}

function shared(label: string, isReadOnly: boolean): Extension {
  return [
    ...[foldGutter(), lineNumbers(), lintGutter(), drawSelection()],
    ...[search({ top: true }), highlightSelectionMatches()],
    ...[highlightActiveLine(), highlightActiveLineGutter(), syntaxHighlighting(colors), look],
    // Tab is not among the keys: it moves on, as everywhere on the page.
    keymap.of([...searchKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Editable text has the focus without it, but not every checker knows.
      tabindex: '0',
      ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
    }),
  ];
}

const colors = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--heading)', fontWeight: '600' },
  { tag: [tags.tagName, tags.attributeName], color: 'var(--note-ink)' },
  { tag: tags.link, color: 'var(--accent-text)' },
  { tag: tags.monospace, color: 'var(--warning-ink)' },
  { tag: tags.meta, color: 'var(--muted)' },
  { tag: tags.propertyName, color: 'var(--note-ink)' },
  { tag: tags.string, color: 'var(--accent-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning-ink)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger-ink)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--bg)', blockSize: '100%' },
  // The frame around it shows the focus.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.8125rem', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--heading)', paddingBlock: '0.5rem' },
  '.cm-cursor': { borderInlineStartColor: 'var(--heading)' },
  '.cm-gutters': {
    ...{ color: 'var(--muted)', backgroundColor: 'var(--bg)', border: '0' },
    paddingInlineStart: '0.25rem',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--heading)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--active)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--hit)' },
  '.cm-searchMatch': { backgroundColor: 'var(--hit)', outline: '0' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--check-border)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--hover)' },
  '.cm-foldPlaceholder': {
    ...{ color: 'var(--muted)', backgroundColor: 'var(--subtle)' },
    borderColor: 'var(--border)',
  },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--subtle)' },
  '.cm-panels.cm-panels-top': { borderBlockEnd: '1px solid var(--border)' },
  '.cm-textfield, .cm-button': {
    ...{ color: 'var(--text)', backgroundColor: 'var(--bg)', backgroundImage: 'none' },
    ...{ border: '1px solid var(--line)', borderRadius: '6px' },
  },
  '.cm-tooltip': {
    ...{ color: 'var(--text)', backgroundColor: 'var(--bg)', borderRadius: '8px' },
    ...{ border: '1px solid var(--border)', boxShadow: 'var(--shadow)', maxInlineSize: '36rem' },
  },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', padding: '0.375rem 0.75rem' },
  '.cm-diagnostic-error': { borderInlineStartColor: 'var(--danger-ink)' },
  '.cm-diagnostic-warning': { borderInlineStartColor: 'var(--warning-ink)' },
  '.cm-diagnostic-info': { borderInlineStartColor: 'var(--note-ink)' },
});

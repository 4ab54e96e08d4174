import { foldService } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import type { DeploymentProblem } from '../../../../packages/client/models.ts';
import { problemCountsOf } from '../../../../schema/problem-counts.ts';
import { Found } from '../parts/found.tsx';
import { Icon } from '../parts/icon.tsx';
import { reading } from '../settings/extensions.ts';
import { mdx } from './language.ts';
import { sectionEnds } from './sections.ts';

export interface SourceProps {
  readonly file: string;
  readonly text: string;
  /** Left out where nothing is known of problems. */
  readonly problems?: readonly DeploymentProblem[] | undefined;
  /** The line to show; a new object shows it again. */
  readonly shown?: { readonly line: number } | undefined;
}

/** The file of a page to read and to search, with what is wrong at its place. */
export function SourceEditor({ file, text, problems, shown }: SourceProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>();
  useEffect(() => {
    if (!host.current) return undefined;
    // As in the settings: in a shadow root its styles are objects, which the policy of the page allows.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const ends = sectionEnds(text.split('\n'));
    const state = EditorState.create({
      doc: text,
      extensions: [
        reading(file),
        mdx,
        EditorView.lineWrapping,
        foldService.of(({ doc }, from) => {
          const line = doc.lineAt(from);
          const end = ends.get(line.number);
          return end === undefined ? null : { from: line.to, to: doc.line(end).to };
        }),
      ],
    });
    const opened = new EditorView({ parent: root, root, state });
    view.current = opened;
    return () => opened.destroy();
  }, [file, text]);
  // What is read again leaves the editor as it is.
  useEffect(() => {
    const opened = view.current;
    if (!opened) return;
    const { state } = opened;
    opened.dispatch(setDiagnostics(state, diagnosticsOf(problems ?? [], state.doc)));
  }, [file, text, problems]);
  useEffect(() => {
    const opened = view.current;
    if (!opened || !shown) return;
    const { from } = opened.state.doc.line(Math.min(shown.line, opened.state.doc.lines));
    opened.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    host.current?.scrollIntoView({ block: 'center' });
    opened.focus();
  }, [shown]);
  return (
    <div class="code">
      <div class="code-head">
        <span>{file}</span>
        {problems && <Found counts={problemCountsOf(problems)} />}
        <span class="spread" />
        <button
          type="button"
          class="quiet"
          onClick={() => view.current && openSearchPanel(view.current)}
        >
          <Icon name="search" size={14} /> Find
        </button>
      </div>
      <div class="source-editor" dir="ltr" ref={host} />
    </div>
  );
}

/** Each problem from its place to the end of its line; one without a line is not part of the text. */
function diagnosticsOf(problems: readonly DeploymentProblem[], doc: Text): Diagnostic[] {
  return problems.flatMap(({ line, column, severity, message, fix, code }) => {
    if (line === undefined) return [];
    const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return {
      from: Math.min(from + Math.max(0, (column ?? 1) - 1), to),
      to,
      severity: severity === 'note' ? 'info' : severity,
      source: code,
      message: [message, fix].filter(Boolean).join(' '),
    } as const;
  });
}

import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Finding } from './check-text.ts';
import type { Checked } from './checker.ts';
import type { Draft } from './draft.ts';
import { sentence } from './findings.tsx';

/** The text itself, with what is wrong at its line. */
export function Editor({
  draft,
  checked,
  selected,
}: {
  readonly draft: Draft;
  readonly checked: Checked | undefined;
  /** The place to show; a new object shows it again. */
  readonly selected: Pick<Finding, 'from' | 'to'> | undefined;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>();
  useEffect(() => {
    if (!host.current) return undefined;
    // The editor makes its own styles. In a shadow root they are objects: the policy of the page does not
    // allow elements of styles.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const opened = new EditorView({
      ...{ parent: root, root, state: draft.state },
      dispatchTransactions: (changes, own) => {
        // First, so that the text is checked while the editor shows it.
        const last = changes.at(-1);
        if (last) draft.take(last.state);
        own.update(changes);
      },
    });
    draft.show(opened);
    view.current = opened;
    return () => {
      draft.show(undefined);
      view.current = undefined;
      opened.destroy();
    };
  }, [draft]);
  // In the same frame as the list of problems.
  useLayoutEffect(() => {
    const shown = view.current;
    if (!shown || checked?.text !== draft.text) return;
    shown.dispatch(setDiagnostics(shown.state, checked.findings.map(asDiagnostic)));
  }, [checked, draft]);
  useEffect(() => {
    const shown = view.current;
    if (!shown || !selected) return;
    const end = shown.state.doc.length;
    shown.dispatch({
      selection: { anchor: Math.min(selected.from, end), head: Math.min(selected.to, end) },
      effects: EditorView.scrollIntoView(Math.min(selected.from, end), { y: 'center' }),
    });
    shown.focus();
  }, [selected]);
  return <div class="editor" ref={host} />;
}

function asDiagnostic({ severity, reason, note, from, to, code }: Finding): Diagnostic {
  return {
    ...{ from, to: Math.max(from, to), source: code },
    severity: severity === 'note' ? 'info' : severity,
    message: `${sentence(reason)} ${note}`,
  };
}

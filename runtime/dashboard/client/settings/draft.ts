import { isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { type ChangeSpec, EditorState, type Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { extensions } from './extensions.ts';

/** Called after each change of a text. What was typed is on the screen already; the page can wait for its check. */
type Watcher = (change: { readonly isTyped: boolean }) => void;

/**
 * A text that is being edited, with its history. Forms and the editor of the text change the same one, so
 * that a change in either can be undone in both.
 */
export class Draft {
  #state: EditorState;
  #text: string;
  #view: EditorView | undefined;
  readonly #watchers = new Set<Watcher>();
  #isTyped = true;

  constructor(text: string, { isReadOnly }: { readonly isReadOnly: boolean }) {
    this.#state = EditorState.create({ doc: text, extensions: extensions(isReadOnly) });
    this.#text = this.#state.doc.toString();
  }

  get state(): EditorState {
    return this.#state;
  }

  get text(): string {
    return this.#text;
  }

  get canUndo(): boolean {
    return undoDepth(this.#state) > 0;
  }

  get canRedo(): boolean {
    return redoDepth(this.#state) > 0;
  }

  /** Lets an editor show the text, until it is closed. */
  show(view: EditorView | undefined): void {
    this.#view = view;
  }

  /** What the editor did; those who watch want to know of another text, not of the caret. */
  take(state: EditorState): void {
    const isSame = state.doc === this.#state.doc;
    this.#state = state;
    if (isSame) return;
    this.#text = state.doc.toString();
    for (const watcher of [...this.#watchers]) watcher({ isTyped: this.#isTyped });
  }

  /** Changes parts of the text; several changes within a moment are undone together, unless `alone`. */
  change(changes: ChangeSpec, { alone = false, isTyped = false } = {}): void {
    this.#dispatch(
      this.#state.update({
        changes,
        userEvent: 'input.form',
        ...(alone ? { annotations: isolateHistory.of('full') } : {}),
      }),
      isTyped,
    );
  }

  /** Puts another text in its place, which can be undone. */
  replace(text: string): void {
    this.change({ from: 0, to: this.#state.doc.length, insert: text }, { alone: true });
  }

  undo(): void {
    undo({ state: this.#state, dispatch: (change) => this.#dispatch(change) });
  }

  redo(): void {
    redo({ state: this.#state, dispatch: (change) => this.#dispatch(change) });
  }

  /** Calls back after each change of the text. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  #dispatch(change: Transaction, isTyped = false): void {
    this.#isTyped = isTyped;
    try {
      if (this.#view) this.#view.dispatch(change);
      else this.take(change.state);
    } finally {
      // What comes from the editor alone was typed.
      this.#isTyped = true;
    }
  }
}

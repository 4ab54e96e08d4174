import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Segment } from '../../../../packages/client/models.ts';
import type { Failure } from '../ask.ts';
import { Badge } from '../parts/small.tsx';

interface RowProps {
  readonly segment: Segment;
  readonly language: string;
  readonly isCurrent: boolean;
  readonly isEditing: boolean;
  readonly isSaving: boolean;
  readonly mayEdit: boolean;
  readonly failure: Failure | undefined;
  readonly onOpen: () => void;
  readonly onSave: (target: string) => void;
  readonly onCancel: () => void;
}

/** A segment: what the source says, and next to it what the translation says. */
export function SegmentRow(props: RowProps) {
  const { segment, language, isCurrent, isEditing, mayEdit, onOpen } = props;
  const { index, kind, name, source, target, marks, state } = segment;
  return (
    <li
      class={`segment ${state}`}
      data-segment={index}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent}
    >
      <div class="segment-side">
        <div class="segment-head muted">
          {kind === 'prose' ? <span class="segment-name">{name}</span> : <code>{name}</code>}
        </div>
        <p dir="auto">
          <Marked text={source} marks={marks} />
        </p>
      </div>
      <div class="segment-side">
        <div class="segment-head muted">
          <code>{language}</code>
          {state === 'changed' && <Badge tone="wait">Source changed</Badge>}
          {state === 'untranslated' && <Badge tone="bad">In the source language</Badge>}
          {!isEditing && mayEdit && (
            <button
              type="button"
              class="quiet"
              tabIndex={-1}
              aria-label={`Edit segment ${index + 1}`}
              onClick={onOpen}
            >
              Edit
            </button>
          )}
        </div>
        {isEditing ? (
          <TargetForm {...props} />
        ) : target === null ? (
          <p class="muted">Not translated</p>
        ) : (
          <p dir="auto" lang={language}>
            <Marked text={target} marks={marks} />
          </p>
        )}
      </div>
    </li>
  );
}

function TargetForm({ segment, language, isSaving, failure, onSave, onCancel }: RowProps) {
  const { index, target, marks, source } = segment;
  const [text, setText] = useState(target ?? '');
  const ref = useRef<HTMLTextAreaElement>(null);
  // Before the next key arrives: whoever opens it goes on typing.
  useLayoutEffect(() => {
    ref.current?.focus();
    ref.current?.setSelectionRange(text.length, text.length);
  }, []);
  const save = () => onSave(text.trim());
  /** Puts a mark where the cursor is; one that surrounds words goes around what is selected. */
  const insert = (mark: string) => {
    const field = ref.current;
    if (!field) return;
    const chosen = field.value.slice(field.selectionStart, field.selectionEnd);
    const written = mark.startsWith('x') ? `<${mark}/>` : `<${mark}>${chosen}</${mark}>`;
    field.setRangeText(written, field.selectionStart, field.selectionEnd, 'end');
    setText(field.value);
    field.focus();
  };
  const id = `segment-${index}`;
  return (
    <form
      class="segment-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={ref}
        lang={language}
        dir="auto"
        rows={Math.min(12, Math.max(2, Math.ceil(source.length / 60) + 1))}
        maxLength={20_000}
        aria-label={`Translation of segment ${index + 1}`}
        aria-invalid={failure !== undefined}
        aria-describedby={failure ? `${id}-error` : undefined}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            onCancel();
          } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            save();
          }
        }}
      />
      {failure && (
        <p id={`${id}-error`} class="segment-error" role="alert">
          {failure.message}
        </p>
      )}
      <Marks text={text} marks={marks} onInsert={insert} />
      <div class="buttons">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" class="primary" aria-busy={isSaving}>
          Save and go on <kbd>{isApple() ? '⌘' : 'Ctrl'} ↵</kbd>
        </button>
      </div>
    </form>
  );
}

/** The marks of the source: each is put into the translation with a press. */
function Marks({
  text,
  marks,
  onInsert,
}: Pick<Segment, 'marks'> & {
  readonly text: string;
  readonly onInsert: (mark: string) => void;
}) {
  if (Object.keys(marks).length === 0) return null;
  return (
    <fieldset class="marks">
      <legend class="hidden">Marks of the source</legend>
      {Object.entries(marks).map(([mark, meaning]) => (
        <button
          key={mark}
          type="button"
          class={hasMark(text, mark) ? 'quiet' : 'quiet missing'}
          title={hasMark(text, mark) ? 'It is in the translation.' : 'It is missing.'}
          aria-label={`Insert ${mark}, ${meaning}`}
          onClick={() => onInsert(mark)}
        >
          <code>{mark}</code> <bdi class="muted">{meaning}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

function hasMark(text: string, mark: string): boolean {
  return text.includes(`<${mark}/>`) || text.includes(`<${mark}>`);
}

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Words with their marks: what is kept as it is written, and the beginning and end of what surrounds words. */
function Marked({ text, marks }: { readonly text: string; readonly marks: Segment['marks'] }) {
  return (
    <>
      {text.split(/(<\/?[xg]\d+\/?>)/).map((part, at) => {
        const [, closing, mark = ''] = /^<(\/?)([xg]\d+)\/?>$/.exec(part) ?? [];
        const meaning = Object.hasOwn(marks, mark) ? marks[mark] : undefined;
        if (meaning === undefined) return part;
        const isKept = mark.startsWith('x');
        return (
          <bdi key={`${at} ${mark}`} class={isKept ? 'mark kept' : 'mark'} title={meaning}>
            {isKept ? meaning : closing ? `${mark.slice(1)}›` : `‹${mark.slice(1)}`}
          </bdi>
        );
      })}
    </>
  );
}

import { Icon } from '../../parts/icon.tsx';
import type { Finding } from '../check-text.ts';
import { isFields, useForm } from './form.ts';
import { ErrorList } from './frame.tsx';
import { addable, kinds, nameOfRow, type TreeRow } from './tree.ts';

interface RowProps {
  readonly row: TreeRow;
  readonly isClosed: boolean;
  /** What is wrong with it, and in it where no other row shows it. */
  readonly found: readonly Finding[] | undefined;
  readonly onToggle: () => void;
  readonly onDrag: () => void;
  readonly onDragEnd: () => void;
  /** Asks for another way to move it. */
  readonly onMove: () => void;
  readonly onKey: (key: string) => boolean;
  readonly onEdit: () => void;
  readonly onAdd: (key: string) => void;
}

/** An entry of the navigation as a row of its tree. */
export function Row(props: RowProps) {
  const { set, isReadOnly } = useForm();
  const { row, isClosed, found, onToggle } = props;
  const { path, name: place, depth, kind, isPage } = row;
  const name = nameOfRow(row);
  const rename = (next: string) => set(isPage ? path : [...path, kind.label], next);
  return (
    <li class={`tree-row depth-${Math.min(depth, 6)}`} data-path={place} data-row={place}>
      <div class="tree-line">
        {!isReadOnly && <Handle {...props} />}
        {row.hasEntries || isClosed ? (
          <button
            type="button"
            class={isClosed ? 'icon-button fold' : 'icon-button fold open'}
            aria-expanded={!isClosed}
            aria-label={`Entries of ${name || kind.word}`}
            onClick={onToggle}
          >
            <Icon name="chevron" />
          </button>
        ) : (
          <span class="fold" />
        )}
        <span class={isPage ? 'tree-kind muted' : 'tree-kind badge info'}>
          {isPage ? 'Page' : kind.word}
        </span>
        <input
          class="tree-name"
          aria-label={`Name of ${place}`}
          disabled={isReadOnly}
          value={name}
          onInput={({ currentTarget }) => rename(currentTarget.value)}
        />
        {!isReadOnly && <RowButtons {...props} />}
      </div>
      <ErrorList found={found} />
    </li>
  );
}

/** Moves the entry: dragged with a mouse, by arrow keys, or in a dialog. */
function Handle({
  row,
  onMove,
  onDrag,
  onDragEnd,
  onKey,
}: Pick<RowProps, 'row' | 'onMove' | 'onDrag' | 'onDragEnd' | 'onKey'>) {
  return (
    <button
      type="button"
      class="icon-button handle"
      draggable
      data-handle={row.name}
      aria-label={`Move ${nameOfRow(row) || row.kind.word}`}
      aria-haspopup="dialog"
      onClick={onMove}
      onDragStart={(event) => {
        const line = event.currentTarget.parentElement;
        event.dataTransfer?.setData('text/plain', row.name);
        if (line) event.dataTransfer?.setDragImage(line, 16, 16);
        onDrag();
      }}
      onDragEnd={onDragEnd}
      onKeyDown={(event) => {
        if (onKey(event.key)) event.preventDefault();
      }}
    >
      ⠿
    </button>
  );
}

function RowButtons({ row, onAdd, onEdit }: Pick<RowProps, 'row' | 'onAdd' | 'onEdit'>) {
  const { set } = useForm();
  const name = nameOfRow(row);
  return (
    <span class="tree-buttons">
      {!row.isPage && (
        <Adder label={`Add to ${name}`} choices={addable(row)} onAdd={onAdd} isSmall />
      )}
      {!row.isPage && isFields(row.value) && (
        <button
          type="button"
          class="icon-button"
          aria-label={`Details of ${name}`}
          onClick={onEdit}
        >
          <Icon name="settings" />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={`Remove ${name}`}
        onClick={() => set(row.path, undefined)}
      >
        <Icon name="trash" />
      </button>
    </span>
  );
}

/** Adds an entry of the kind that is chosen. */
export function Adder({
  label,
  choices,
  onAdd,
  isSmall = false,
}: {
  readonly label: string;
  readonly choices: readonly string[];
  readonly onAdd: (key: string) => void;
  readonly isSmall?: boolean;
}) {
  return (
    <select
      class={isSmall ? 'adder small' : 'adder'}
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        if (currentTarget.value) onAdd(currentTarget.value);
        currentTarget.value = '';
      }}
    >
      <option value="">{isSmall ? '+' : label}</option>
      {choices.map((key) => (
        <option key={key} value={key}>
          {kinds[key]?.word}
        </option>
      ))}
      {choices.includes('pages') && !choices.includes('groups') && (
        <option value="pages:group">Group</option>
      )}
    </select>
  );
}

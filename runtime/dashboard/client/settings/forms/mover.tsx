import { Dialog } from '../../parts/dialog.tsx';
import type { Path } from './edit.ts';
import { nameOf } from './form.ts';
import { insideOf } from './landing.ts';
import { canBeIn, nameOfRow, type TreeRow } from './tree.ts';

/** Moves an entry of the navigation by buttons: for fingers, and for whoever drags nothing. */
export function Mover({
  row,
  rows,
  onMove,
  onClose,
}: {
  readonly row: TreeRow | undefined;
  readonly rows: readonly TreeRow[];
  readonly onMove: (list: Path, index: number) => void;
  readonly onClose: () => void;
}) {
  if (!row) return null;
  const { list, index, count } = row;
  const rowAt = (path: Path) => rows.find(({ name }) => name === nameOf(path));
  const outer = rowAt(list.slice(0, -1));
  const canLeave = outer !== undefined && canBeIn(row, outer.list);
  const owners = rows.filter((one) => one !== outer && insideOf(row, one) !== undefined);
  const name = nameOfRow(row) || row.kind.word;
  return (
    <Dialog title={`Move “${name}”`} onClose={onClose}>
      <p class="muted" role="status">
        {index + 1} of {count} {outer ? `in “${nameOfRow(outer)}”` : 'at the top'}
      </p>
      <div class="move-buttons">
        <button type="button" disabled={index === 0} onClick={() => onMove(list, index - 1)}>
          Up
        </button>
        <button
          type="button"
          disabled={index === count - 1}
          onClick={() => onMove(list, index + 1)}
        >
          Down
        </button>
        <button
          type="button"
          disabled={!canLeave}
          onClick={() => outer && onMove(outer.list, outer.index + 1)}
        >
          Out of {outer ? `“${nameOfRow(outer)}”` : 'its group'}
        </button>
      </div>
      {owners.length > 0 && (
        <label class="field">
          <span>To the end of</span>
          <select
            value=""
            onChange={({ currentTarget: { value } }) => {
              const owner = owners.find((one) => one.name === value);
              const end = owner && insideOf(row, owner);
              if (end) onMove(end.list, end.index);
            }}
          >
            <option value="">Choose…</option>
            {owners.map((one) => (
              <option key={one.name} value={one.name}>
                {nameOfRow(one) || one.kind.word}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

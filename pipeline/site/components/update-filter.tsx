import type { UpdateEntry } from '../../../schema/site.ts';

/** The tags of a changelog as buttons, which a script makes work; nothing to choose from one tag. */
export function UpdateFilter({
  updates,
  label,
}: {
  readonly updates: readonly UpdateEntry[];
  readonly label: string;
}) {
  const all = [...new Set(updates.flatMap(({ tags }) => tags))];
  if (all.length < 2) return null;
  return (
    <fieldset class="update-filter" aria-label={label}>
      {all.map((tag) => (
        <button key={tag} type="button" class="dc-badge dc-badge-gray" aria-pressed="false">
          {tag}
        </button>
      ))}
    </fieldset>
  );
}

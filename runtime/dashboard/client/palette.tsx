import { useEffect, useState } from 'preact/hooks';
import type { PageItem, Project } from '../../../packages/client/models.ts';
import { address } from './ask.ts';
import { useApi } from './cache.ts';
import { type Goal, goalOfId, pageGoals } from './goals.ts';
import { Dialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import { go, to } from './place.ts';

/** How well words fit what is typed: 0 not at all. Letters in order are enough; beginnings count more. */
export function closeness(title: string, typed: string): number {
  const text = title.toLowerCase();
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return 1;
  if (text.startsWith(wanted)) return 4;
  if (text.split(/\W+/).some((word) => word.startsWith(wanted))) return 3;
  if (text.includes(wanted)) return 2;
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 1;
}

interface PaletteProps {
  readonly project: Project | undefined;
  readonly projects: readonly Project[];
  /** Goals that need no request. */
  readonly known: readonly Goal[];
  readonly onClose: () => void;
}

/** Goes anywhere: sections and their parts, pages, projects, whatever has the id that is pasted; and what can be done. */
export function Palette({ onClose, ...places }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useFound(places, typed);
  const current = Math.min(at, found.length - 1);
  const open = (goal: Goal | undefined) => {
    if (!goal) return;
    onClose();
    if ('href' in goal.open) go(goal.open.href);
    else goal.open.run();
  };
  return (
    <Dialog title="Go to" kind="palette" onClose={onClose}>
      <div class="palette-field">
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label="Go to"
          aria-expanded="true"
          aria-controls="goals"
          aria-activedescendant={found.length > 0 ? `goal-${current}` : undefined}
          placeholder="Section, page, project, id or action"
          autoComplete="off"
          spellcheck={false}
          value={typed}
          autoFocus
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step) {
              event.preventDefault();
              setAt((current + step + found.length) % Math.max(1, found.length));
            }
            if (event.key === 'Enter') open(found[current]);
          }}
        />
      </div>
      <div id="goals" role="listbox" aria-label="Places" class="goals">
        {found.map((goal, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={`${goal.kind} ${goal.title}`}
            id={`goal-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            class="goal"
            onClick={() => open(goal)}
          >
            <Icon name={goal.icon} />
            <span>{goal.title}</span>
            {goal.kind && <span class="muted">{goal.kind}</span>}
            {goal.keys && <kbd>{goal.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="muted nothing">Nothing has this name.</p>}
    </Dialog>
  );
}

/** What fits the typed words: an id first, then names by how well they fit, then pages. */
function useFound(
  { project, projects, known }: Omit<PaletteProps, 'onClose'>,
  typed: string,
): readonly Goal[] {
  // Names beyond the first hundred are found by their slug.
  const slug = /^[\w-]{2,100}$/.test(typed) ? typed.toLowerCase() : undefined;
  const named = useApi<readonly Project[]>(slug && `/projects?slug=${slug}`);
  const others = (named.data ?? []).filter(({ id }) => !projects.some((one) => one.id === id));
  const pages = useFoundPages(project, typed);
  const byId = project && goalOfId(typed, project);
  const close = [...known, ...[...projects, ...others].map(goalOfProject)]
    .map((goal) => ({ goal, fits: closeness(goal.title, typed) }))
    .filter(({ fits }) => fits > 0)
    .sort((a, b) => b.fits - a.fits)
    .map(({ goal }) => goal);
  return [...(byId ? [byId] : []), ...close.slice(0, 50), ...pages];
}

function goalOfProject({ name, slug }: Project): Goal {
  const open = { href: to(['p', slug, 'overview']) };
  return { title: name, icon: 'rocket', kind: 'Project', open };
}

/** Milliseconds without a key, after which pages are searched for. */
const pause = 150;

/** Pages that have what is typed in their path or title, once it is two letters long. */
function useFoundPages(project: Project | undefined, typed: string): readonly Goal[] {
  const [asked, setAsked] = useState('');
  const words = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  const isAsked = project !== undefined && asked.length > 1 && asked.length <= 200;
  const path = isAsked
    ? address(`/projects/${project.id}/pages`, { search: asked, perPage: 8 })
    : undefined;
  const pages = useApi<readonly PageItem[]>(path);
  return project && asked === words ? pageGoals(project, pages.data ?? []) : [];
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../../schema/errors.ts';
import { type Answered, ask, Failure } from '../ask.ts';
import { type FileType, partsOf, save } from '../exporting.ts';
import { count, many } from '../words.ts';
import { Icon } from './icon.tsx';
import { say } from './toast.tsx';

/** Most rows of one export: what a browser holds with ease. A larger one is a matter for the API. */
const mostExported = 100_000;

/** Seconds that an export waits for its turn; beyond them it is no limit of a minute, but one of a plan. */
const mostWaited = 300;

/** The rows of a whole list, as far as one export goes; how far it is after each of its parts. */
export async function readAll<Row>(
  path: string,
  {
    most = mostExported,
    onPart = () => true,
    onWait = waited,
  }: {
    readonly most?: number;
    /** False ends it. */
    readonly onPart?: (done: number, total: number) => boolean;
    /** Waits that many seconds, since there were too many requests; false ends it. */
    readonly onWait?: (seconds: number) => Promise<boolean>;
  } = {},
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const rows: Row[] = [];
  let next: string | undefined = path;
  let total = 0;
  while (next !== undefined && rows.length < most) {
    const part: Answered<Row[]> | number = await partOrWait<Row>(next);
    if (typeof part === 'number') {
      if (await onWait(part)) continue;
      break;
    }
    rows.push(...part.data.slice(0, most - rows.length));
    total = Math.max(part.total, rows.length);
    if (!onPart(rows.length, total)) break;
    next = part.next;
  }
  return { rows, total };
}

/** A part of a list, or the seconds after which it may be asked for. */
async function partOrWait<Row>(path: string): Promise<Answered<Row[]> | number> {
  try {
    return await ask('GET', path);
  } catch (error) {
    const seconds = error instanceof Failure && error.status === 429 ? error.retryAfter : undefined;
    if (seconds === undefined || seconds > mostWaited) throw error;
    return seconds;
  }
}

const second = () => new Promise<void>((resolve) => setTimeout(resolve, 1000));

/** Waits, and says each second how long it still takes; false when it was ended meanwhile. */
async function waited(
  seconds: number,
  onSecond: (left: number) => boolean = () => true,
): Promise<boolean> {
  for (let left = seconds; left > 0; left--) {
    if (!onSecond(left)) return false;
    await second();
  }
  return onSecond(0);
}

type ExportedRow = Readonly<Record<string, unknown>>;

interface Progress {
  readonly done: number;
  readonly total: number;
  /** Seconds that it waits for its turn. */
  readonly wait?: number;
}

/** What is exported: the rows that are known already, and then those of a list. */
interface Exported {
  readonly path?: string;
  readonly rows?: readonly object[];
  readonly name: string;
}

/** Lets the page draw and take input. */
const rest = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Saves a whole list as CSV or JSON, whatever of it is shown; or the rows that are known already. */
export function Export({
  about,
  ...exported
}: Exported & {
  /** What is exported, for screen readers, if a page has several exports. */
  readonly about?: string;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { progress, begin, cancel } = useExport(exported);
  if (progress) return <Running progress={progress} onCancel={cancel} />;
  const run = (type: FileType) => {
    if (menu.current) menu.current.open = false;
    void begin(type);
  };
  return (
    <details ref={menu} class="menu">
      <summary class="button">
        <Icon name="download" /> Export
        {about && <span class="hidden"> {about}</span>}
      </summary>
      <div class="menu-items">
        <button type="button" onClick={() => run('csv')}>
          As CSV
        </button>
        <button type="button" onClick={() => run('json')}>
          As JSON
        </button>
      </div>
    </details>
  );
}

/** One export at a time; it ends when it is cancelled, or with the page. */
function useExport({ path, rows: known = [], name }: Exported) {
  const [progress, setProgress] = useState<Progress>();
  /** The run that goes on; another one, or none, ends it. */
  const current = useRef<object>();
  useEffect(
    () => () => {
      current.current = undefined;
    },
    [],
  );
  const begin = async (type: FileType) => {
    const own = {};
    current.current = own;
    const isCurrent = () => current.current === own;
    const show = (next: (now: Progress | undefined) => Progress | undefined) => {
      if (isCurrent()) setProgress(next);
      return isCurrent();
    };
    show(() => ({ done: 0, total: 0 }));
    try {
      const further = path === undefined ? { rows: [], total: 0 } : await readShown(path, show);
      const rows = [...known.map((row) => ({ ...row })), ...further.rows];
      const parts = isCurrent() ? await partsOf(rows, type, rest) : [];
      if (!isCurrent()) return;
      save(`${name}.${type}`, parts, type === 'csv' ? 'text/csv' : 'application/json');
      say(
        further.total > further.rows.length
          ? `Exported the first ${count(rows.length)} of ${count(further.total)} rows. The API has all of them.`
          : `Exported ${many(rows.length, 'row')}.`,
      );
    } catch (error) {
      if (isCurrent()) say(messageOf(error), { isBad: true });
    }
    show(() => undefined);
  };
  const cancel = () => {
    current.current = undefined;
    setProgress(undefined);
  };
  return { progress, begin, cancel };
}

/** Reads a list; `show` shows how far that is, and answers false once it has been cancelled. */
function readShown(
  path: string,
  show: (next: (now: Progress | undefined) => Progress | undefined) => boolean,
) {
  return readAll<ExportedRow>(path, {
    onPart: (done, total) => show(() => ({ done, total: Math.min(total, mostExported) })),
    onWait: (seconds) => waited(seconds, (wait) => show((now) => now && { ...now, wait })),
  });
}

function Running({
  progress: { done, total, wait },
  onCancel,
}: {
  readonly progress: Progress;
  readonly onCancel: () => void;
}) {
  return (
    <span class="actions">
      <span class="muted" role="status">
        {total > 0 ? `${count(done)} of ${count(total)}` : 'Reading…'}
        {wait !== undefined && ', waiting: too many requests'}
      </span>
      {wait !== undefined && (
        <span class="muted" role="timer">
          Goes on in {many(wait, 'second')}
        </span>
      )}
      <button type="button" onClick={onCancel}>
        Cancel export
      </button>
    </span>
  );
}

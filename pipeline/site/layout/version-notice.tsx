import type { JSX } from 'preact';
import type { NavContainer } from '../../../schema/site.ts';
import { fillLabel } from '../fill-label.ts';
import { Glyph } from './glyph.tsx';
import { endScript } from './scripts.ts';
import type { View } from './view.ts';

/** What is said above the pages of a version that ends. */
export function VersionNotice({ view }: { view: View }): JSX.Element | null {
  const container = view.containers.find((item) => item.kind === 'version');
  const version = container?.version;
  if (!container || !version) return null;
  const ends = Date.parse(version.sunsetDate ?? '');
  const ended = view.tools.now !== undefined && ends <= view.tools.now.getTime();
  const state = ended ? 'eol' : stateOf(version);
  const notice = noticed.has(state) && <Notice of={container} state={state} view={view} />;
  if (state === 'eol' || Number.isNaN(ends)) return notice || null;
  // The day may come before the next build: the browser takes the other notice then.
  return (
    <>
      {notice}
      <template data-ends={ends}>
        <Notice of={container} state="eol" view={view} />
      </template>
      <script dangerouslySetInnerHTML={{ __html: endScript }} />
    </>
  );
}

/** States that have a banner. */
const noticed: ReadonlySet<string> = new Set(['maintenance', 'deprecated', 'eol']);

type Version = NonNullable<NavContainer['version']>;

/** A version whose author says when it ends, or what its banner says, is on its way out. */
function stateOf({ lifecycle, sunsetDate, deprecationMessage }: Version): string {
  const isOutgoing = sunsetDate !== undefined || deprecationMessage !== undefined;
  return lifecycle ?? (isOutgoing ? 'deprecated' : 'active');
}

function Notice(props: {
  readonly of: NavContainer;
  readonly state: string;
  readonly view: View;
}): JSX.Element {
  const { of: container, state, view } = props;
  const { deprecationMessage, migrationUrl } = container.version ?? {};
  return (
    <div class={`version-notice version-${state}`} role="note">
      <Glyph name="warning" size={18} />
      <p>
        {deprecationMessage ?? noticeText(container, state, view)}
        {migrationUrl && (
          <>
            {' '}
            <a href={view.link(migrationUrl)}>{view.labels.migrationGuide}</a>
          </>
        )}
      </p>
    </div>
  );
}

function noticeText(item: NavContainer, state: string, { labels, language }: View): string {
  const { sunsetDate } = item.version ?? {};
  const time = sunsetDate === undefined ? Number.NaN : Date.parse(sunsetDate);
  const known = !Number.isNaN(time);
  const date = known
    ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
    : '';
  const label =
    state === 'eol'
      ? labels[known ? 'endedSince' : 'ended']
      : state === 'maintenance'
        ? labels.fixesOnly
        : labels[known ? 'outgoingUntil' : 'outgoing'];
  return fillLabel(label, { version: item.label, date });
}

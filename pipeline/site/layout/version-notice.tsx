import type { JSX } from 'preact';
import type { NavContainer } from '../../../schema/site.ts';
import { fillLabel } from '../words.ts';
import { Glyph } from './glyph.tsx';
import type { View } from './view.ts';

/** What is said above the pages of a version that ends. */
export function VersionNotice({ view }: { view: View }): JSX.Element | null {
  const container = view.containers.find((item) => item.kind === 'version');
  const version = container?.version;
  if (!container || !version) return null;
  const ended =
    version.sunsetDate !== undefined &&
    view.tools.now !== undefined &&
    Date.parse(version.sunsetDate) <= view.tools.now.getTime();
  const state = ended ? 'eol' : version.lifecycle;
  if (state !== 'deprecated' && state !== 'eol' && state !== 'maintenance') return null;
  const message = version.deprecationMessage ?? noticeText(container, state, view);
  return (
    <div class={`version-notice version-${state}`} role="note">
      <Glyph name="warning" size={18} />
      <p>
        {message}
        {version.migrationUrl && (
          <>
            {' '}
            <a href={view.link(version.migrationUrl)}>{view.labels.migrationGuide}</a>
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

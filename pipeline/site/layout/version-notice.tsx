import type { JSX } from 'preact';
import type { NavContainer } from '../../../schema/site.ts';
import { Glyph } from './glyph.tsx';
import type { View } from './view.ts';

/** What is said above the pages of a version that ends (S3-25). */
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
  const message = version.deprecationMessage ?? noticeText(container, state, version.sunsetDate);
  return (
    <div class={`version-notice version-${state}`} role="note">
      <Glyph name="warning" size={18} />
      <p>
        {message}
        {version.migrationUrl && (
          <>
            {' '}
            <a href={view.link(version.migrationUrl)}>Migration guide</a>
          </>
        )}
      </p>
    </div>
  );
}

function noticeText(item: NavContainer, state: string, sunset: string | undefined): string {
  const day = sunset ? sunset.slice(0, 10) : '';
  if (state === 'eol') return `${item.label} is no longer supported${day ? ` since ${day}` : ''}.`;
  if (state === 'maintenance') return `${item.label} receives fixes only.`;
  return `${item.label} is deprecated${day ? ` and ends on ${day}` : ''}.`;
}

import type { ComponentChildren } from 'preact';
import type { Failure } from '../ask.ts';
import { refresh } from '../cache.ts';
import { Icon, type IconName } from './icon.tsx';
import { Copy } from './small.tsx';

/** What is shown while there is nothing, and what to do about it. */
export function Empty({
  icon,
  title,
  children,
  action,
  isPage = false,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
  /** There is nothing else on the page. */
  readonly isPage?: boolean;
}) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div class="empty">
      <Icon name={icon} size={24} />
      <Title tabIndex={isPage ? -1 : undefined}>{title}</Title>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Lines in the place of what is still on its way. */
export function Waiting({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div class="waiting" role="status">
      <span class="hidden">Loading…</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="bone" />
      ))}
    </div>
  );
}

/** What to do about a failure, where the API's own words don't say it. */
function remedy({ code, status }: Pick<Failure, 'code' | 'status'>): string {
  if (code === 'OFFLINE') return 'It appears by itself once the server answers.';
  if (status === 401) return 'Sign in again.';
  if (status === 403) return 'Ask an owner of the organization for a role that may do this.';
  if (status === 404) return 'It may have been deleted. Go back to the list.';
  if (status === 409 || status === 412) return 'Load it again, and repeat the change.';
  if (status === 429) return 'Wait a minute, then try again.';
  if (code === 'INTERNAL_ERROR')
    return 'Try again. If it stays, look for the request in the server’s log.';
  return '';
}

/** A failure with everything that helps: the API's words, the fields that it means, and what to do. */
export function Trouble({
  failure,
  retry = false,
}: {
  readonly failure: Failure;
  readonly retry?: boolean;
}) {
  const { message, details, requestId, status } = failure;
  const extra = details.filter((detail) => detail.message !== message);
  return (
    <div class="trouble" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          {message} {remedy(failure)}
        </p>
        {extra.length > 0 && (
          <ul>
            {extra.map((detail) => (
              <li key={`${detail.path} ${detail.message}`}>
                {detail.path && <code>{detail.path}</code>} {detail.message}
              </li>
            ))}
          </ul>
        )}
        {requestId !== undefined && status >= 500 && (
          <p class="muted">
            Request <Copy text={requestId} />
          </p>
        )}
      </div>
      {retry && (
        <button type="button" onClick={() => refresh()}>
          Try again
        </button>
      )}
    </div>
  );
}

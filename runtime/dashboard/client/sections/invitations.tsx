import type { Invitation } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { Export } from '../parts/export.tsx';
import { attempt } from '../parts/failing.ts';
import { Time } from '../parts/small.tsx';

/** The invitations that no one has accepted yet, if there are any. */
export function Invitations() {
  const { data = [] } = useApi<readonly Invitation[]>('/invitations?perPage=100');
  if (data.length === 0) return null;
  return (
    <section class="card">
      <div class="filters">
        <h2>Invited</h2>
        <span class="spread" />
        <Export path="/invitations?perPage=100" name="invitations" about="invitations" />
      </div>
      <ul class="lines invited">
        {data.map(({ id, email, role, languages, expiresAt }) => (
          <li key={id}>
            <span>
              {email ?? 'The first owner'}{' '}
              <span class="muted">
                as {role}
                {languages && ` for ${languages.join(', ')}`}
              </span>
            </span>
            <span class="actions">
              <span class="muted">
                ends <Time at={expiresAt} />
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={`Withdraw the invitation of ${email ?? 'the first owner'}`}
                onClick={() =>
                  void attempt(() => ask('DELETE', `/invitations/${id}`)).then(() =>
                    refresh('/invitations'),
                  )
                }
              >
                Withdraw
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { DeploymentProblem, PageDetails } from '../../../../packages/client/models.ts';
import { severityNames, severityTones } from '../parts/found.tsx';
import { Badge } from '../parts/small.tsx';
import { Source } from '../source/source.tsx';
import { count } from '../words.ts';

/** The file of a page as it was built, to read, below what is wrong in it. */
export function PageSource({
  page: { source, problemList },
  shown,
  onShow,
}: {
  readonly page: PageDetails;
  readonly shown: { readonly line: number } | undefined;
  readonly onShow: (line: number) => void;
}) {
  return (
    <section>
      <h3>Source</h3>
      {problemList.length > 0 && (
        <Problems problems={problemList} onShow={source ? onShow : undefined} />
      )}
      {source ? (
        <Source file={source.file} text={source.text} problems={problemList} shown={shown} />
      ) : (
        <p class="muted">
          The file of the live deployment is not on this server, or it is too large to show here.
        </p>
      )}
    </section>
  );
}

function Problems({
  problems,
  onShow,
}: {
  readonly problems: readonly DeploymentProblem[];
  /** Leads to a line, where there is a source. */
  readonly onShow: ((line: number) => void) | undefined;
}) {
  return (
    <ul class="at-line">
      {problems.map(({ code, line, column, message, fix, severity }) => (
        <li key={`${code} ${line} ${column} ${message}`} class={`is-${severity}`}>
          <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge>{' '}
          {line !== undefined && onShow && (
            <button type="button" class="quiet" onClick={() => onShow(line)}>
              Line {count(line)}
            </button>
          )}{' '}
          {message} {fix && <span class="muted">{fix}</span>} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

import { Fragment } from 'preact';
import type { DeploymentProblem, PageDetails } from '../../../../packages/client/models.ts';
import { problemCountsOf } from '../../../../schema/problem-counts.ts';
import { Found, severityNames, severityTones } from '../parts/found.tsx';
import { Badge } from '../parts/small.tsx';

/** The file of a page as it was built, to read; each problem is below the line that it is about. */
export function PageSource({ page }: { readonly page: PageDetails }) {
  const { source, problemList } = page;
  if (!source) {
    return (
      <section>
        <h3>Source</h3>
        {problemList.length > 0 && <Problems problems={problemList} />}
        <p class="muted">
          The file of the live deployment is not on this server, or it is too large to show here.
        </p>
      </section>
    );
  }
  const lines = source.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const byLine = Map.groupBy(problemList, ({ line }) => Math.min(line ?? 0, lines.length));
  const general = byLine.get(0) ?? [];
  return (
    <section>
      <h3>Source</h3>
      {general.length > 0 && <Problems problems={general} />}
      <div class="code">
        <div class="code-head plain">
          <span>{source.file}</span>
          <Found counts={problemCountsOf(problemList)} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys have to reach it. */}
        <section class="source" tabIndex={0} aria-label={source.file} dir="ltr">
          {lines.map((text, index) => {
            const problems = byLine.get(index + 1);
            return (
              <Fragment key={index}>
                <code
                  id={`source-${index + 1}`}
                  tabIndex={-1}
                  data-line={index + 1}
                  class={problems && `wrong is-${worstOf(problems)}`}
                >
                  {text || ' '}
                </code>
                {problems && <Problems problems={problems} />}
              </Fragment>
            );
          })}
        </section>
      </div>
    </section>
  );
}

function Problems({ problems }: { readonly problems: readonly DeploymentProblem[] }) {
  return (
    <ul class="at-line">
      {problems.map(({ code, line, column, message, fix, severity }) => (
        <li key={`${code} ${line} ${column} ${message}`} class={`is-${severity}`}>
          <Badge tone={severityTones[severity]}>{severityNames[severity]}</Badge> {message}{' '}
          {fix && <span class="muted">{fix}</span>} <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

function worstOf(problems: readonly DeploymentProblem[]): DeploymentProblem['severity'] {
  const { errors, warnings } = problemCountsOf(problems);
  return errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'note';
}

/** Leads to a line of the source that is shown. */
export function showLine(line: number): void {
  const shown = document.getElementById(`source-${line}`);
  shown?.scrollIntoView({ block: 'center' });
  shown?.focus({ preventScroll: true });
}

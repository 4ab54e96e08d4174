import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isConfigFile } from '../../../schema/config/file.ts';
import type { Problem } from '../../../schema/errors.ts';
import { Glyph } from './glyph.tsx';
import { dismissedScript } from './scripts.ts';
import { shortHash } from './short-hash.ts';

/** What a notice needs to know of the author's files and editor. */
export interface NoticeTools {
  /** Address that opens a place of a file in the author's editor, where there is one. */
  readonly open: (
    file: string,
    at: { readonly line: number; readonly column: number },
  ) => string | undefined;
  /** Text of a file, for the line of a problem. */
  readonly textOf: (file: string) => string | undefined;
}

/** How many problems are listed before the others are folded. */
const unfolded = 3;

/** `1 problem to fix`. */
function countToFix(problems: readonly unknown[]): string {
  return `${problems.length} problem${problems.length === 1 ? '' : 's'} to fix`;
}

/** What `docent dev` shows above a page that has problems; '' when it has none. */
export function problemNotice(problems: readonly Problem[], tools: NoticeTools): string {
  if (problems.length === 0) return '';
  const worst = problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  // What is wrong in docs.json is on every page: there it takes one line.
  const elsewhere = problems.filter((problem) => problem.severity !== 'error' && isOfSite(problem));
  const here = problems.filter((problem) => !elsewhere.includes(problem));
  // The page is what its author wants to see: several problems take a few lines each.
  const alone = problems.length === 1;
  return renderToString(
    // In English, whatever language the page is in.
    <section
      class={`dc-problems problems-${worst}`}
      lang="en"
      dir="ltr"
      aria-label={countToFix(problems)}
      data-problems={keyOf(problems)}
    >
      <style dangerouslySetInnerHTML={{ __html: noticeStyle }} />
      <div class="problems-head">
        <Glyph name="warning" size={18} />
        <p>{countToFix(problems)}</p>
        <button type="button" class="problems-close" aria-label="Dismiss until the next change">
          <Glyph name="close" size={16} />
        </button>
      </div>
      {here.length > 0 && (
        <ProblemList problems={here.slice(0, unfolded)} tools={tools} withLines={alone} />
      )}
      <Folded problems={here.slice(unfolded)} tools={tools} name="more" />
      <Folded problems={elsewhere} tools={tools} name="in docs.json" />
      <script dangerouslySetInnerHTML={{ __html: dismissedScript }} />
    </section>,
  );
}

/** Problems of `docs.json` and of the files that it includes. */
export function isOfSite({ file, source }: Problem): boolean {
  return source === 'config' || isConfigFile(file);
}

function Folded(props: {
  readonly problems: readonly Problem[];
  readonly tools: NoticeTools;
  readonly name: string;
}): JSX.Element | null {
  const { problems, tools, name } = props;
  if (problems.length === 0) return null;
  return (
    <details>
      <summary>
        <Glyph name="chevron" size={14} />
        {problems.length} {name}
      </summary>
      <ProblemList problems={problems} tools={tools} withLines={false} />
    </details>
  );
}

/**
 * A document for `docent dev` as long as there is no site to show: what is wrong. It asks the same stream
 * as the pages whether something has changed.
 */
export function renderProblems(
  problems: readonly Problem[],
  tools: NoticeTools,
  build: number,
): string {
  const count = countToFix(problems);
  const html = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>{count}</title>
        <style dangerouslySetInnerHTML={{ __html: documentStyle + noticeStyle }} />
        <script dangerouslySetInnerHTML={{ __html: reloadScript(build) }} />
      </head>
      <body>
        <main>
          <h1>The site can’t be shown yet</h1>
          <p class="page-lead">It appears here once these problems are fixed.</p>
          <section class="dc-problems" aria-label={count}>
            <div class="problems-head">
              <Glyph name="warning" size={18} />
              <p>{count}</p>
            </div>
            <ProblemList problems={problems} tools={tools} withLines={true} />
          </section>
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(html)}`;
}

/** Problems with their places, each of which opens in the editor. */
function ProblemList(props: {
  readonly problems: readonly Problem[];
  readonly tools: NoticeTools;
  readonly withLines: boolean;
}): JSX.Element {
  return (
    <ol class="problem-list">
      {props.problems.map((problem) => (
        <ProblemItem
          key={problem}
          problem={problem}
          tools={props.tools}
          withLine={props.withLines}
        />
      ))}
    </ol>
  );
}

function ProblemItem(props: {
  readonly problem: Problem;
  readonly tools: NoticeTools;
  readonly withLine: boolean;
}): JSX.Element {
  const { problem, tools, withLine } = props;
  const { file, place, severity, reason, note } = problem;
  const { line, column } = place?.start ?? { line: 1, column: 1 };
  const where = `${file || 'the site'}${place ? `:${line}:${column}` : ''}`;
  const href = file === '' ? undefined : tools.open(file, { line, column });
  return (
    <li class={`dc-problem problem-${severity}`} data-place={where}>
      <p class="problem-reason">{reason}</p>
      <p class="problem-where">
        {href === undefined ? <span>{where}</span> : <a href={href}>{where}</a>}
        <span class="problem-code">{problem.ruleId}</span>
      </p>
      {note && <p class="problem-next">{note}</p>}
      {withLine && place && <ProblemLine text={tools.textOf(file)} place={place} />}
    </li>
  );
}

/** Characters of a line that are shown, most of them behind the place. */
const widest = 160;

/** The line of the place, with the place marked. */
function ProblemLine(props: {
  readonly text: string | undefined;
  readonly place: NonNullable<Problem['place']>;
}): JSX.Element | null {
  const { start, end } = props.place;
  const line = props.text?.split(/\r\n|\n|\r/)[start.line - 1];
  if (line === undefined || line.trim() === '') return null;
  const from = Math.max(0, start.column - 1 - 40);
  const stop = end.line === start.line ? end.column - 1 : line.length;
  const cut = Math.min(line.length, from + widest);
  const at = Math.min(start.column - 1, cut);
  return (
    <pre>
      <span class="problem-number">{start.line}</span>
      {from > 0 ? '…' : ''}
      {line.slice(from, at)}
      <mark>{line.slice(at, Math.min(cut, Math.max(stop, at + 1)))}</mark>
      {line.slice(Math.min(cut, Math.max(stop, at + 1)), cut)}
      {cut < line.length ? '…' : ''}
    </pre>
  );
}

/** The same for the same problems, wherever in their files they have moved. */
function keyOf(problems: readonly Problem[]): string {
  return shortHash(
    JSON.stringify(problems.map(({ file, ruleId, reason }) => [file, ruleId, reason]).sort()),
  );
}

/** Of the notice, and of the marks in the text that it belongs to. Colours are the page's own. */
const noticeStyle = `
.dc-problems{--edge:var(--danger-border);--ground:var(--danger-bg);--ink:var(--danger-ink);margin-block-end:24px;border:1px solid var(--edge);border-radius:var(--radius);background:var(--bg);color:var(--text);font-size:.875rem;line-height:1.55;overflow:hidden;text-align:left}
.problems-warning{--edge:var(--warning-border);--ground:var(--warning-bg);--ink:var(--warning-ink)}
.dc-problems[hidden]{display:none}
.dc-problems p{margin:0}
.problems-head{display:flex;align-items:center;gap:10px;padding:6px 6px 6px 16px;background:var(--ground);color:var(--heading);font-weight:600}
.problems-head .dc-glyph{color:var(--ink);flex:none}
.problems-head p{flex:1}
.problems-close{display:grid;place-items:center;inline-size:32px;block-size:32px;padding:0;border:0;border-radius:var(--radius-small);background:none;color:var(--muted);cursor:pointer}
.problems-close .dc-glyph{color:inherit}
.problems-close:hover{color:var(--heading);background:color-mix(in srgb,var(--ink) 12%,transparent)}
.dc-problems :is(a,button,summary):focus-visible{outline:2px solid var(--accent-text);outline-offset:-2px}
.problem-list{margin:0;padding:0;list-style:none}
.dc-problem{position:relative;padding:10px 16px 10px 44px;border-block-start:1px solid var(--border)}
.dc-problem::before{content:"";position:absolute;inset-inline-start:21px;inset-block-start:17px;inline-size:8px;block-size:8px;border-radius:50%;background:var(--danger-ink)}
.problem-warning::before,.problem-note::before{background:none;box-shadow:inset 0 0 0 2px var(--warning-ink)}
.problem-note::before{box-shadow:inset 0 0 0 2px var(--muted)}
.problem-reason{color:var(--heading);font-weight:500;overflow-wrap:anywhere}
.problem-next{color:var(--muted);overflow-wrap:anywhere}
.problem-where{display:flex;flex-wrap:wrap;gap:0 12px;font:500 .8125rem/1.55 var(--mono,ui-monospace,monospace)}
.problem-where a{color:var(--accent-text);text-decoration:underline;text-underline-offset:3px;overflow-wrap:anywhere}
.problem-code{color:var(--muted);font-weight:400}
.dc-problem pre{margin:8px 0 2px;padding:8px 12px;border-radius:var(--radius-small);background:var(--subtle);font:.8125rem/1.55 var(--mono,ui-monospace,monospace);white-space:pre-wrap;overflow-wrap:anywhere}
.dc-problem mark{background:color-mix(in srgb,var(--ink) 22%,transparent);color:inherit;border-radius:3px;box-shadow:0 0 0 1px color-mix(in srgb,var(--ink) 35%,transparent)}
.problem-number{margin-inline-end:12px;color:var(--muted);user-select:none}
.dc-problems details[open]{max-block-size:40vh;overflow:auto}
.dc-problems summary{padding:10px 16px 10px 44px;list-style:none;border-block-start:1px solid var(--border);color:var(--accent-text);font-weight:500;cursor:pointer}
.dc-problems summary::-webkit-details-marker{display:none}
.dc-problems summary:hover{text-decoration:underline;text-underline-offset:3px}
.dc-problems summary .dc-glyph{margin-inline-end:6px;vertical-align:-2px}
.dc-problems details[open] summary .dc-glyph{rotate:90deg}
.problem-mark{display:inline-block;max-inline-size:100%;margin-inline:2px;padding:0 6px;border:1px solid var(--danger-border);border-radius:6px;background:var(--danger-bg);color:var(--danger-ink);font-size:.8125rem;font-weight:500;line-height:1.5;overflow-wrap:anywhere;vertical-align:baseline;cursor:pointer}
.problem-mark-warning{border-color:var(--warning-border);background:var(--warning-bg);color:var(--warning-ink)}
@media print{.dc-problems,.problem-mark{display:none}}
`;

/** The tokens that a theme would give, and a page around the notice. */
const documentStyle = `:root{color-scheme:light dark;--bg:#fff;--text:#2a2d2f;--heading:#16181a;--muted:#5d6265;--border:#d9dde0;--subtle:#f5f6f7;--danger-border:#f0c4c0;--danger-bg:#fdf1f0;--danger-ink:#b3261e;--warning-border:#ecd9ae;--warning-bg:#fdf8ec;--warning-ink:#8a5200;--accent-text:#1d5fa8;--radius:12px;--radius-small:6px}
@media (prefers-color-scheme:dark){:root{--bg:#101213;--text:#dfe2e4;--heading:#f4f5f6;--muted:#a0a6aa;--border:#2c3033;--subtle:#181b1d;--danger-border:#5b2a28;--danger-bg:#2a1615;--danger-ink:#ff9d94;--warning-border:#54421d;--warning-bg:#261f10;--warning-ink:#f3bd66;--accent-text:#8ab8ef}}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.6 ui-sans-serif,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
main{max-inline-size:48rem;margin:0 auto;padding:3rem 1.25rem}
.dc-glyph{stroke-linecap:round;stroke-linejoin:round}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem;letter-spacing:-.01em;color:var(--heading)}
.page-lead{color:var(--muted);margin:0 0 2rem}
.problems-head{padding:10px 16px!important}
`;

const reloadScript = (build: number) =>
  `new EventSource("/_docent/dev?build=${build}").onmessage=()=>location.reload()`;

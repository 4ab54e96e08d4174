import type { Place, Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { GuestError } from './exchange.ts';
import { limits, type SandboxEnded } from './sandbox.ts';

interface Where {
  readonly file: string;
  readonly place: Place | undefined;
}

type Reported = Omit<Problem, 'source'>;

/** The name that nothing in sight declares, when that is what an error says. */
export function undefinedName(error: GuestError): string | undefined {
  if (error.name !== 'ReferenceError') return undefined;
  return /^(\S+) is not defined/.exec(error.message)?.[1]?.replace(/^'|'$/g, '');
}

/** Braces that only hold words, most likely a placeholder in prose: they are shown as written. */
export function placeholderProblem(name: string, { file, place }: Where): Reported {
  return {
    severity: 'warning',
    ruleId: 'undefined-name',
    file,
    ...(place ? { place } : {}),
    reason: `Undefined name "${name}"; the braces are shown as text.`,
    actual: name,
    note: 'Write `\\{` for a literal brace, or import or export the name on this page.',
  };
}

/** Author code that fails. `inside` names the file it failed in, when that is another one. */
export function codeProblem(error: GuestError, { file, place }: Where, inside?: string): Reported {
  const name = undefinedName(error);
  const [message = ''] = error.message.split('\n');
  const where = inside === undefined ? '' : ` (in ${inside})`;
  if (typeof error.stays === 'string') return lostFunction(error.stays, { file, place });
  if (error.isLate && name !== undefined) return lateProblem(name, { file, place }, where);
  return {
    severity: 'error',
    ruleId: name === undefined ? 'code-error' : 'undefined-name',
    file,
    ...(place ? { place } : {}),
    reason:
      name === undefined
        ? `This code fails: ${message.slice(0, 300).replace(/\.$/, '')}${where}.`
        : `Undefined name "${name}"${where}.`,
    ...given({ actual: name }),
    note: hostNames.has(name ?? '')
      ? 'Code runs once, at build time, without access to a browser, the network, the disk or environment variables.'
      : name === undefined
        ? 'Correct the code; it runs once, at build time.'
        : 'Import or export it on this page, or write `\\{` for a literal brace.',
  };
}

/** A component that asks for a browser while it is built. */
function lateProblem(name: string, { file, place }: Where, where: string): Reported {
  return {
    severity: 'warning',
    ruleId: 'browser-only',
    file,
    ...(place ? { place } : {}),
    reason: `This component uses "${name}", which only browsers have${where}; it is drawn in the browser, and its HTML only has its children.`,
    actual: name,
    note: `Read \`${name}\` in \`useEffect\`, and show something without it: readers without JavaScript, search and Markdown get that.`,
  };
}

/** A function that is only written in a page: what runs in the browser is imported from modules. */
function lostFunction(name: string, { file, place }: Where): Reported {
  return {
    severity: 'warning',
    ruleId: 'function-stays',
    file,
    ...(place ? { place } : {}),
    reason: `"${name.slice(0, 100)}" holds a function that is written in an attribute; the component runs in the browser without it.`,
    actual: name.slice(0, 100),
    note: 'Export the function on this page (`export const pick = …`) or from a .jsx file, and pass it by its name.',
  };
}

const hostNames = new Set(
  'process require fetch window document navigator location localStorage sessionStorage setTimeout setInterval XMLHttpRequest WebSocket Deno Bun Buffer global module __dirname __filename'.split(
    ' ',
  ),
);

/** Author code that was stopped. */
export function limitProblem(
  reason: Exclude<SandboxEnded['reason'], 'busy'> | 'skipped',
  { file, place }: Where,
): Reported {
  const sentences = {
    work: `This code was stopped after ${limits.work / 1000} seconds of CPU time on this page.`,
    memory: `This code was stopped: it needs more than ${limits.memory / 1024 / 1024} MB.`,
    stack: 'This code was stopped: its recursion or nesting is too deep.',
    broken: 'This code was stopped: it, or earlier code, modified built-in JavaScript objects.',
    skipped: 'This code was not run: too much other code on this page had to be stopped.',
  };
  return {
    severity: 'error',
    ruleId: 'code-limit',
    file,
    ...(place ? { place } : {}),
    reason: sentences[reason],
    note: 'Look for an endless loop, or compute the data beforehand and import it.',
  };
}

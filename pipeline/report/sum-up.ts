import type { Problem } from '../../schema/errors.ts';
import { kindOf } from '../source/read.ts';
import { sortProblems } from './order.ts';
import { tidy } from './tidy.ts';

/** `3 errors on 2 pages`, `2 errors on 1 page and in docs.json`; undefined when there is no error. */
export function sumUpErrors(problems: readonly Problem[]): string | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  const files = [...new Set(errors.map(({ file }) => file))];
  const pages = files.filter((file) => kindOf(file) === 'page').length;
  const [other = '', ...more] = files.filter((file) => kindOf(file) !== 'page');
  const where = [
    ...(pages === 0 ? [] : [`on ${pages} page${pages === 1 ? '' : 's'}`]),
    ...(pages === files.length
      ? []
      : [
          more.length === 0
            ? `in ${tidy(other) || 'the site'}`
            : `in ${more.length + 1} other files`,
        ]),
  ];
  return `${errors.length} error${errors.length === 1 ? '' : 's'} ${where.join(' and ')}`;
}

/** A line for each error: `guides/install.mdx:12:8 What is wrong`. */
export function errorLines(problems: readonly Problem[], most = 50): readonly string[] {
  const errors = sortProblems(problems).filter(({ severity }) => severity === 'error');
  const lines = errors.slice(0, most).map(({ file, place, reason }) => {
    const at = place === undefined ? '' : `:${place.start.line}:${place.start.column}`;
    return `${tidy(file) || 'the site'}${at} ${tidy(reason)}`;
  });
  const left = errors.length - lines.length;
  return left === 0 ? lines : [...lines, `and ${left} more; run "docent check" to list them all`];
}

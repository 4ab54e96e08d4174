import { expect, test } from 'vitest';
import { endScript } from '../../../../pipeline/site/layout/scripts.ts';

/** What the script does with a notice (or another element) before the template, on a day. */
function afterwards(now: string, before: string | undefined): readonly string[] {
  const shown: string[] = before === undefined ? [] : [before];
  const notice = before && {
    matches: (selector: string) => selector === `.${before}`,
    remove: () => shown.splice(0, 1),
  };
  const template = {
    dataset: { ends: String(Date.parse('2026-01-31')) },
    content: 'ended',
    previousElementSibling: notice ?? null,
    replaceWith: (content: string) => shown.push(content),
  };
  const document = { currentScript: { previousElementSibling: template } };
  new Function('document', 'Date', endScript)(document, { now: () => Date.parse(now) });
  return shown;
}

test('the notice of a version that ends is another one from its last day on, in UTC', () => {
  expect(afterwards('2026-01-30T23:59:59Z', 'version-notice')).toEqual(['version-notice']);
  expect(afterwards('2026-01-31T00:00:00Z', 'version-notice')).toEqual(['ended']);
  expect(afterwards('2026-01-30T23:59:59Z', undefined)).toEqual([]);
  expect(afterwards('2026-01-31T00:00:00Z', undefined)).toEqual(['ended']);
  expect(afterwards('2026-01-31T00:00:00Z', 'other')).toEqual(['other', 'ended']);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiDescription } from '../../runtime/api.ts';
import {
  apiChangelog,
  type Described,
  missingLines,
  readSurface,
  releasedSurface,
  surfaceOf,
  surfaceText,
} from '../../scripts/api-surface.ts';
import { projectRoot } from '../support/corpus.ts';

const now = apiDescription('1') as unknown as Described;

test('every change of the API since the last release is in its changelog', () => {
  const released = readSurface(readFileSync(join(projectRoot, releasedSurface), 'utf8'));
  const page = readFileSync(join(projectRoot, apiChangelog), 'utf8');
  // Sections of older versions say nothing of this one.
  const [, section = ''] = page.split(/^## /m);
  const missing = missingLines(section, released, surfaceOf(now));
  expect(missing, `Write these lines, in words that help, into ${apiChangelog}`).toEqual([]);
});

test('a changed, new or removed part is asked for by name, what belongs to a new one is not', () => {
  const surface = surfaceOf(now);
  expect(readSurface(surfaceText(surface))).toEqual(surface);
  const changed = new Map(surface);
  changed.set('Webhook.url', 'integer, required');
  changed.set('Webhook.color', 'string');
  changed.set('GET /colors', 'operation');
  changed.set('GET /colors?shade', 'string');
  changed.set('Color.shade', 'string');
  changed.set('DeletedTerm.id', 'string');
  changed.set('FeedbackItem.rating', '"positive" | "negative" | "neutral", required');
  changed.delete('GET /me');
  changed.delete('GET /projects?slug');
  const expected = [
    '- `DeletedTerm.id` is no longer `required`.',
    '- `FeedbackItem.rating` may also be `"neutral"`.',
    '- `GET /colors` is new.',
    '- `GET /me` is removed.',
    '- `GET /projects?slug` is removed.',
    '- `Webhook.color` is new.',
    '- `Webhook.url` was `string, required` and is now `integer, required`.',
  ];
  expect(missingLines('', surface, changed)).toEqual(expected);
  expect(missingLines(expected.join('\n'), surface, changed)).toEqual([]);
});

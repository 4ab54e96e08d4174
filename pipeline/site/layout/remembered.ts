import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Site } from '../../../schema/site.ts';
import type { View } from './view.ts';

/** By what else it depends on, then by the part: a large site has many parts, and few forms of them. */
const known = new WeakMap<Site, Map<string, Map<object, string>>>();

/**
 * HTML around a part of the navigation that is the same on all pages of a language which the same
 * readers see: rendered once a build. `form` says what else it depends on.
 */
export function remembered(
  { site, language, audience }: View,
  part: object,
  form: string,
  render: () => JSX.Element,
): string {
  const ofSite = known.get(site) ?? new Map<string, Map<object, string>>();
  known.set(site, ofSite);
  const key = `${language} ${audience.key} ${form}`;
  const ofForm = ofSite.get(key) ?? new Map<object, string>();
  ofSite.set(key, ofForm);
  const html = ofForm.get(part) ?? inOnePiece(renderToString(render()));
  ofForm.set(part, html);
  return html;
}

/** A string put together from thousands of others is put together again for every page that has it. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

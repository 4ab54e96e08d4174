import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Site } from '../../../schema/site.ts';
import type { View } from './view.ts';

const known = new WeakMap<Site, Map<object, Map<string, string>>>();

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
  const ofSite = known.get(site) ?? new Map<object, Map<string, string>>();
  known.set(site, ofSite);
  const ofPart = ofSite.get(part) ?? new Map<string, string>();
  ofSite.set(part, ofPart);
  const key = `${language} ${audience.key} ${form}`;
  const html = ofPart.get(key) ?? inOnePiece(renderToString(render()));
  ofPart.set(key, html);
  return html;
}

/** A string put together from thousands of others is put together again for every page that has it. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

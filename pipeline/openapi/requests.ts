import { type SampleLanguage, sampleLanguage } from '../../schema/config/sample-languages.ts';
import { encodeUriPart } from '../../schema/encode-uri.ts';
import type { FormParameter } from '../../schema/form.ts';
import type { Operation, Parameter, Sample, SecurityScheme } from '../../schema/operation.ts';
import type { FieldedBody } from './body-fields.ts';
import { asList, asObject, asText, type Json } from './json.ts';
import type { RequestShape } from './sample-body.ts';
import { sampleLabel, sampleOf } from './samples.ts';
import { placeOfCredentials, schemeWord } from './security.ts';
import { headerText, pairsOf, pathText, queryPairs, withQuery } from './serialize.ts';

/** A parameter as shown, and its value in samples. */
export interface ReadParameter {
  readonly shown: Parameter;
  /** Value for samples, when the description gives one or the parameter is required. */
  readonly sample?: { readonly value: unknown; readonly way: Omit<FormParameter, 'input'> };
}

/** Hand-written samples first, then made ones for the languages they leave out. */
export function samplesOf(
  value: Json,
  request: {
    readonly operation: Operation;
    readonly parameters: readonly ReadParameter[];
    readonly example: FieldedBody | undefined;
  },
  wanted: readonly string[],
): readonly Sample[] {
  const written = writtenSamples(value);
  const covered = new Set(written.map((sample) => sampleLanguage(sample.language)));
  const shape = requestOf(request.operation, request.parameters, request.example);
  const languages = wanted.map(sampleLanguage);
  const made = [...new Set(languages)]
    .filter((language): language is SampleLanguage => !!language && !covered.has(language))
    .map((language) => sampleOf(language, shape));
  return [...written, ...made];
}

/** Samples from `x-codeSamples`, in the order of the file. */
export function writtenSamples(value: Json): readonly Sample[] {
  const samples: (Sample & { readonly of: string })[] = [];
  for (const key of ['x-codeSamples', 'x-code-samples']) {
    for (const entry of asList(value[key])) {
      const sample = asObject(entry);
      const text = asText(sample?.source);
      if (!sample || text === undefined) continue;
      const written = asText(sample.lang) ?? 'text';
      const known = sampleLanguage(written);
      const of = labelOf(written, known);
      const label = asText(sample.label) ?? of;
      if (samples.some((other) => other.label === label && other.text === text)) continue;
      samples.push({
        label,
        of,
        language: known === 'curl' ? 'bash' : written.toLowerCase(),
        text,
      });
    }
  }
  return toldApart(samples);
}

/** Some files label all languages with the name of the operation: readers choose by the language then. */
function toldApart(samples: readonly (Sample & { readonly of: string })[]): readonly Sample[] {
  const languages = new Map<string, Set<string>>();
  for (const { label, of } of samples) {
    languages.set(label, (languages.get(label) ?? new Set()).add(of));
  }
  return samples.map(({ label, of, language, text }) => {
    if ((languages.get(label)?.size ?? 0) < 2) return { label, language, text };
    return { label: languages.size === 1 ? of : `${of}: ${label}`, language, text };
  });
}

function labelOf(language: string, known: SampleLanguage | undefined): string {
  // A sample of JavaScript may be next to it.
  if (/^(?:typescript|ts)$/i.test(language)) return 'TypeScript';
  return known ? sampleLabel(known) : language;
}

/** The schemes of the first way that needs any: samples show how to authenticate also where it is optional. */
function firstWay({ security, ways }: Operation): Operation['security'] {
  const way = ways?.find((uses) => uses.length > 0);
  if (!way) return security.slice(0, 1);
  return way.flatMap((use) => security.find((scheme) => scheme.name === use.scheme) ?? []);
}

function requestOf(
  operation: Operation,
  parameters: readonly ReadParameter[],
  example: FieldedBody | undefined,
): RequestShape {
  const headers: [string, string][] = [];
  const query: string[] = [];
  const cookies: string[] = [];
  let path = operation.path;
  for (const { shown, sample } of parameters) {
    if (sample === undefined) continue;
    const { value, way } = sample;
    if (shown.in === 'path') {
      path = path.replaceAll(`{${shown.name}}`, () => pathText(way, shown.name, value));
    } else if (shown.in === 'query') {
      query.push(...queryPairs(way, shown.name, value).map((pair) => pair.join('=')));
    } else if (shown.in === 'header') headers.push([shown.name, headerText(way, value)]);
    else cookies.push(...pairsOf(way, shown.name, value).map((pair) => pair.join('=')));
  }
  const authentication: [string, string][] = [];
  for (const scheme of firstWay(operation)) {
    const place = placeOfCredentials(scheme);
    if (place?.in === 'query') query.push(`${encodeUriPart(place.name)}=<api-key>`);
    else if (place?.in === 'cookie') cookies.push(`${place.name}=<api-key>`);
    // The author of a page may have described the same header, with a value of its own.
    else if (place && !has([...authentication, ...headers], place.name)) {
      authentication.push([place.name, credentials(scheme)]);
    }
  }
  headers.unshift(...authentication);
  if (cookies.length > 0) headers.push(['Cookie', cookies.join('; ')]);
  const base = baseOf(operation.servers[0]?.url);
  return {
    method: operation.method,
    url: withQuery(`${base}${path}`, query),
    headers,
    ...(example ? { body: example } : {}),
  };
}

/** Where requests go in samples when a description does not say on which host it is. */
const exampleHost = 'https://api.example.com';

/** The address of a server; a relative one is on the example's host. */
function baseOf(server = '/'): string {
  if (server.startsWith('//')) return `https:${server}`;
  if (!/^[./]/.test(server)) return server;
  return exampleHost + server.replace(/^[./]+/, '/').replace(/\/$/, '');
}

function has(headers: readonly (readonly [string, string])[], name: string): boolean {
  return headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
}

/** What a header holds for a scheme, with words in angle brackets to fill in. */
function credentials({ type, scheme = 'bearer' }: SecurityScheme): string {
  if (type === 'apiKey') return '<api-key>';
  if (type !== 'http' || scheme === 'bearer') return 'Bearer <token>';
  return `${schemeWord(scheme)} <credentials>`;
}

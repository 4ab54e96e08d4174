import { apiVersions } from '../../schema/api/versions.ts';
import { invalid } from './body.ts';
import type { Deprecation, Endpoint } from './endpoint.ts';

/** The version that a request asks for, or else that of its key; 400 if there is no such version. */
export function versionOf(asked: string | null, ofKey: string): string {
  if (asked === null) return ofKey;
  if (apiVersions.includes(asked)) return asked;
  throw invalid(
    'Docent-Version',
    'unknown-version',
    `Unexpected Docent-Version ${JSON.stringify(asked)}, expected one of ${apiVersions.join(', ')}`,
  );
}

/**
 * Headers for what a request uses that will be removed (RFC 9745, RFC 8594): the operation, a parameter,
 * or a field of the body; what goes first counts.
 */
export function deprecationHeaders<Services, Project>(
  { deprecated, deprecatedFields = {} }: Endpoint<Services, Project>,
  used: { readonly query: URLSearchParams; readonly body: unknown },
): Readonly<Record<string, string>> {
  const isUsed = (name: string) =>
    used.query.has(name) ||
    (typeof used.body === 'object' && used.body !== null && Object.hasOwn(used.body, name));
  const found = [
    ...(deprecated ? [deprecated] : []),
    ...Object.entries(deprecatedFields).flatMap(([name, one]) => (isUsed(name) ? [one] : [])),
  ];
  const [first] = found.toSorted((a, b) => endOf(a) - endOf(b));
  if (!first) return {};
  const { since, sunset } = first;
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
  };
}

function endOf({ sunset }: Deprecation): number {
  return sunset === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(sunset);
}

import type { FormRequirement, FormScheme, RequestForm } from '../../../../schema/form.ts';
import type { Pair } from '../../../openapi/serialize.ts';
import type { Credentials } from './request.ts';

/** Reads what was typed for a field of a scheme; '' where nothing was. */
export type Typed = (scheme: string, field: string) => string;

/**
 * What one way to authenticate adds to a request. Without a value, a scheme adds nothing; `masked` shows a word
 * in angle brackets for each secret instead, as the samples of the page do.
 */
export function credentialsOf(
  form: RequestForm,
  requirement: readonly FormRequirement[],
  typed: Typed,
  masked = false,
): Credentials {
  const headers: Pair[] = [];
  const query: Pair[] = [];
  const cookies: Pair[] = [];
  for (const { scheme: name } of requirement) {
    const scheme = form.schemes[name];
    if (!scheme) continue;
    const given = valueFor(scheme, (field) => typed(name, field), masked);
    if (given === undefined) continue;
    if (scheme.type !== 'apiKey') headers.push(['Authorization', given]);
    else if (scheme.in === 'header') headers.push([scheme.parameter, given]);
    else if (scheme.in === 'query') query.push([scheme.parameter, given]);
    else cookies.push([scheme.parameter, given]);
  }
  return { headers, query, cookies };
}

function valueFor(
  scheme: FormScheme,
  typed: (field: string) => string,
  masked: boolean,
): string | undefined {
  switch (scheme.type) {
    case 'bearer':
    case 'oauth2':
    case 'openIdConnect': {
      const token = masked ? '<token>' : typed('token');
      return token === '' ? undefined : `Bearer ${token}`;
    }
    case 'basic': {
      if (masked) return 'Basic <credentials>';
      const user = typed('user');
      const password = typed('password');
      return user === '' && password === '' ? undefined : `Basic ${base64(`${user}:${password}`)}`;
    }
    case 'http': {
      const rest = masked ? '<credentials>' : typed('token');
      return rest === '' ? undefined : `${scheme.scheme} ${rest}`;
    }
    case 'apiKey': {
      const value = masked ? '<api-key>' : typed('token');
      return value === '' ? undefined : value;
    }
    case 'mutualTLS':
      return undefined;
  }
}

/** Text in UTF-8 as base64. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

import type { FormFlow, FormRequirement, FormScheme } from '../../../schema/form.ts';
import { asList, asObject, asText, defined, type Json, objectEntries } from '../json.ts';
import type { References } from '../references.ts';
import { schemeWord } from '../security.ts';
import { hintOf } from './hint.ts';

/** Ways to authenticate, in the order of the description, and the schemes that they name. */
export function formSecurity(
  value: unknown,
  context: {
    readonly document: Json;
    readonly references: References;
    readonly source: string;
  },
): {
  readonly security: readonly (readonly FormRequirement[])[];
  readonly schemes: Readonly<Record<string, FormScheme>>;
} {
  const written = asObject(asObject(context.document.components)?.securitySchemes) ?? {};
  const schemes = new Map<string, FormScheme>();
  const security: (readonly FormRequirement[])[] = [];
  for (const entry of asList(value)) {
    const requirement: FormRequirement[] = [];
    for (const [name, scopes] of Object.entries(asObject(entry) ?? {})) {
      const known = Object.hasOwn(written, name) ? written[name] : undefined;
      const node = context.references.follow(known, context.source);
      const scheme = node && schemeOf(node.value);
      if (!scheme) continue;
      schemes.set(name, scheme);
      const wanted = asList(scopes).filter((scope): scope is string => typeof scope === 'string');
      requirement.push({ scheme: name, ...(wanted.length > 0 ? { scopes: wanted } : {}) });
    }
    // A way whose schemes do not exist is none; one without any sends nothing.
    if (requirement.length > 0 || Object.keys(asObject(entry) ?? {}).length === 0) {
      security.push(requirement);
    }
  }
  return { security, schemes: Object.fromEntries(schemes) };
}

function schemeOf(scheme: Json): FormScheme | undefined {
  switch (scheme.type) {
    case 'http':
      return httpScheme(asText(scheme.scheme) ?? 'bearer');
    case 'apiKey': {
      const parameter = asText(scheme.name);
      const place = scheme.in;
      if (!parameter || (place !== 'header' && place !== 'query' && place !== 'cookie')) {
        return undefined;
      }
      return { type: 'apiKey', in: place, parameter };
    }
    case 'oauth2':
      return { type: 'oauth2', flows: flowsOf(scheme) };
    case 'openIdConnect': {
      const url = asText(scheme.openIdConnectUrl) ?? '';
      // Without the provider's metadata, a token from elsewhere can be typed.
      return /^https?:/i.test(url) && URL.canParse(url)
        ? { type: 'openIdConnect', url }
        : { type: 'oauth2', flows: [] };
    }
    case 'mutualTLS':
      return { type: 'mutualTLS' };
    default:
      return undefined;
  }
}

function httpScheme(scheme: string): FormScheme {
  const known = scheme.toLowerCase();
  return known === 'bearer' || known === 'basic'
    ? { type: known }
    : { type: 'http', scheme: schemeWord(scheme) };
}

function flowsOf(scheme: Json): readonly FormFlow[] {
  const flows: FormFlow[] = [];
  for (const [type, flow] of objectEntries(scheme.flows)) {
    if (type !== 'authorizationCode' && type !== 'clientCredentials') continue;
    const tokenUrl = asText(flow.tokenUrl);
    const authorizationUrl = asText(flow.authorizationUrl);
    if (!tokenUrl || (type === 'authorizationCode' && !authorizationUrl)) continue;
    flows.push({
      type,
      tokenUrl,
      ...(type === 'authorizationCode' && authorizationUrl ? { authorizationUrl } : {}),
      ...defined({
        refreshUrl: asText(flow.refreshUrl),
        clientId: asText(flow['x-clientId']),
      }),
      scopes: Object.entries(asObject(flow.scopes) ?? {}).map(([name, description]) => ({
        name,
        ...defined({ description: hintOf(asText(description)) }),
      })),
    });
  }
  return flows;
}

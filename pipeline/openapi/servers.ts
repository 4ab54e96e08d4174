import type { OperationServer, ServerVariable } from '../../schema/operation.ts';
import { asList, asObject, asText, defined } from './json.ts';

/**
 * Servers with the defaults of their variables filled in. Relative ones belong to the host that a description
 * was read from, if it was.
 */
export function serversOf(value: unknown, source: string): readonly OperationServer[] {
  const servers: OperationServer[] = [];
  for (const entry of asList(value)) {
    const server = asObject(entry);
    const url = asText(server?.url);
    if (!server || !url) continue;
    const variables = variablesOf(url, server.variables);
    const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
    const filled = url.replace(placeholder, (whole, name: string) => defaults.get(name) ?? whole);
    servers.push({
      url: absolute(filled, source),
      ...defined({ description: asText(server.description) }),
      ...(variables.length > 0 ? { template: absolute(url, source), variables } : {}),
    });
  }
  return servers;
}

const placeholder = /\{([^{}]+)\}/g;

/** The variables that a URL uses, once each; one without a default is left out. */
function variablesOf(url: string, value: unknown): readonly ServerVariable[] {
  const found = new Map<string, ServerVariable>();
  for (const [, name = ''] of url.matchAll(placeholder)) {
    const variable = asObject(asObject(value)?.[name]);
    const fallback = variable?.default;
    if (!variable || fallback === undefined || fallback === null) continue;
    const choices = asList(variable.enum).map(String);
    found.set(name, {
      name,
      default: String(fallback),
      ...(choices.length > 0 ? { enum: choices } : {}),
      ...defined({ description: asText(variable.description) }),
    });
  }
  return [...found.values()];
}

function absolute(url: string, source: string): string {
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(url) && !url.startsWith('{');
  const whole =
    isRelative && /^https?:/i.test(source) && URL.canParse(url, source)
      ? new URL(url, source).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
      : url;
  return whole.replace(/\/+$/, '') || '/';
}

import type { FormServer } from '../../../schema/form.ts';
import type { OperationServer } from '../../../schema/operation.ts';
import { defined } from '../json.ts';
import { hintOf } from './hint.ts';

/** Servers with their variables, which the reader fills in. */
export function formServers(servers: readonly OperationServer[]): readonly FormServer[] {
  return servers.map(({ url, template, description, variables = [] }) => ({
    url: template ?? url,
    ...defined({
      description: hintOf(description),
      variables:
        variables.length === 0
          ? undefined
          : variables.map(({ name, default: value, enum: options, description }) => ({
              name,
              value,
              ...defined({ options, description: hintOf(description) }),
            })),
    }),
  }));
}

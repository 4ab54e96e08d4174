import type { RequestForm } from '../../../schema/form.ts';
import type { OperationServer } from '../../../schema/operation.ts';
import type { Context } from '../contents.ts';
import { defined, type Json } from '../json.ts';
import { formBody } from './body.ts';
import type { Prefill } from './inputs.ts';
import { type FoundParameter, formParameters } from './parameters.ts';
import { formSecurity } from './security.ts';
import { formServers } from './servers.ts';

/** What the playground asks for an operation of a description. */
export function operationForm(
  operation: {
    readonly method: string;
    readonly path: string;
    readonly value: Json;
    readonly file: string;
    readonly servers: readonly OperationServer[];
  },
  parameters: readonly FoundParameter[],
  { api, document, description, references }: Context,
): RequestForm {
  const { value, file } = operation;
  const prefill: Prefill = {
    examples: api.examples.prefill,
    fields: api.examples.defaults ?? 'all',
  };
  const context = { references, prefill };
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers: formServers(operation.servers),
    ...formSecurity(value.security ?? document.security, {
      ...{ document, references, source: description.source },
    }),
    parameters: formParameters(parameters, context),
    // Browsers refuse to send a body with these methods.
    ...(/^(get|head)$/i.test(operation.method)
      ? {}
      : defined({ body: formBody(value.requestBody, file, context) })),
  };
}

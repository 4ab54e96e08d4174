import type { FormServer } from '../../../../schema/form.ts';
import { element } from '../element.ts';
import { type Control, type ControlContext, labelledSelect } from './control.ts';
import { choiceControl, textControl } from './single.ts';

/** Where requests go: one of the servers with its variables, or an address that the reader types. */
export interface ServerControl {
  readonly element: HTMLElement;
  /** The address as far as it is known; variables without a value stay in braces. */
  read(): string;
  check(): readonly HTMLElement[];
}

export function serverControl(
  servers: readonly FormServer[],
  context: ControlContext,
): ServerControl {
  const { words } = context;
  if (servers.length === 0) return typedServer(context);
  const holder = element('div', {});
  let server = servers[0];
  let variables: readonly { readonly name: string; readonly control: Control }[] = [];
  const show = (index: number) => {
    server = servers[index];
    variables = (server?.variables ?? []).map((variable) => ({
      name: variable.name,
      control: variableControl(variable, context),
    }));
    holder.replaceChildren(...variables.map(({ control }) => control.element));
  };
  show(0);
  const labels = servers.map(({ url, description }) =>
    description ? `${url} (${description})` : url,
  );
  return {
    element: element('div', {}, labelledSelect(words.server, labels, show, context), holder),
    read() {
      let url = server?.url ?? '';
      for (const { name, control } of variables) {
        const value = control.read();
        if (value !== undefined) url = url.replaceAll(`{${name}}`, () => String(value));
      }
      return absolute(url);
    },
    check: () => variables.flatMap(({ control }) => control.check(true)),
  };
}

function variableControl(
  variable: NonNullable<FormServer['variables']>[number],
  context: ControlContext,
): Control {
  const { name, value, options, description } = variable;
  const shared = {
    name,
    value,
    required: true as const,
    ...(description ? { hint: description } : {}),
  };
  return options
    ? choiceControl({ ...shared, kind: 'choice', options }, name, context)
    : textControl({ ...shared, kind: 'text' }, name, context);
}

function typedServer(context: ControlContext): ServerControl {
  const control = textControl(
    { kind: 'text', required: true, format: 'url' },
    context.words.server,
    context,
  );
  return {
    element: control.element,
    read: () => String(control.read() ?? ''),
    check: () => control.check(true),
  };
}

/** An address without a host is on that of the page. */
function absolute(url: string): string {
  if (!url.startsWith('/')) return url;
  return url.startsWith('//') ? location.protocol + url : location.origin + url;
}

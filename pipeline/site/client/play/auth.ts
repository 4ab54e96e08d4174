import type { FormRequirement, FormScheme, RequestForm } from '../../../../schema/form.ts';
import { element, freeId } from '../element.ts';
import { type ControlContext, labelledSelect } from './control.ts';
import { credentialsOf } from './credentials.ts';
import { oauthPart, openIdPart } from './oauth.ts';
import { type Grant, renewed } from './oauth-grant.ts';
import type { Credentials } from './request.ts';
import type { Secrets } from './secrets.ts';

/** How a request authenticates, as the reader chooses. */
export interface AuthControl {
  readonly element: HTMLElement;
  /** What is added to a request; `masked` for samples that are shown to others. */
  read(masked?: boolean): Credentials;
  /** Gets new tokens in place of expired ones, where their provider gives them without asking the reader. */
  renew(signal: AbortSignal): Promise<void>;
}

/** What authentication needs of the form. */
interface AuthTools {
  readonly secrets: Secrets;
  readonly context: ControlContext;
  /** Address of the server, to which those of a description may be relative. */
  readonly base: () => string;
}

/** The ways to authenticate, if there are any. */
export function authControl(form: RequestForm, tools: AuthTools): AuthControl | undefined {
  const { secrets, context } = tools;
  const { words } = context;
  const grants = new Map<string, Grant>();
  const ways = form.security.filter(
    (way, index, all) => way.length > 0 || all.length > 1 || index > 0,
  );
  if (!ways.some((way) => way.length > 0)) return undefined;
  let way = ways[0] ?? [];
  const holder = element('div', { class: 'play-schemes' });
  const show = (index: number) => {
    way = ways[index] ?? [];
    holder.replaceChildren(
      ...way.map((requirement) => schemePart(form, requirement, { ...tools, grants })),
    );
    keep.hidden = way.length === 0;
  };
  const box = element('input', { type: 'checkbox', id: freeId('play-keep') });
  box.checked = secrets.kept;
  box.addEventListener('change', () => secrets.keep(box.checked));
  const keep = element('label', { class: 'play-check' }, box, words.remember);
  const labels = ways.map((one) =>
    one.length === 0 ? words.none : one.map(({ scheme }) => scheme).join(' + '),
  );
  const choice = ways.length > 1 ? labelledSelect(words.method, labels, show, context) : undefined;
  show(0);
  return {
    element: element('div', {}, choice, holder, keep),
    read: (masked = false) =>
      credentialsOf(
        form,
        way,
        (scheme, field) => secrets.get(secretName(form, scheme, field)),
        masked,
      ),
    async renew(signal) {
      for (const { scheme } of way) {
        const token = secretName(form, scheme, 'token');
        const grant = grants.get(token);
        if (grant?.token === secrets.get(token)) await renewed(grant, signal);
      }
    },
  };
}

/** Operations with the same scheme share what is typed for it. */
function secretName(form: RequestForm, scheme: string, field: string): string {
  return `${form.schemes[scheme]?.type ?? ''} ${scheme} ${field}`;
}

function schemePart(
  form: RequestForm,
  requirement: FormRequirement,
  { secrets, context, base, grants }: AuthTools & { readonly grants: Map<string, Grant> },
): HTMLElement {
  const { words } = context;
  const name = requirement.scheme;
  const scheme: FormScheme = form.schemes[name] ?? { type: 'mutualTLS' };
  const secret = (field: string, label: string, type: 'text' | 'password' = 'password') => {
    const key = secretName(form, name, field);
    const entry = element('input', {
      type,
      class: 'play-entry',
      id: freeId(`play-secret-${counter++}`),
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      dir: 'ltr',
      ...(type === 'password' ? { 'data-secret': '' } : {}),
    });
    entry.value = secrets.get(key);
    entry.addEventListener('input', () => {
      secrets.set(key, entry.value.trim());
      context.changed();
    });
    const field_ = element(
      'div',
      { class: 'play-field' },
      element('label', { class: 'play-label', for: entry.id }, label),
      entry,
    );
    const write = (value: string) => {
      entry.value = value;
      secrets.set(key, value);
      context.changed();
    };
    return { element: field_, write };
  };
  const tools = {
    words,
    base,
    grant: (grant: Grant) => void grants.set(secretName(form, name, 'token'), grant),
    get: (field: string) => secrets.get(secretName(form, name, field)),
    set: (field: string, value: string) => secrets.set(secretName(form, name, field), value),
  };
  switch (scheme.type) {
    case 'basic':
      return element(
        'div',
        { class: 'play-pair' },
        secret('user', words.user, 'text').element,
        secret('password', words.password).element,
      );
    case 'apiKey': {
      const { element: field } = secret('token', scheme.parameter);
      if (scheme.in === 'cookie') {
        field.append(element('p', { class: 'play-hint play-direct' }, words.cookieLeftOut));
      }
      return field;
    }
    case 'mutualTLS':
      return element('p', { class: 'play-hint' }, words.certificate);
    case 'oauth2': {
      const token = secret('token', words.token);
      const flows = scheme.flows;
      if (flows.length === 0) return token.element;
      return oauthPart(flows, requirement.scopes ?? [], { ...tools, token });
    }
    case 'openIdConnect':
      return openIdPart(scheme.url, requirement.scopes ?? [], {
        ...tools,
        token: secret('token', words.token),
      });
    default:
      return secret('token', words.token).element;
  }
}

let counter = 0;

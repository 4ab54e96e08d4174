import { messageOf } from '../../schema/errors.ts';
import { type AddressPolicy, isBelowHost } from '../../schema/network.ts';
import { type Limits, limitsFrom, type Setting } from './limits.ts';
import type { MailServer } from './readers.ts';
import { texts } from './table.ts';

/** What the operator says about a server as flags; a flag that is left out may be a variable. */
export type SettingFlags = { readonly [Name in keyof typeof texts]?: string };

/** Settings of a server that come from outside, read once when it starts. */
export interface Settings {
  readonly database?: string;
  readonly proxies: readonly string[];
  readonly service: string;
  readonly policy: AddressPolicy;
  /** Whether API pages may send requests through this server. */
  readonly playgroundProxy: boolean;
  readonly platformHost?: string;
  readonly dashboardHost?: string;
  readonly baseHost?: string;
  readonly previewHost?: string;
  /** Whether deployments of previews are events. */
  readonly previewEvents: boolean;
  readonly secretKey?: string;
  readonly limits: Limits;
  /** Object storage for deployments; they are in the output folder alone when it is left out. */
  readonly storage?: StorageSettings;
  /** The identity provider by which members may sign in; there are passwords alone when it is left out. */
  readonly oidc?: OidcSettings;
  /** How messages are sent; none are when it is left out. */
  readonly mail?: MailSettings;
}

/** How messages are sent. */
export interface MailSettings {
  readonly server: MailServer;
  /** An address, with or without a name before it. */
  readonly from: string;
}

/** The identity provider by which members may sign in. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** A public client has none. */
  readonly clientSecret?: string;
  /** Its name on the button. */
  readonly label: string;
  /** What people join who are no members; without it, they stay outside. */
  readonly join?: {
    /** Id or slug. */
    readonly organization: string;
    readonly role: 'viewer' | 'translator' | 'editor';
  };
}

/** Where deployments are stored. */
export interface StorageSettings {
  readonly bucket: string;
  /** Before all keys, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Of a host that speaks the same protocol as S3. */
  readonly endpoint?: string;
  readonly region?: string;
  /** Whether the bucket is part of the path instead of the host. */
  readonly pathStyle: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Flags, variables and defaults of `settings.ts`. The secret is no flag: others would see it in the list
 * of processes.
 * @throws an `Error` of one sentence for a wrong value
 */
export function readSettings(flags: SettingFlags, environment: Environment): Settings {
  const text: ReadText = (name) => readSetting(texts[name] as never, environment, flags[name]);
  const database = text('database');
  const platformHost = text('platformHost');
  const dashboardHost = text('dashboardHost');
  const baseHost = text('baseHost');
  const previewHost = text('previewHost');
  assertApart(previewHost, { baseHost, dashboardHost, platformHost });
  const secretKey = text('secretKey');
  const bucket = text('storage');
  const endpoint = text('s3Endpoint');
  const region = text('s3Region');
  const pathStyle = text('s3PathStyle') ?? endpoint !== undefined;
  const storage = bucket && {
    ...bucket,
    ...(endpoint ? { endpoint } : {}),
    ...(region ? { region } : {}),
    pathStyle,
  };
  const oidc = readOidc(text);
  const mail = readMail(text);
  return {
    proxies: text('trustProxy') ?? [],
    service: text('serviceName') ?? 'Docent',
    policy: {
      allow: text('webhookAllow') ?? [],
      plainHosts: text('webhookPlainHosts') ?? [],
      ports: text('webhookPorts') ?? [],
    },
    playgroundProxy: text('playgroundProxy') ?? true,
    previewEvents: text('previewEvents') ?? false,
    limits: limitsFrom((setting) => readSetting(setting, environment) ?? setting.initial),
    ...(platformHost ? { platformHost } : {}),
    ...(dashboardHost ? { dashboardHost } : {}),
    ...(baseHost ? { baseHost } : {}),
    ...(previewHost ? { previewHost } : {}),
    ...(database ? { database } : {}),
    ...(secretKey ? { secretKey } : {}),
    ...(storage ? { storage } : {}),
    ...(oidc ? { oidc } : {}),
    ...(mail ? { mail } : {}),
  };
}

/** Previews answer at every name below their host: another host there would not be reached. */
function assertApart(
  previewHost: string | undefined,
  others: Readonly<Record<'baseHost' | 'dashboardHost' | 'platformHost', string | undefined>>,
): void {
  for (const name of ['baseHost', 'dashboardHost', 'platformHost'] as const) {
    const host = others[name];
    if (previewHost === undefined || host === undefined || !isBelowHost(host, previewHost))
      continue;
    throw new Error(
      `DOCENT_PREVIEW_HOST is ${previewHost}, and ${texts[name].variable} is ${host}: names below the first are those of previews. Give previews a host of their own, such as preview.${host}.`,
    );
  }
}

/** Reads one of the settings that are a text. */
type ReadText = <Name extends keyof typeof texts>(
  name: Name,
) => ReturnType<(typeof texts)[Name]['read']> | undefined;

/** The identity provider; undefined when none is named. */
function readOidc(text: ReadText): OidcSettings | undefined {
  const issuer = text('oidcIssuer');
  const clientId = text('oidcClientId');
  const clientSecret = text('oidcClientSecret');
  const label = text('oidcLabel');
  const organization = text('oidcOrganization');
  const role = text('oidcRole');
  if (issuer === undefined || clientId === undefined) {
    const given = [issuer, clientId, clientSecret, label, organization, role];
    if (given.every((value) => value === undefined)) return undefined;
    throw new Error(
      'Signing in with an identity provider needs DOCENT_OIDC_ISSUER and DOCENT_OIDC_CLIENT_ID. Set both, or leave out all settings of the provider.',
    );
  }
  if (role !== undefined && organization === undefined) {
    throw new Error(
      'DOCENT_OIDC_ROLE is set, but DOCENT_OIDC_ORGANIZATION is not. Set the organization that people join with that role.',
    );
  }
  return {
    ...{ issuer, clientId, label: label ?? new URL(issuer).host },
    ...(clientSecret ? { clientSecret } : {}),
    ...(organization ? { join: { organization, role: role ?? 'viewer' } } : {}),
  };
}

/** The mail server and the sender; undefined when neither is named. */
function readMail(text: ReadText): MailSettings | undefined {
  const server = text('smtp');
  const from = text('mailFrom');
  if (server && from) return { server, from };
  if (!server && !from) return undefined;
  throw new Error(
    'Sending messages needs DOCENT_SMTP_URL and DOCENT_MAIL_FROM. Set both, or leave out both.',
  );
}

/** The value of one setting: that of its flag, else that of its variable; undefined where neither is given. */
function readSetting<Value>(
  { variable, flag, read }: Setting<Value> & Required<Pick<Setting<Value>, 'read'>>,
  environment: Environment,
  given?: string,
): Value | undefined {
  const text = given ?? environment[variable];
  if (text === undefined || text === '') return undefined;
  try {
    return read(text);
  } catch (error) {
    const name = flag === undefined ? variable : `${flag} or ${variable}`;
    throw new Error(`Unexpected value of ${name}: ${messageOf(error)}`);
  }
}

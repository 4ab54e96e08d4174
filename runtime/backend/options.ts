import type { AddressPolicy } from '../../schema/network.ts';
import type { ChatSettings } from '../assistant/environment.ts';
import type { ServedSite } from '../assistant/site/live.ts';
import type { RateCounts } from '../http/rate-limit.ts';
import type { MailSettings, OidcSettings, StorageSettings } from '../settings/environment.ts';
import type { Limits } from '../settings/limits.ts';
import type { ResolveTxt } from '../site/domains.ts';
import type { LiveSearch } from '../site/search.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import type { TranslateSettings } from '../translation/environment.ts';

/** What a backend is opened with. */
export interface BackendOptions extends ChatSettings, TranslateSettings {
  readonly out: string;
  readonly version: string;
  readonly log: (line: string) => void;
  /** `postgres://…` or a file; `docent.db` in the output folder when it is left out. */
  readonly database?: string;
  /** Name in the headers of deliveries, and who may be called besides the public internet. */
  readonly service?: string;
  readonly policy?: AddressPolicy;
  readonly limits?: Limits;
  /** Addresses and ranges of proxies whose word about the client is taken. */
  readonly proxies?: readonly string[];
  /** A host that serves the payments platform alone. */
  readonly platformHost?: string;
  /** A host that serves the dashboard and the API alone: members sign in nowhere else. */
  readonly dashboardHost?: string;
  /** A host below which each preview has a name of its own. */
  readonly previewHost?: string;
  /** Whether deployments of previews are events; they are not when it is left out. */
  readonly previewEvents?: boolean;
  /** The operator's own host: sites have their names below it. */
  readonly baseHost?: string;
  /** Asks the DNS; that of this machine when it is left out. */
  readonly resolveTxt?: ResolveTxt;
  /** Of what is built here: where the model for vectors is, and how to get out to the network. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The search of a project whose site is served here. */
  readonly searches?: (projectId: string) => LiveSearch | undefined;
  /** The site of a project, where it is served here: what the assistant reads. */
  readonly served?: (projectId: string) => ServedSite | undefined;
  /** Serves a folder whose `current` has changed. */
  readonly show?: (folder: string) => Promise<void>;
  /** Object storage that several servers have in common. */
  readonly storage?: StorageSettings;
  /** The identity provider by which members may sign in. */
  readonly oidc?: OidcSettings;
  /** How messages are sent; none are when it is left out. */
  readonly mail?: MailSettings;
  /** Key that encrypts secrets (default: generated once in the output folder). */
  readonly secretKey?: string;
}

/** Time, ids and the log of a server. */
export interface Clock {
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: (line: string) => void;
}

/** What every part of the backend works with. */
export interface Base extends Clock {
  readonly store: Store;
  readonly limits: Limits;
  readonly policy: AddressPolicy;
  readonly instanceKey: Uint8Array;
  /** Where the requests that a limit of this name holds are counted. */
  readonly counts: (space: string) => RateCounts;
}

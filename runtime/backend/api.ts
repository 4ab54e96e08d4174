import type { SiteEvent } from '../../schema/events.ts';
import { given } from '../../schema/given.ts';
import type { ApiServices } from '../api/services.ts';
import { type ApiSettings, createApi } from '../api.ts';
import { checkConfigApart } from '../config-check/apart.ts';
import { tell } from '../deployments/tell.ts';
import { fixedLimits } from '../http/limits.ts';
import { createRateLimiter, type FailureLimiter, type RateLimit } from '../http/rate-limit.ts';
import { createPlatform } from '../payments/platform.ts';
import { localRecords } from '../previews/record.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import type { ProjectFacts } from '../store/projects.ts';
import { removeFileTranslations } from '../translation/file-translations.ts';
import type { openDeployments } from './deployments.ts';
import type { BackendOptions, Base } from './options.ts';
import { openPreviews } from './previews.ts';
import { openUploadPlaces } from './upload-places.ts';
import { openUploads } from './uploads.ts';

/** An application that answers requests. */
export interface Application {
  readonly fetch: (request: Request, connection?: unknown) => Response | Promise<Response>;
}

/** The service API and the payments platform; the latter also at its own host, if it has one. */
export interface Applications {
  readonly api: Application;
  readonly platform: Application;
  readonly platformAt?: { readonly host: string } & Application;
}

/** What other parts of the server do for the API. */
type Others = Pick<
  ApiServices,
  | 'queue'
  | 'webhooks'
  | 'exportTranslations'
  | 'repositoryConfig'
  | 'assertModel'
  | 'modelObstacle'
  | 'showDraft'
  | 'termUses'
  | 'segments'
  | 'assistant'
  | 'sessionOf'
  | 'domains'
  | 'sendMail'
  | 'passwordResets'
> &
  Required<Pick<ApiSettings, 'log' | 'addressOf' | 'originOf'>> & {
    readonly deployments: ReturnType<typeof openDeployments>;
    readonly wrongKeys: FailureLimiter;
    readonly shared?: SharedOutputs;
  };

/** Opens the applications below `/api/v1` and `/platform`, which count wrong keys together. */
export function openApplications(
  options: BackendOptions,
  base: Base,
  others: Others,
): Applications {
  const { store, now, newId, limits } = base;
  const { deployments, log, addressOf, originOf, wrongKeys, shared, ...services } = others;
  const limiter = limitersOf(base);
  const api = createApi(
    {
      ...services,
      ...settingsOf(options),
      ...{ store, now, newId },
      countsSearches: limits.searchRetention > 0,
      countsVisits: limits.analyticsRetention > 0,
      readerLimits: {
        visitor: limiter('feedback-visitor', fixedLimits.feedback),
        address: limiter('feedback-address', perMinute('address', limits.feedbackRate)),
      },
      signInLimits: {
        address: limiter('member-sign-in', fixedLimits.signIn),
        account: limiter('member-sign-in-account', fixedLimits.signInAccount),
      },
      checkConfig: async (text, project) => {
        // Files that it names are looked for in the sources.
        await shared?.whole(project.id, 'source');
        return checkConfigApart({ text, built: deployments.builtOf(project.id) });
      },
      ...deploymentServices(options, base, others),
      removeFileTranslations: async ({ deployment_id: id }, language) => {
        const folder = id === null ? undefined : deployments.folderOf(id);
        if (folder !== undefined) await removeFileTranslations(folder, language);
      },
    },
    {
      version: options.version,
      ...{ log, addressOf, originOf },
      ...given({ origins: options.origins }),
      limits: {
        all: limiter('key', perMinute('default', limits.keyRate, limits.keyBurst)),
        heavy: limiter('key-heavy', perMinute('heavy', limits.heavyRate)),
        wrongKeys,
      },
    },
  );
  return { api, ...platformOf(options, base, others) };
}

/** Settings of the server that the API has as they are. */
function settingsOf({ chatTokens, price, searches, service, dashboardHost }: BackendOptions) {
  return given({ chatTokens, tokenPrice: price, searches, service, dashboardHost });
}

/** What takes deployments and previews, which come from the same places. */
function deploymentServices(
  options: BackendOptions,
  base: Base,
  { deployments, shared, webhooks }: Others,
): Pick<ApiServices, 'uploads' | 'previews'> {
  const { store, now, newId } = base;
  const places = openUploadPlaces({
    ...{ out: options.out, folderOf: deployments.folderOf },
    ...given({ shared }),
  });
  const records = shared?.previews ?? localRecords;
  const tellOfPreview = async (project: ProjectFacts, events: readonly SiteEvent[]) => {
    await store.transaction((trx) => tell(base, trx, { project, events }));
    webhooks.wake();
  };
  return {
    uploads: openUploads({
      ...{ store, now, newId, places, previews: records },
      deployed: deployments.deployed,
      expect: deployments.expect,
      ...given({ shared, show: options.show, served: options.served }),
    }),
    previews: openPreviews({
      ...{ now, newId, places, records },
      ...given({ shared, previewHost: options.previewHost }),
      ...(options.previewEvents ? { tell: tellOfPreview } : {}),
    }),
  };
}

/** The payments platform, also at a host of its own. */
function platformOf(
  { platformHost: host }: BackendOptions,
  base: Base,
  { log, addressOf, wrongKeys }: Others,
): Omit<Applications, 'api'> {
  const { store, now, newId } = base;
  const limit = limitersOf(base)('platform', fixedLimits.platform);
  const payments = { store, now, newId, log, addressOf, wrongKeys, limit };
  return {
    platform: createPlatform(payments),
    ...(host ? { platformAt: { host, fetch: createPlatform(payments, '').fetch } } : {}),
  };
}

function limitersOf({ counts, now }: Base) {
  return (space: string, limit: RateLimit) => createRateLimiter(limit, counts(space), now);
}

function perMinute(name: string, perMinute: number, burst = 0): RateLimit {
  return { name, perMinute, burst };
}

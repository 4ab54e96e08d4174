import type { SiteEvent } from '../../schema/events.ts';
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

/** Opens the applications below `/api/v1` and `/platform`, which count wrong keys together. */
export function openApplications(
  options: BackendOptions,
  base: Base,
  given: Pick<
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
    },
): Applications {
  const { store, now, newId, limits, counts } = base;
  const limiter = (space: string, limit: RateLimit) => createRateLimiter(limit, counts(space), now);
  const { deployments, log, addressOf, originOf, wrongKeys, shared, ...services } = given;
  const places = openUploadPlaces({
    ...{ out: options.out, folderOf: deployments.folderOf },
    ...(shared ? { shared } : {}),
  });
  const records = shared?.previews ?? localRecords;
  const api = createApi(
    {
      ...services,
      ...{ store, now, newId },
      ...(options.chatTokens ? { chatTokens: options.chatTokens } : {}),
      ...(options.price ? { tokenPrice: options.price } : {}),
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
      ...(options.searches ? { searches: options.searches } : {}),
      ...(options.service ? { service: options.service } : {}),
      ...(options.dashboardHost ? { dashboardHost: options.dashboardHost } : {}),
      uploads: openUploads({
        ...{ store, now, newId, places, previews: records },
        deployed: deployments.deployed,
        expect: deployments.expect,
        ...(shared ? { shared } : {}),
        ...(options.show ? { show: options.show } : {}),
        ...(options.served ? { served: options.served } : {}),
      }),
      previews: openPreviews({
        ...{ now, newId, places, records },
        ...(options.previewHost ? { previewHost: options.previewHost } : {}),
        ...(options.previewEvents
          ? {
              tell: async (project: ProjectFacts, events: readonly SiteEvent[]) => {
                await store.transaction((trx) => tell(base, trx, { project, events }));
                services.webhooks.wake();
              },
            }
          : {}),
        ...(shared ? { shared } : {}),
      }),
      removeFileTranslations: async ({ deployment_id: id }, language) => {
        const folder = id === null ? undefined : deployments.folderOf(id);
        if (folder !== undefined) await removeFileTranslations(folder, language);
      },
    },
    {
      version: options.version,
      ...{ log, addressOf, originOf },
      ...(options.origins ? { origins: options.origins } : {}),
      limits: {
        all: limiter('key', perMinute('default', limits.keyRate, limits.keyBurst)),
        heavy: limiter('key-heavy', perMinute('heavy', limits.heavyRate)),
        wrongKeys,
      },
    },
  );
  const payments = {
    ...{ store, now, newId, log, addressOf, wrongKeys },
    limit: limiter('platform', fixedLimits.platform),
  };
  const { platformHost: host } = options;
  return {
    api,
    platform: createPlatform(payments),
    ...(host ? { platformAt: { host, fetch: createPlatform(payments, '').fetch } } : {}),
  };
}

function perMinute(name: string, perMinute: number, burst = 0): RateLimit {
  return { name, perMinute, burst };
}

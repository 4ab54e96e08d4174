import { Resolver } from 'node:dns/promises';
import { given } from '../../schema/given.ts';
import { publicOnly } from '../../schema/network.ts';
import { openModels } from '../assistant/model/models.ts';
import { type Assistant, openAssistant } from '../assistant/service.ts';
import { liveSites } from '../assistant/site/live.ts';
import { chatLimits, fixedLimits } from '../http/limits.ts';
import {
  createFailureLimiter,
  createRateLimiter,
  createSlidingLimiter,
  type FailureLimiter,
  memoryCounts,
} from '../http/rate-limit.ts';
import { mailDisabledWebhook } from '../mail/disabled-webhook.ts';
import { type Mailer, openMailer } from '../mail/mailer.ts';
import { createVault, keyFor } from '../secrets/vault.ts';
import { initialLimits } from '../settings/limits.ts';
import { createDomains, type Domains } from '../site/domains.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import { createIds } from '../store/ids.ts';
import type { Trx } from '../store/open.ts';
import { sharedCounts } from '../store/rate-counts.ts';
import type { WebhookRow } from '../store/webhook-tables.ts';
import { createQueue } from '../tasks/create-queue.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import { openWebhooks, type WebhookOptions, type Webhooks } from '../webhooks/service.ts';
import { openDatabase } from './database.ts';
import { openDeployments } from './deployments.ts';
import type { BackendOptions, Base } from './options.ts';
import { openReaders } from './readers.ts';
import { openTranslation, type ServerTranslation } from './translation.ts';

/** What a server works with, besides what answers requests. */
export interface Parts extends ReturnType<typeof openReaders> {
  readonly base: Base;
  readonly mailer: Mailer | undefined;
  readonly webhooks: Webhooks;
  readonly queue: TaskQueue;
  readonly domains: Domains;
  readonly assistant: Assistant;
  readonly translation: ServerTranslation;
  /** Absent without object storage. */
  readonly shared: SharedOutputs | undefined;
  readonly deployments: ReturnType<typeof openDeployments>;
  readonly wrongKeys: FailureLimiter;
}

/** Notes a part that is to be closed with the server, and answers it. */
export type Opened = <Part extends { readonly close: () => Promise<void> }>(part: Part) => Part;

/** Milliseconds that running tasks get when the server stops. */
const grace = 4000;

const resolver = new Resolver({ timeout: 2000, tries: 2 });

/** Opens all parts, in the order in which one needs the other. */
export async function openParts(options: BackendOptions, opened: Opened): Promise<Parts> {
  const { log } = options;
  const clock = { now: Date.now, newId: createIds(Date.now), log };
  const { store, instanceKey } = opened(await openDatabase(options, clock));
  const { limits = initialLimits, policy = publicOnly } = options;
  const counts = (space: string) =>
    store.kind === 'postgres' ? sharedCounts(store, space) : memoryCounts();
  const base: Base = { ...clock, store, limits, policy, instanceKey, counts };
  const mailer = options.mail && openMailer(options.mail);
  const onDisabled = (trx: Trx, webhook: WebhookRow) =>
    mailDisabledWebhook({ queue, service: options.service ?? 'Docent' }, trx, webhook);
  const webhooks = opened(webhooksOf(options, base, mailer ? onDisabled : undefined));
  const queue = createQueue(store, { ...clock, grace });
  opened({ close: queue.stop });
  const domains = domainsOf(options, base);
  const readers = openReaders(options, mailer, base);
  const assistant = opened(assistantOf(options, base, webhooks));
  const translation = openTranslation({ ...options, modelPatience: limits.modelPatience });
  const { wake } = webhooks;
  const { translates } = translation;
  const shared = await sharedOf(options, base, opened);
  const deployments = opened(
    openDeployments(base, { ...options, queue, translates, wake, ...given({ shared }) }),
  );
  const wrongKeys = createFailureLimiter(
    { name: 'wrong-keys', perMinute: limits.wrongKeys, burst: 0 },
    counts('wrong-keys'),
    base.now,
  );
  return {
    ...{ base, mailer, webhooks, queue, domains, ...readers, assistant },
    ...{ translation, shared, deployments, wrongKeys },
  };
}

/** Opens the object storage that servers have in common, where there is one. */
async function sharedOf(
  { storage, out, show }: BackendOptions,
  { store, limits, now, log }: Base,
  opened: Opened,
): Promise<SharedOutputs | undefined> {
  if (!storage) return undefined;
  if (store.kind !== 'postgres') {
    throw new Error(
      'DOCENT_STORAGE needs a PostgreSQL database, in which servers tell each other what is live. Set DATABASE_URL to postgres://user:password@host/name.',
    );
  }
  const [{ openShared }, { openS3 }] = await Promise.all([
    import('../storage/shared.ts'),
    import('../storage/s3.ts'),
  ]);
  const objects = openS3(storage);
  const tools = { objects, store, out, now, log, diskCache: limits.diskCache };
  return opened(await openShared({ ...tools, ...(show ? { show } : {}) }));
}

function webhooksOf(
  { service = 'Docent' }: BackendOptions,
  { store, policy, limits, instanceKey, log, now, newId, counts }: Base,
  onDisabled: WebhookOptions['onDisabled'],
): Webhooks {
  return openWebhooks({
    ...{ store, policy, service, log, now, newId },
    vault: createVault(instanceKey),
    testLimit: createRateLimiter(fixedLimits.webhookTest, counts('webhook-test')),
    maxRetries: limits.webhookRetries,
    attemptTimeout: limits.webhookTimeout,
    disable: { after: limits.webhookDisableAfter, minAge: limits.webhookDisableAge },
    onDisabled,
  });
}

function domainsOf(
  { baseHost, resolveTxt }: BackendOptions,
  { store, instanceKey, now, log }: Base,
): Domains {
  return createDomains({
    ...{ store, now, log },
    key: keyFor('domain-token', instanceKey),
    resolveTxt: resolveTxt ?? ((name) => resolver.resolveTxt(name)),
    ...given({ baseHost }),
  });
}

function assistantOf(
  { served, chat, models, retention, denied, unsupported, chatTokens }: BackendOptions,
  { store, limits, log, now, newId, counts }: Base,
  { wake }: Webhooks,
): Assistant {
  return openAssistant({
    ...{ store, wake, log, now, newId },
    siteOf: liveSites(served ?? (() => undefined)),
    ...(chat ? openModels(chat, models) : {}),
    ...(retention ? { retention } : {}),
    ...(denied ? { denied } : {}),
    ...(unsupported ? { unsupported } : {}),
    ...given({ chatTokens }),
    readCounts: counts('assistant'),
    limits: {
      visitor: createSlidingLimiter(chatLimits.visitor, now, counts('chat-visitor')),
      address: createSlidingLimiter(
        { name: 'address', perMinute: limits.chatRate },
        now,
        counts('chat-address'),
      ),
      agent: createSlidingLimiter(chatLimits.agent, now, counts('agent')),
    },
  });
}

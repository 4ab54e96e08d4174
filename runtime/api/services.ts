import type { Draft } from '../../pipeline/draft.ts';
import type { SegmentsBody } from '../../schema/api/segments.ts';
import type { ExportView } from '../../schema/api/translations.ts';
import type { DeploymentProblems } from '../../schema/build.ts';
import type { ErrorDetail } from '../../schema/errors.ts';
import type { UploadFile, UploadList } from '../../schema/upload.ts';
import type { Assistant } from '../assistant/service.ts';
import type { DraftResult } from '../drafts/apart.ts';
import type { Call, Endpoint } from '../http/endpoint.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Mail } from '../mail/mailer.ts';
import type { PasswordResets } from '../members/password-reset.ts';
import type { Domains } from '../site/domains.ts';
import type { LiveSearch } from '../site/search.ts';
import type { Session } from '../site/session.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import type { ProjectFacts } from '../store/projects.ts';
import type { RecordRef } from '../store/records.ts';
import type { ConfigRepository } from '../tasks/commit-config.ts';
import type { ExportRequest } from '../tasks/export.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { EditedPage } from '../tasks/translated-segments.ts';
import type { Webhooks } from '../webhooks/service.ts';

/** An upload as the API shows it; `expiresAt` in epoch milliseconds. */
export interface UploadFacts {
  readonly id: string;
  readonly status: 'uploading' | 'published';
  readonly missing: readonly string[];
  readonly expiresAt: number;
}

/** Deployments that clients send, and those that are on the disk. */
export interface Uploads {
  /** The files of a preview, if it has any. */
  readonly live: (
    project: ProjectFacts,
    asked: { readonly preview?: string | undefined; readonly lists: boolean },
  ) => Promise<LiveFiles>;
  readonly start: (project: ProjectFacts, list: UploadList) => Promise<UploadFacts>;
  readonly find: (project: ProjectFacts, id: string) => Promise<UploadFacts>;
  /** Returns the number of blocks. */
  readonly receive: (
    project: ProjectFacts,
    id: string,
    content: AsyncIterable<Uint8Array>,
  ) => Promise<number>;
  /** Returns the id of the deployment, once it is imported. */
  readonly publish: (project: ProjectFacts, id: string) => Promise<string>;
  readonly remove: (project: ProjectFacts, id: string) => Promise<void>;
  readonly promote: (project: ProjectFacts, deploymentId: string) => Promise<void>;
  readonly removeDeployment: (project: ProjectFacts, deploymentId: string) => Promise<void>;
  /** Ids of the deployments that can go live again. */
  readonly kept: (project: ProjectFacts) => ReadonlySet<string>;
  /** The problems that the build of a deployment found; undefined if there were none, or if they are no longer known. */
  readonly problems: (
    project: ProjectFacts,
    deploymentId: string,
  ) => DeploymentProblems | undefined;
  /** The file of a page as it was built; undefined if it is missing, or too large to show. */
  readonly source: (
    project: ProjectFacts,
    deploymentId: string,
    pagePath: string,
  ) => { readonly file: string; readonly bytes: number; readonly text: string } | undefined;
}

/** A preview as the API shows it; times in epoch milliseconds. */
export interface PreviewFacts {
  readonly name: string;
  /** On the host of the site. */
  readonly path: string;
  readonly url: string | null;
  readonly deploymentId: string | null;
  readonly branch: string;
  readonly commitSha: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

/** The previews of projects. */
export interface Previews {
  /** `origin` is where the client sees this server, for the addresses of previews. */
  readonly list: (project: ProjectFacts, origin: string) => Promise<readonly PreviewFacts[]>;
  /** Begins a preview, unless there is one of that name. */
  readonly open: (project: ProjectFacts, name: string, origin: string) => Promise<PreviewFacts>;
  /** Shows what was uploaded for a preview. */
  readonly publish: (
    project: ProjectFacts,
    given: { readonly name: string; readonly uploadId: string; readonly origin: string },
  ) => Promise<PreviewFacts>;
  /** False if there is none of that name. */
  readonly remove: (project: ProjectFacts, name: string) => Promise<boolean>;
}

/** What readers of a project get. */
export interface LiveFiles {
  readonly deploymentId: string | null;
  readonly files: readonly Pick<UploadFile, 'path' | 'sha256' | 'size'>[];
  readonly pages: readonly {
    readonly path: string;
    readonly title: string;
    readonly contentHash: string;
  }[];
}

/** What the routes of the service API are given. */
export interface ApiServices {
  readonly store: Store;
  readonly queue: TaskQueue;
  readonly now: () => number;
  readonly newId: NewId;
  readonly webhooks: Webhooks;
  /** What readers may send: counted by visitor and by address. */
  readonly readerLimits: { readonly visitor: RateLimiter; readonly address: RateLimiter };
  /** Attempts to sign in: counted by address and by account. */
  readonly signInLimits: { readonly address: RateLimiter; readonly account: RateLimiter };
  /** Sends a message; false if it could not be sent. Absent where the server sends none. */
  readonly sendMail?: (mail: Mail) => Promise<boolean>;
  /** Links for a new password. Absent where the server sends no messages. */
  readonly passwordResets?: PasswordResets;
  /** The only host at which members sign in; every one when it is left out. */
  readonly dashboardHost?: string;
  /** Assistant tokens a month of organizations whose plan has no limit; unlimited when left out. */
  readonly chatTokens?: number;
  /** Answers readers' questions; absent where no site is served. */
  readonly assistant?: Assistant;
  /** Every mistake in a `docs.json` text; none when it is valid. */
  readonly checkConfig: (
    text: string,
    project: ProjectFacts,
  ) => readonly ErrorDetail[] | Promise<readonly ErrorDetail[]>;
  /** A page of the live deployment with a `docs.json` that is not saved; undefined if nothing is live here. */
  readonly showDraft?: (project: ProjectFacts, draft: Draft) => Promise<DraftResult | undefined>;
  /** Writes translations to the repository; absent until a git host is connected. */
  readonly exportTranslations?: (request: ExportRequest) => Promise<ExportView>;
  /** The `docs.json` of projects in their repositories; absent until a git host is connected. */
  readonly repositoryConfig?: ConfigRepository;
  /** Translations by segment, as people edit them. */
  readonly segments?: {
    readonly read: (project: ProjectFacts, ref: RecordRef) => Promise<EditedPage>;
    readonly save: (
      project: ProjectFacts,
      ref: RecordRef,
      body: SegmentsBody,
    ) => Promise<EditedPage>;
    readonly undoAcceptance: (project: ProjectFacts, ref: RecordRef) => Promise<EditedPage>;
  };
  /** In how many pages terms occur, in their order; undefined if no deployment is here. */
  readonly termUses?: (
    project: ProjectFacts,
    terms: readonly { readonly term: string; readonly caseSensitive: boolean }[],
  ) => Promise<readonly number[] | undefined>;
  /** Name of the service, first part of the branches that exports make; `Docent` when left out. */
  readonly service?: string;
  /** The search of a project whose site is served here. */
  readonly searches?: (projectId: string) => LiveSearch | undefined;
  /** Whether searches of readers are counted. */
  readonly countsSearches?: boolean;
  /** Whether views of pages are counted. */
  readonly countsVisits?: boolean;
  /** The reader, if there is a session for the site of that project. */
  readonly sessionOf?: (request: Request, projectId: string) => Promise<Session | undefined>;
  /** Which project a domain belongs to. */
  readonly domains: Domains;
  /**
   * Deletes the translations of a language that `docent translate` has saved for the site of a
   * project.
   */
  readonly removeFileTranslations?: (project: ProjectFacts, language: string) => Promise<void>;
  /** Absent where no output folder is served. */
  readonly uploads?: Uploads;
  /** Absent like `uploads`. */
  readonly previews?: Previews;
  /** Prices of a million tokens of the model that translates. */
  readonly tokenPrice?: { readonly input: number; readonly output: number };
  /** Why no page can be translated here; absent where there is a language model. */
  readonly modelObstacle?: string;
  /** Throws `TRANSLATION_FAILED` when the language model is known to be out of reach. */
  readonly assertModel?: () => Promise<void>;
}

export type ApiCall = Call<ApiServices, ProjectFacts>;
export type ApiEndpoint = Endpoint<ApiServices, ProjectFacts>;

/** Who reads, when the request has the cookie of a session; nothing else of the request counts. */
export async function readerOf({
  services,
  project,
  header,
}: Pick<ApiCall, 'services' | 'project' | 'header'>): Promise<Session | undefined> {
  const cookie = header('cookie');
  if (!cookie || !services.sessionOf) return undefined;
  return services.sessionOf(new Request('https://localhost/', { headers: { cookie } }), project.id);
}

/** The span of time that a query asks for, in epoch milliseconds. */
export function spanOf(query: Readonly<Record<string, unknown>>) {
  const timeOf = (value: unknown) => (value === undefined ? undefined : Date.parse(String(value)));
  return { from: timeOf(query.from), to: timeOf(query.to) };
}

/** An ISO 8601 time in UTC with milliseconds. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

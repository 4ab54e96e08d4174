// Written by `npm run reference`: change the description of the API instead.
import type { ApiCall, ChatStream, PagedCall, RequestOptions } from './calls.ts';
import type { AgentJobCompletedEvent, Analytics, AssistantConversationCompletedEvent, AssistantUsage, AuditEntry, CitationReport, CitationReportChanges, ClosedConversation, CommittedConfig, ConfigCommit, ConfigPreview, Conversation, ConversationWithMessages, CreatedProject, CreatedWebhook, DeletedConversation, DeletedProject, DeletedTerm, DeletedWebhook, Delivery, DeliveryWithAttempts, Deployment, DeploymentChange, DeploymentChangeDetails, DeploymentCompletedEvent, DeploymentFailedEvent, DeploymentPage, DeploymentProblem, DeploymentRun, DeploymentStartedEvent, EditorialItem, EventType, Export, ExportResult, Feedback, FeedbackChanges, FeedbackItem, FeedbackReceivedEvent, Gap, ImportedTerms, Invitation, InvitationCreated, Invite, Job, JobEstimate, JobReport, Key, KeyCreated, Language, LanguageChanges, LanguageCode, LanguageList, LiveFiles, Me, Member, MemberUpdate, NewFeedback, NewJob, NewKey, NewLanguage, NewPreview, NewProject, NewTerm, NewUpload, NewWebhook, Overview, PageCreatedEvent, PageDeletedEvent, PageDetails, PageFolder, PageItem, PageUpdatedEvent, Preview, PreviewUpload, PreviewedPage, Project, ProjectChanges, ProjectWithConfig, Question, QueuedJob, RatedConversation, Rating, ReceivedBlocks, RemovedLanguage, Replay, ReplayResult, RepositoryConfig, RotatedSecret, SearchOfPage, SearchResults, SegmentChanges, StoppedAnswer, Term, TermChanges, TermUses, TermsImport, TranslatedSegments, TranslationRecord, UpdatedProject, UpdatedTerm, UpdatedWebhook, Upload, Usage, Visitor, Webhook, WebhookChanges, WebhookTest, WebhookTestResult } from './models.ts';

/** Method and path of each operation, and what is special about it. */
export const operations = {
  getMe: 'GET /me',
  listProjects: 'GET /projects list input',
  createProject: 'POST /projects input key',
  getProject: 'GET /projects/{projectId}',
  updateProject: 'PATCH /projects/{projectId} input',
  deleteProject: 'DELETE /projects/{projectId}',
  getRepositoryConfig: 'GET /projects/{projectId}/config/repository',
  commitConfig: 'POST /projects/{projectId}/config/commit input key',
  previewConfig: 'POST /projects/{projectId}/config/preview input',
  getOverview: 'GET /projects/{projectId}/overview input',
  getUsage: 'GET /usage input',
  getAnalytics: 'GET /projects/{projectId}/analytics input',
  listPages: 'GET /projects/{projectId}/pages list input',
  listPageFolders: 'GET /projects/{projectId}/page-folders list input',
  getPage: 'GET /projects/{projectId}/pages/{pagePath} input',
  listPagesToImprove: 'GET /projects/{projectId}/analytics/editorial list input',
  listLanguages: 'GET /projects/{projectId}/languages',
  addLanguage: 'POST /projects/{projectId}/languages input key',
  getLanguage: 'GET /projects/{projectId}/languages/{code}',
  updateLanguage: 'PATCH /projects/{projectId}/languages/{code} input',
  removeLanguage: 'DELETE /projects/{projectId}/languages/{code}',
  triggerTranslation: 'POST /projects/{projectId}/translate input key',
  listJobs: 'GET /projects/{projectId}/translate list input',
  estimateJob: 'GET /projects/{projectId}/translate/estimate input',
  getJob: 'GET /projects/{projectId}/translate/{jobId}',
  getJobReport: 'GET /projects/{projectId}/translate/{jobId}/report',
  cancelJob: 'POST /projects/{projectId}/translate/{jobId}/cancel key',
  listTranslations: 'GET /projects/{projectId}/translations list input',
  releaseTranslation: 'DELETE /projects/{projectId}/translations/{language}/{pagePath}/ownership',
  exportTranslations: 'POST /projects/{projectId}/translations/export-repo input key',
  getSegments: 'GET /projects/{projectId}/translations/{language}/{pagePath}/segments',
  saveSegments: 'PUT /projects/{projectId}/translations/{language}/{pagePath}/segments input',
  undoAcceptance: 'DELETE /projects/{projectId}/translations/{language}/{pagePath}/acceptance',
  listTerms: 'GET /projects/{projectId}/glossary list input',
  addTerm: 'POST /projects/{projectId}/glossary input key',
  listTermUses: 'GET /projects/{projectId}/glossary/uses list input',
  importTerms: 'POST /projects/{projectId}/glossary/import input key',
  getTerm: 'GET /projects/{projectId}/glossary/{termId}',
  updateTerm: 'PUT /projects/{projectId}/glossary/{termId} input',
  patchTerm: 'PATCH /projects/{projectId}/glossary/{termId} input',
  deleteTerm: 'DELETE /projects/{projectId}/glossary/{termId}',
  listWebhooks: 'GET /projects/{projectId}/webhooks',
  createWebhook: 'POST /projects/{projectId}/webhooks input key',
  getWebhook: 'GET /projects/{projectId}/webhooks/{webhookId}',
  updateWebhook: 'PATCH /projects/{projectId}/webhooks/{webhookId} input',
  deleteWebhook: 'DELETE /projects/{projectId}/webhooks/{webhookId}',
  testWebhook: 'POST /projects/{projectId}/webhooks/{webhookId}/test input key',
  rotateWebhookSecret: 'POST /projects/{projectId}/webhooks/{webhookId}/rotate-secret key',
  listDeliveries: 'GET /projects/{projectId}/webhooks/{webhookId}/deliveries list input',
  getDelivery: 'GET /projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}',
  redeliver: 'POST /projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver key',
  replayDeliveries: 'POST /projects/{projectId}/webhooks/{webhookId}/replay input key',
  listEvents: 'GET /projects/{projectId}/events list input',
  getEvent: 'GET /projects/{projectId}/events/{eventId}',
  listDeployments: 'GET /projects/{projectId}/deployments list input',
  getDeployment: 'GET /projects/{projectId}/deployments/{deploymentId}',
  deleteDeployment: 'DELETE /projects/{projectId}/deployments/{deploymentId}',
  listDeploymentChanges: 'GET /projects/{projectId}/deployments/{deploymentId}/changes list input',
  getDeploymentChange: 'GET /projects/{projectId}/deployments/{deploymentId}/changes/{pagePath}',
  getDeploymentPage: 'GET /projects/{projectId}/deployments/{deploymentId}/pages/{pagePath}',
  listDeploymentProblems: 'GET /projects/{projectId}/deployments/{deploymentId}/problems list input',
  listDeploymentRuns: 'GET /projects/{projectId}/deployment-runs list input',
  getLiveFiles: 'GET /projects/{projectId}/live-files input',
  startUpload: 'POST /projects/{projectId}/uploads input key',
  getUpload: 'GET /projects/{projectId}/uploads/{uploadId}',
  deleteUpload: 'DELETE /projects/{projectId}/uploads/{uploadId}',
  sendBlocks: 'PUT /projects/{projectId}/uploads/{uploadId}/blocks bytes',
  publishUpload: 'POST /projects/{projectId}/uploads/{uploadId}/publish key',
  promoteDeployment: 'POST /projects/{projectId}/deployments/{deploymentId}/promote key',
  listPreviews: 'GET /projects/{projectId}/previews',
  openPreview: 'POST /projects/{projectId}/previews input key',
  publishPreview: 'POST /projects/{projectId}/previews/{preview}/publish input key',
  deletePreview: 'DELETE /projects/{projectId}/previews/{preview}',
  listFeedback: 'GET /projects/{projectId}/feedback list input',
  getFeedback: 'GET /projects/{projectId}/feedback/{feedbackId}',
  updateFeedback: 'PATCH /projects/{projectId}/feedback/{feedbackId} input',
  search: 'GET /search/{projectId} input',
  reportSearches: 'POST /search/{projectId}/searches input key',
  listSearches: 'GET /search/{projectId}/searches list input',
  listSearchesOfPage: 'GET /search/{projectId}/page-searches list input',
  sendFeedback: 'POST /feedback/{projectId} input key',
  sendMessage: 'POST /assistant/{projectId}/chat stream input key',
  resumeMessage: 'GET /assistant/{projectId}/chat/{messageId}/stream stream input',
  stopMessage: 'POST /assistant/{projectId}/chat/{messageId}/stop input key',
  listConversations: 'GET /assistant/{projectId}/conversations list input',
  getConversation: 'GET /assistant/{projectId}/conversations/{conversationId}',
  deleteConversation: 'DELETE /assistant/{projectId}/conversations/{conversationId}',
  rateConversation: 'POST /assistant/{projectId}/conversations/{conversationId}/rating input key',
  closeConversation: 'POST /assistant/{projectId}/conversations/{conversationId}/close input key',
  getAssistantUsage: 'GET /assistant/{projectId}/usage input',
  reportCitation: 'POST /assistant/{projectId}/conversations/{conversationId}/reports input key',
  listCitationReports: 'GET /assistant/{projectId}/reports list input',
  getCitationReport: 'GET /assistant/{projectId}/reports/{reportId}',
  updateCitationReport: 'PATCH /assistant/{projectId}/reports/{reportId} input',
  listGaps: 'GET /assistant/{projectId}/gaps list input',
  getGap: 'GET /assistant/{projectId}/gaps/{gapId}',
  listMembers: 'GET /members list input',
  updateMember: 'PATCH /members/{userId} input',
  removeMember: 'DELETE /members/{userId}',
  listInvitations: 'GET /invitations list input',
  inviteMember: 'POST /invitations input',
  withdrawInvitation: 'DELETE /invitations/{invitationId}',
  listKeys: 'GET /keys list input',
  createKey: 'POST /keys input',
  revokeKey: 'DELETE /keys/{keyId}',
  listAuditLog: 'GET /audit list input',
  getAuditEntry: 'GET /audit/{entryId}',
} as const;

/** A method for each operation of the API, named by its `operationId`. */
export interface Operations {
  /** Get key and organization. The organization of the key or member, its plan with limits and usage, and what the key may do. Scope: none. */
  getMe(options?: RequestOptions): ApiCall<Me>;
  /** List projects. The caller's projects, newest first. Scope: `projects:read`. */
  listProjects(query?: ListProjectsQuery, options?: RequestOptions): PagedCall<Project>;
  /** Create project. Adds a project to the organization of the key. Scope: `projects:write`. */
  createProject(body: NewProject, options?: RequestOptions): ApiCall<CreatedProject>;
  /** Get project. One project with its configuration. `ETag` identifies its version. Scope: `projects:read`. */
  getProject(projectId: string, options?: RequestOptions): ApiCall<ProjectWithConfig>;
  /** Update project. Changes the given fields; `null` clears an optional field. The site is built again with a changed `configJson`, which counts until a changed `docs.json` is deployed. Respects `If-Match`. Scope: `projects:write`. */
  updateProject(projectId: string, body: ProjectChanges, options?: RequestOptions): ApiCall<UpdatedProject>;
  /** Delete project. Permanently deletes the project and everything that belongs to it. Scope: `projects:write`. */
  deleteProject(projectId: string, options?: RequestOptions): ApiCall<DeletedProject>;
  /** Get repository configuration. The `docs.json` at the head of the branch that is deployed, as the repository has it, with its version. Scope: `projects:write`. It has no test mode: test keys get 403. */
  getRepositoryConfig(projectId: string, options?: RequestOptions): ApiCall<RepositoryConfig>;
  /** Commit configuration. Commits a `docs.json` to the repository of the project: on the branch that is deployed, or on a new one. No other file changes. The project has the new configuration once the commit is deployed. Scope: `projects:write`. It has no test mode: test keys get 403. */
  commitConfig(projectId: string, body: ConfigCommit, options?: RequestOptions): ApiCall<CommittedConfig>;
  /** Preview configuration. Renders one page from the sources of the live deployment with another `docs.json`. Nothing is saved. From other hosts, only what the `docs.json` of the deployment names is read. Scope: `projects:write`. It has no test mode: test keys get 403. */
  previewConfig(projectId: string, body: ConfigPreview, options?: RequestOptions): ApiCall<PreviewedPage>;
  /** Get overview. Deployment, languages, searches, questions, feedback and webhooks in numbers. Scope: `projects:read`. */
  getOverview(projectId: string, query?: GetOverviewQuery, options?: RequestOptions): ApiCall<Overview>;
  /** Get usage. What the organization uses of each limit of its plan: now, this month, and by day. Scope: none. */
  getUsage(query?: GetUsageQuery, options?: RequestOptions): ApiCall<Usage>;
  /** Get analytics. Views and visitors by day, the pages that were read most, where their readers came from, and addresses without a page. Scope: `projects:read`. */
  getAnalytics(projectId: string, query?: GetAnalyticsQuery, options?: RequestOptions): ApiCall<Analytics>;
  /** List pages. The pages of the source language with their translations, problems of the last build, and numbers of their readers. Scope: `projects:read`. */
  listPages(projectId: string, query?: ListPagesQuery, options?: RequestOptions): PagedCall<PageItem>;
  /** List folders of pages. The folders directly in a folder of the paths of pages, by name, each with sums of all the pages in it and below it. `folder` of List pages has the pages next to them. Scope: `projects:read`. */
  listPageFolders(projectId: string, query?: ListPageFoldersQuery, options?: RequestOptions): PagedCall<PageFolder>;
  /** Get page. One page with its source, the state of its translations, and its problems. Scope: `projects:read`. */
  getPage(projectId: string, pagePath: string, query?: GetPageQuery, options?: RequestOptions): ApiCall<PageDetails>;
  /** List pages to improve. The pages whose readers lose most by bad text, broken links, failed answers, searches that go on, stale translations or age: the most rewarding first, with the reasons. Scope: `projects:read`. */
  listPagesToImprove(projectId: string, query?: ListPagesToImproveQuery, options?: RequestOptions): PagedCall<EditorialItem>;
  /** List languages. Source language and target languages with their completeness. Scope: `projects:read`. */
  listLanguages(projectId: string, options?: RequestOptions): ApiCall<LanguageList>;
  /** Add language. Adds a target language. Does not start a translation. Scope: `projects:write`. */
  addLanguage(projectId: string, body: NewLanguage, options?: RequestOptions): ApiCall<Language>;
  /** Get language. One target language with its completeness. Scope: `projects:read`. */
  getLanguage(projectId: string, code: LanguageCode, options?: RequestOptions): ApiCall<Language>;
  /** Update language. Turns automatic translation on or off. Scope: `projects:write`. */
  updateLanguage(projectId: string, code: LanguageCode, body: LanguageChanges, options?: RequestOptions): ApiCall<Language>;
  /** Remove language. Permanently deletes all translations of the language, including those in the translation memory. A language that `i18n.languages` of `docs.json` names is a target again when a changed `docs.json` is deployed that still names it. Scope: `projects:write`. */
  removeLanguage(projectId: string, code: LanguageCode, options?: RequestOptions): ApiCall<RemovedLanguage>;
  /** Trigger translation. Queues pages for translation into one language. Scope: `translations:write`. */
  triggerTranslation(projectId: string, body: NewJob, options?: RequestOptions): ApiCall<QueuedJob>;
  /** List jobs. The translation jobs of a project, newest first. Scope: `projects:read`. */
  listJobs(projectId: string, query?: ListJobsQuery, options?: RequestOptions): PagedCall<Job>;
  /** Estimate a job. What a job with the same parameters would take. Queues nothing and asks no model: tokens are those of the project’s last jobs for as many words, or of other documentation before there were any. Texts that were translated before cost nothing. Scope: `projects:read`. */
  estimateJob(projectId: string, query: EstimateJobQuery, options?: RequestOptions): ApiCall<JobEstimate>;
  /** Get job. Status and progress of a translation job. Scope: `projects:read`. */
  getJob(projectId: string, jobId: string, options?: RequestOptions): ApiCall<Job>;
  /** Get job report. What a job has translated, what it has not and why, and what it has cost. Numbers grow while it runs. Scope: `projects:read`. */
  getJobReport(projectId: string, jobId: string, options?: RequestOptions): ApiCall<JobReport>;
  /** Cancel job. Cancels the remaining pages of a job. A job that has ended does not change. Scope: `translations:write`. */
  cancelJob(projectId: string, jobId: string, options?: RequestOptions): ApiCall<Job>;
  /** List translations. The status of every page in one language, sorted by page path. Scope: `projects:read`. */
  listTranslations(projectId: string, query: ListTranslationsQuery, options?: RequestOptions): PagedCall<TranslationRecord>;
  /** Release translation. Returns a translation owned by a person to automatic translation. Scope: `translations:write`. */
  releaseTranslation(projectId: string, language: LanguageCode, pagePath: string, options?: RequestOptions): ApiCall<TranslationRecord>;
  /** Export translations. Commits the translations of one language to a branch of the repository. Scope: `projects:write`. It has no test mode: test keys get 403. */
  exportTranslations(projectId: string, body: Export, options?: RequestOptions): ApiCall<ExportResult>;
  /** Get segments. A page and its translation side by side: each segment with its marks, and whether its source was changed. Scope: `projects:read`. */
  getSegments(projectId: string, language: LanguageCode, pagePath: string, options?: RequestOptions): ApiCall<TranslatedSegments>;
  /** Save segments. Replaces the words of segments. A person owns the translation from then on: no job overwrites it. Words that would change more than words of the page are refused, with the reason at their segment. The site is built with them within seconds. Scope: `translations:write`. */
  saveSegments(projectId: string, language: LanguageCode, pagePath: string, body: SegmentChanges, options?: RequestOptions): ApiCall<TranslatedSegments>;
  /** Undo acceptance. Takes back that a translation was declared current with `accept` of Save segments: its words, its state and whether a person owns it are what they were before. Possible for 24 hours, as long as neither the page nor its translation was changed since. Scope: `translations:write`. */
  undoAcceptance(projectId: string, language: LanguageCode, pagePath: string, options?: RequestOptions): ApiCall<TranslatedSegments>;
  /** List glossary terms. The terms of a project, sorted by name. Scope: `projects:read`. */
  listTerms(projectId: string, query?: ListTermsQuery, options?: RequestOptions): PagedCall<Term>;
  /** Add glossary term. Adds a term with its translations. Scope: `projects:write`. */
  addTerm(projectId: string, body: NewTerm, options?: RequestOptions): ApiCall<Term>;
  /** List uses of glossary terms. In how many pages each term occurs as whole words, outside of code. Sorted and paged like List glossary terms. The first request after a deployment reads all pages. Scope: `projects:read`. */
  listTermUses(projectId: string, query?: ListTermUsesQuery, options?: RequestOptions): PagedCall<TermUses>;
  /** Import glossary terms. Adds many terms, and changes those that the glossary has. Terms that are refused are left out, with the reason; the others are stored together. Scope: `projects:write`. */
  importTerms(projectId: string, body: TermsImport, options?: RequestOptions): ApiCall<ImportedTerms>;
  /** Get glossary term. One term of a project. Scope: `projects:read`. */
  getTerm(projectId: string, termId: string, options?: RequestOptions): ApiCall<Term>;
  /** Update glossary term. Changes the given fields; `translations` replaces the whole map. Scope: `projects:write`. */
  updateTerm(projectId: string, termId: string, body: TermChanges, options?: RequestOptions): ApiCall<UpdatedTerm>;
  /** Update glossary term (PATCH). Changes the given fields; `translations` replaces the whole map. Scope: `projects:write`. */
  patchTerm(projectId: string, termId: string, body: TermChanges, options?: RequestOptions): ApiCall<UpdatedTerm>;
  /** Delete glossary term. Deletes a term. Scope: `projects:write`. */
  deleteTerm(projectId: string, termId: string, options?: RequestOptions): ApiCall<DeletedTerm>;
  /** List webhooks. All webhooks of a project, with masked secrets. Scope: `projects:write`. */
  listWebhooks(projectId: string, options?: RequestOptions): ApiCall<readonly Webhook[]>;
  /** Create webhook. Subscribes a URL to events. Only this response contains the full secret. Scope: `projects:write`. */
  createWebhook(projectId: string, body: NewWebhook, options?: RequestOptions): ApiCall<CreatedWebhook>;
  /** Get webhook. One webhook of a project, with its secret masked. Scope: `projects:write`. */
  getWebhook(projectId: string, webhookId: string, options?: RequestOptions): ApiCall<Webhook>;
  /** Update webhook. Changes the given fields; `events` replaces the whole list. Scope: `projects:write`. */
  updateWebhook(projectId: string, webhookId: string, body: WebhookChanges, options?: RequestOptions): ApiCall<UpdatedWebhook>;
  /** Delete webhook. Deletes a webhook and its delivery log; no more events are sent to it. Scope: `projects:write`. */
  deleteWebhook(projectId: string, webhookId: string, options?: RequestOptions): ApiCall<DeletedWebhook>;
  /** Send test event. Sends one sample event, signed like a real one, and returns the response of the receiver. It counts neither as a failure nor towards the monthly limit. Scope: `projects:write`. */
  testWebhook(projectId: string, webhookId: string, body: WebhookTest, options?: RequestOptions): ApiCall<WebhookTestResult>;
  /** Rotate secret. Generates a new secret. Deliveries carry both signatures for 24 hours. Scope: `projects:write`. */
  rotateWebhookSecret(projectId: string, webhookId: string, options?: RequestOptions): ApiCall<RotatedSecret>;
  /** List deliveries. The delivery log of the last 30 days, newest first. Scope: `projects:write`. */
  listDeliveries(projectId: string, webhookId: string, query?: ListDeliveriesQuery, options?: RequestOptions): PagedCall<Delivery>;
  /** Get delivery. One delivery with its request and every attempt. Scope: `projects:write`. */
  getDelivery(projectId: string, webhookId: string, deliveryId: string, options?: RequestOptions): ApiCall<DeliveryWithAttempts>;
  /** Redeliver. Sends one delivery again, with the same id. Scope: `projects:write`. */
  redeliver(projectId: string, webhookId: string, deliveryId: string, options?: RequestOptions): ApiCall<ReplayResult>;
  /** Replay deliveries. Sends all undelivered events of a time range again, with the same ids. Those beyond a monthly limit count towards the current month, the oldest first, as far as it allows. Scope: `projects:write`. */
  replayDeliveries(projectId: string, webhookId: string, body: Replay, options?: RequestOptions): ApiCall<ReplayResult>;
  /** List events. The events of the last 30 days in the order in which they were recorded, oldest first; with `from` or `to`, in the order in which they happened. To follow a project, ask again with the id of the last event as `after`. Scope: `projects:read`. */
  listEvents(projectId: string, query?: ListEventsQuery, options?: RequestOptions): PagedCall<DeploymentStartedEvent | DeploymentCompletedEvent | DeploymentFailedEvent | PageCreatedEvent | PageUpdatedEvent | PageDeletedEvent | FeedbackReceivedEvent | AssistantConversationCompletedEvent | AgentJobCompletedEvent>;
  /** Get event. One event, as webhooks receive it. Scope: `projects:read`. */
  getEvent(projectId: string, eventId: string, options?: RequestOptions): ApiCall<DeploymentStartedEvent | DeploymentCompletedEvent | DeploymentFailedEvent | PageCreatedEvent | PageUpdatedEvent | PageDeletedEvent | FeedbackReceivedEvent | AssistantConversationCompletedEvent | AgentJobCompletedEvent>;
  /** List deployments. The last 100 deployments of a project, newest first. Scope: `projects:read`. */
  listDeployments(projectId: string, query?: ListDeploymentsQuery, options?: RequestOptions): PagedCall<Deployment>;
  /** Get deployment. One deployment, and how much it changed. Scope: `projects:read`. */
  getDeployment(projectId: string, deploymentId: string, options?: RequestOptions): ApiCall<Deployment>;
  /** Delete deployment. Removes the files of a deployment that is not live, and its entry in the list. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  deleteDeployment(projectId: string, deploymentId: string, options?: RequestOptions): ApiCall<{
    /** Its id. */
    readonly id: string;
  }>;
  /** List changes of a deployment. The pages whose source differs from the deployment before, sorted by path. Scope: `projects:read`. */
  listDeploymentChanges(projectId: string, deploymentId: string, query?: ListDeploymentChangesQuery, options?: RequestOptions): PagedCall<DeploymentChange>;
  /** Get change of a page. What a deployment changed in the source of a page, line by line, as long as the server has the files of it and of the deployment before, and each has at most 1 MB. Scope: `projects:read`. */
  getDeploymentChange(projectId: string, deploymentId: string, pagePath: string, options?: RequestOptions): ApiCall<DeploymentChangeDetails>;
  /** Get page of a deployment. The source of a page as a deployment was built from it, as long as its file is on the server and has at most 1 MB. Scope: `projects:read`. */
  getDeploymentPage(projectId: string, deploymentId: string, pagePath: string, options?: RequestOptions): ApiCall<DeploymentPage>;
  /** List problems of a deployment. What the build of a deployment found wrong, by file and place: the first 1000 problems, as long as the files of the deployment are on the server. Scope: `projects:read`. */
  listDeploymentProblems(projectId: string, deploymentId: string, query?: ListDeploymentProblemsQuery, options?: RequestOptions): PagedCall<DeploymentProblem>;
  /** List deployment runs. The deployments that a server is receiving or making, from an upload or with new translations, and those that failed since the last one, newest first. With several servers, those of all of them. A build by a command is not among them. Scope: `projects:read`. */
  listDeploymentRuns(projectId: string, query?: ListDeploymentRunsQuery, options?: RequestOptions): PagedCall<DeploymentRun>;
  /** Get live files. Files and pages of the live deployment, to compare a build with. The live deployment can be the `base` of an upload. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  getLiveFiles(projectId: string, query?: GetLiveFilesQuery, options?: RequestOptions): ApiCall<LiveFiles>;
  /** Start upload. Announces the files of a deployment, and answers which blocks of them the server does not have. Repeat it to continue after an interruption: blocks that were sent stay for a day. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  startUpload(projectId: string, body: NewUpload, options?: RequestOptions): ApiCall<Upload>;
  /** Get upload. An upload, and the blocks that it still needs. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  getUpload(projectId: string, uploadId: string, options?: RequestOptions): ApiCall<Upload>;
  /** Delete upload. Cancels an upload. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  deleteUpload(projectId: string, uploadId: string, options?: RequestOptions): ApiCall<{
    /** Its id. */
    readonly id: string;
  }>;
  /** Send blocks. Stores blocks of an upload. Each is known by its hash, so that requests may come in any order, at the same time, and again. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  sendBlocks(projectId: string, uploadId: string, bytes: Uint8Array, options?: RequestOptions): ApiCall<ReceivedBlocks>;
  /** Publish upload. Verifies all files of an upload and makes it the live deployment. Of two at the same time, the later one waits. Publishing it again answers the same deployment. An upload for a preview is published there instead. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  publishUpload(projectId: string, uploadId: string, options?: RequestOptions): ApiCall<Deployment>;
  /** Promote deployment. Makes an earlier deployment live again, to roll back or forward. `deployment.completed` and events of the pages that change for readers are sent. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  promoteDeployment(projectId: string, deploymentId: string, options?: RequestOptions): ApiCall<Deployment>;
  /** List previews. The previews of a project, by name. There are at most 20. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  listPreviews(projectId: string, options?: RequestOptions): ApiCall<readonly Preview[]>;
  /** Open preview. Creates a preview, or answers the one of that name. Build the site with its `path` as the base path, start an upload with its name, and publish it with Publish Preview. Readers, search engines and webhooks learn nothing of it. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  openPreview(projectId: string, body: NewPreview, options?: RequestOptions): ApiCall<Preview>;
  /** Publish preview. Verifies all files of an upload and shows them as the preview, for another 14 days. No event is sent. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  publishPreview(projectId: string, preview: string, body: PreviewUpload, options?: RequestOptions): ApiCall<Preview>;
  /** Delete preview. Removes a preview with all its files. Its address is not used again. Scope: `deployments:write`. It has no test mode: test keys get 403. */
  deletePreview(projectId: string, preview: string, options?: RequestOptions): ApiCall<{
    /** Name of the preview. */
    readonly name: string;
  }>;
  /** List feedback. Ratings and comments of readers, newest first. Scope: `projects:read`. */
  listFeedback(projectId: string, query?: ListFeedbackQuery, options?: RequestOptions): PagedCall<FeedbackItem>;
  /** Get feedback. One rating with its comment. Scope: `projects:read`. */
  getFeedback(projectId: string, feedbackId: string, options?: RequestOptions): ApiCall<FeedbackItem>;
  /** Update feedback. Marks feedback as resolved, or as not resolved. Scope: `projects:write`. */
  updateFeedback(projectId: string, feedbackId: string, body: FeedbackChanges, options?: RequestOptions): ApiCall<FeedbackItem>;
  /** Search. Searches the live pages of a project. Requires no key. The last word may be incomplete. Protected pages are only found with the session of a reader who may read them. */
  search(projectId: string, query: SearchQuery, options?: RequestOptions): ApiCall<SearchResults>;
  /** Report searches. Counts searches by query and day, whether a result was opened, and which page it was. Stores nothing about the reader. Requires no key. Accepts 30 requests per minute from one address. */
  reportSearches(projectId: string, body: {
    /** Language that was searched. */
    readonly language: string;
    /** The searches, oldest first. */
    readonly searches: readonly {
      /** The query when the reader stopped typing. */
      readonly q: string;
      /** Number of pages that were found. */
      readonly results: number;
    }[];
    /** Whether the reader opened a result of the last search; all others had no click. */
    readonly clicked: boolean;
    /** Address of the page whose result was opened, without the base path. */
    readonly opened?: string;
    /** Address of the page on which the reader searched again after an earlier search had led there. */
    readonly after?: string;
  }, options?: RequestOptions): ApiCall<{
    /** Number of searches that were counted: none that contain an email address or a secret. */
    readonly counted: number;
  }>;
  /** List searches. What readers searched for, the most frequent first; with `failed=true`, what they opened no result of. Days older than `DOCENT_SEARCH_RETENTION` are deleted. Scope: `assistant:read`. */
  listSearches(projectId: string, query?: ListSearchesQuery, options?: RequestOptions): PagedCall<{
    /** The query, in lower case. */
    readonly query: string;
    /** Language that was searched. */
    readonly language: string;
    /** How often it was searched for. */
    readonly searched: number;
    /** How often a result was opened. */
    readonly clicked: number;
    /** How often there was no result. */
    readonly withoutResults: number;
    /** Day of the last search (UTC). */
    readonly lastDay: string;
  }>;
  /** List searches of a page. What readers searched for when they opened this page from the results, the most frequent first. Days older than `DOCENT_SEARCH_RETENTION` are deleted. Scope: `assistant:read`. */
  listSearchesOfPage(projectId: string, query: ListSearchesOfPageQuery, options?: RequestOptions): PagedCall<SearchOfPage>;
  /** Send feedback. Rates a page. Requires no key. Accepts 10 ratings per minute from one visitor and 30 from one address. */
  sendFeedback(projectId: string, body: NewFeedback, options?: RequestOptions): ApiCall<Feedback>;
  /** Send message. Asks the assistant and streams its answer as server-sent events. Requires no key. Accepts the id or slug of the project, and 10 messages per minute from one visitor. Errors before the first byte are returned as an HTTP status, later ones as an `error` event. */
  sendMessage(projectId: string, body: Question, options?: RequestOptions): ChatStream;
  /** Resume a stream. Replays the events of an answer, skipping the first `after` or those up to `Last-Event-ID`, up to five minutes after its end. Requires no key. */
  resumeMessage(projectId: string, messageId: string, query: ResumeMessageQuery, options?: RequestOptions): ChatStream;
  /** Stop an answer. Stops an answer that is being generated; the text so far is kept. Requires no key. */
  stopMessage(projectId: string, messageId: string, body: Visitor, options?: RequestOptions): ApiCall<StoppedAnswer>;
  /** List conversations. Conversations between a project's readers and the assistant. Scope: `assistant:read`. */
  listConversations(projectId: string, query?: ListConversationsQuery, options?: RequestOptions): PagedCall<Conversation>;
  /** Read a conversation. A conversation with its messages. Scope: `assistant:read`. */
  getConversation(projectId: string, conversationId: string, options?: RequestOptions): ApiCall<ConversationWithMessages>;
  /** Delete a conversation. Deletes a conversation with its messages; its usage still counts. Scope: `projects:write`. */
  deleteConversation(projectId: string, conversationId: string, options?: RequestOptions): ApiCall<DeletedConversation>;
  /** Rate a conversation. Records whether a conversation was helpful; the last rating counts. Requires no key. */
  rateConversation(projectId: string, conversationId: string, body: Rating, options?: RequestOptions): ApiCall<RatedConversation>;
  /** Close a conversation. Closes a conversation; an answer that is being generated is stopped. A conversation closes by itself after 30 minutes without a message. Requires no key. */
  closeConversation(projectId: string, conversationId: string, body: Visitor, options?: RequestOptions): ApiCall<ClosedConversation>;
  /** Usage statistics. Conversations, messages and tokens in a period, by day. Scope: `assistant:read`. */
  getAssistantUsage(projectId: string, query?: GetAssistantUsageQuery, options?: RequestOptions): ApiCall<AssistantUsage>;
  /** Report a citation. Files that a sentence of an answer is not what its passage says. Question, sentence and passage are taken from the stored answer; the same report is stored once. Requires no key. Accepts 10 reports per minute from one visitor. */
  reportCitation(projectId: string, conversationId: string, body: {
    /** Anonymous identifier of the reader, generated by the browser. */
    readonly visitorId: string;
    /** The answer that contains the sentence. */
    readonly messageId: string;
    /** `start` of the sentence in `spans` of the `citations` event. */
    readonly start: number;
    /** Number of the passage. */
    readonly passage: number;
  }, options?: RequestOptions): ApiCall<{
    /** Report. */
    readonly id: string;
  }>;
  /** List reported citations. Citations that readers reported as wrong, newest first: the question, the sentence and the passage. Reports are deleted with their conversation. Scope: `assistant:read`. */
  listCitationReports(projectId: string, query?: ListCitationReportsQuery, options?: RequestOptions): PagedCall<CitationReport>;
  /** Get reported citation. One reported citation. Scope: `assistant:read`. */
  getCitationReport(projectId: string, reportId: string, options?: RequestOptions): ApiCall<CitationReport>;
  /** Update reported citation. Marks a report as dealt with, or as open. Scope: `projects:write`. */
  updateCitationReport(projectId: string, reportId: string, body: CitationReportChanges, options?: RequestOptions): ApiCall<CitationReport>;
  /** List gaps. Questions of readers that no page answered, or that were asked in conversations that did not help: grouped by what they ask for, the most frequent first, from the last 1,000 conversations. Scope: `assistant:read`. */
  listGaps(projectId: string, query?: ListGapsQuery, options?: RequestOptions): PagedCall<Gap>;
  /** Get gap. The gap that a question belongs to now, from the last 1,000 conversations and its own: it is found as long as its conversation is kept. Scope: `assistant:read`. */
  getGap(projectId: string, gapId: string, options?: RequestOptions): ApiCall<Gap>;
  /** List members. The members of the organization by email address. Scope: `organization:write`. */
  listMembers(query?: ListMembersQuery, options?: RequestOptions): PagedCall<Member>;
  /** Update member. Changes role or languages; it counts from the next request of the member. Scope: `organization:write`. */
  updateMember(userId: string, body: MemberUpdate, options?: RequestOptions): ApiCall<Member>;
  /** Remove member. Deletes the account of a member, and ends its sessions. Scope: `organization:write`. */
  removeMember(userId: string, options?: RequestOptions): ApiCall<{
    /** Always true. */
    readonly deleted: true;
    /** Id of the member. */
    readonly id: string;
  }>;
  /** List invitations. Invitations that were not used yet, newest first. Scope: `organization:write`. */
  listInvitations(query?: ListInvitationsQuery, options?: RequestOptions): PagedCall<Invitation>;
  /** Invite member. Writes an invitation. Its link can be used once within seven days. It is sent to the address if the server sends messages, else to no one. An earlier invitation for the address ends. Scope: `organization:write`. It has no test mode: test keys get 403. */
  inviteMember(body: Invite, options?: RequestOptions): ApiCall<InvitationCreated>;
  /** Withdraw invitation. Deletes the invitation of an id; its link can no longer be used. Scope: `organization:write`. */
  withdrawInvitation(invitationId: string, options?: RequestOptions): ApiCall<{
    /** Always true. */
    readonly deleted: true;
    /** Id of the invitation. */
    readonly id: string;
  }>;
  /** List keys. The keys of the organization that are not revoked, oldest first. Scope: `organization:write`. */
  listKeys(query?: ListKeysQuery, options?: RequestOptions): PagedCall<Key>;
  /** Create key. Creates a key. Its secret is in this answer and nowhere else. Scope: `organization:write`. It has no test mode: test keys get 403. */
  createKey(body: NewKey, options?: RequestOptions): ApiCall<KeyCreated>;
  /** Revoke key. Revokes a key permanently, from its next request on. Scope: `organization:write`. */
  revokeKey(keyId: string, options?: RequestOptions): ApiCall<{
    /** Always true. */
    readonly deleted: true;
    /** Id of the key. */
    readonly id: string;
  }>;
  /** List audit log. Every change by a member or a key, newest first, with what was before and after. Entries are kept for 400 days. Scope: `organization:write`. */
  listAuditLog(query?: ListAuditLogQuery, options?: RequestOptions): PagedCall<AuditEntry>;
  /** Get audit entry. One entry of the audit log. Scope: `organization:write`. */
  getAuditEntry(entryId: string, options?: RequestOptions): ApiCall<AuditEntry>;
}

/** Parameters of `listProjects`. */
export interface ListProjectsQuery {
  /** Only the project with this slug. */
  readonly slug?: string;
  /** Only projects of this repository: `owner/name`. */
  readonly repository?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `getOverview`. */
export interface GetOverviewQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
}

/** Parameters of `getUsage`. */
export interface GetUsageQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
}

/** Parameters of `getAnalytics`. */
export interface GetAnalyticsQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
  /** Only views of this page, by its path in the source language. */
  readonly pagePath?: string;
  /** Only views in this language. */
  readonly language?: string;
}

/** Parameters of `listPages`. */
export interface ListPagesQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
  /** Only pages directly in this folder of their paths, without those in the folders below it; empty for the pages at the top. */
  readonly folder?: string;
  /** Only pages with this in their path or title. */
  readonly search?: string;
  /** Only pages with a problem, a stale or missing translation, a bad rating, links that led nowhere, or without views. */
  readonly state?: 'problems' | 'stale' | 'untranslated' | 'negative' | 'not-found' | 'unread';
  /** What the list is sorted by. */
  readonly sort?: 'path' | 'title' | 'updated' | 'words' | 'views' | 'visitors' | 'negative' | 'conversations' | 'searches' | 'notFound' | 'translated';
  /** Smallest or largest first. */
  readonly order?: 'asc' | 'desc';
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listPageFolders`. */
export interface ListPageFoldersQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
  /** The folder whose folders are listed; those at the top when it is left out. */
  readonly folder?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `getPage`. */
export interface GetPageQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
}

/** Parameters of `listPagesToImprove`. */
export interface ListPagesToImproveQuery {
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listJobs`. */
export interface ListJobsQuery {
  /** Only jobs of this language. */
  readonly language?: LanguageCode;
  /** Only jobs with this status. */
  readonly status?: 'queued' | 'running' | 'completed' | 'partial' | 'failed' | 'cancelled';
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `estimateJob`. */
export interface EstimateJobQuery {
  /** Language code. */
  readonly language: LanguageCode;
  /** `all`: every page without a current translation, or with one in part; `stale`: pages whose source changed. */
  readonly scope?: 'all' | 'stale';
  /** Only this page; then `scope` has no effect. */
  readonly pagePath?: string;
  /** Whether current translations are translated again. */
  readonly force?: boolean;
}

/** Parameters of `listTranslations`. */
export interface ListTranslationsQuery {
  /** Language code. */
  readonly language: LanguageCode;
  /** Only records with this status. */
  readonly status?: 'completed' | 'pending' | 'failed' | 'stale' | 'in_progress';
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listTerms`. */
export interface ListTermsQuery {
  /** Part of a term, case-insensitive. */
  readonly q?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listTermUses`. */
export interface ListTermUsesQuery {
  /** Part of a term, case-insensitive. */
  readonly q?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listDeliveries`. */
export interface ListDeliveriesQuery {
  /** Only deliveries with this status. */
  readonly status?: 'pending' | 'delivered' | 'failed' | 'cancelled' | 'skipped_quota';
  /** Only deliveries of events of this type. */
  readonly event?: EventType;
  /** Only the delivery of this event. */
  readonly eventId?: string;
  /** Only deliveries created at this time or later (ISO 8601). */
  readonly from?: string;
  /** Only deliveries created at this time or earlier (ISO 8601). */
  readonly to?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listEvents`. */
export interface ListEventsQuery {
  /** Only events of these types, separated by commas. */
  readonly types?: string;
  /** Only what comes after this event. `cursor` takes precedence. */
  readonly after?: string;
  /** Only events that happened at this time or later (ISO 8601). */
  readonly from?: string;
  /** Only events that happened at this time or earlier (ISO 8601). */
  readonly to?: string;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listDeployments`. */
export interface ListDeploymentsQuery {
  /** Only deployments of this branch. */
  readonly branch?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listDeploymentChanges`. */
export interface ListDeploymentChangesQuery {
  /** Only pages to which this happened. */
  readonly change?: 'created' | 'updated' | 'deleted';
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listDeploymentProblems`. */
export interface ListDeploymentProblemsQuery {
  /** Only problems of this severity. */
  readonly severity?: 'error' | 'warning' | 'note';
  /** Only problems of this file. */
  readonly file?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listDeploymentRuns`. */
export interface ListDeploymentRunsQuery {
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `getLiveFiles`. */
export interface GetLiveFilesQuery {
  /** The files of this preview instead, if it has some. */
  readonly preview?: string;
  /** Whether files and pages are listed, or only the deployment is named. */
  readonly files?: boolean;
}

/** Parameters of `listFeedback`. */
export interface ListFeedbackQuery {
  /** Only feedback on this page. */
  readonly pagePath?: string;
  /** Only feedback with this rating. */
  readonly rating?: 'positive' | 'negative';
  /** Only feedback that is, or is not, dealt with. */
  readonly resolved?: boolean;
  /** Only feedback sent at this time or later (ISO 8601). */
  readonly from?: string;
  /** Only feedback sent at this time or earlier (ISO 8601). */
  readonly to?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `search`. */
export interface SearchQuery {
  /** Search query. */
  readonly q: string;
  /** Number of pages to return. */
  readonly limit?: number;
  /** The reader's language; a query in another script is searched in the language of that script. */
  readonly language?: string;
  /** Only pages of this version. */
  readonly version?: string;
  /** Only pages of this product. */
  readonly product?: string;
}

/** Parameters of `listSearches`. */
export interface ListSearchesQuery {
  /** Only searches that ended without a click, the most frequent first. */
  readonly failed?: boolean;
  /** Only searches in this language. */
  readonly language?: string;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listSearchesOfPage`. */
export interface ListSearchesOfPageQuery {
  /** The page, by its path in the source language. */
  readonly pagePath: string;
  /** Days to look at, up to today (UTC). */
  readonly days?: number;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `resumeMessage`. */
export interface ResumeMessageQuery {
  /** Anonymous identifier of the reader, generated by the browser. */
  readonly visitorId: string;
  /** Number of events already received. */
  readonly after?: number;
}

/** Parameters of `listConversations`. */
export interface ListConversationsQuery {
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
  /** Sort field. */
  readonly sortBy?: 'createdAt' | 'messageCount';
  /** Direction. */
  readonly order?: 'asc' | 'desc';
  /** Only conversations rated like this, or not rated. */
  readonly rating?: 'positive' | 'negative' | 'none';
  /** Only conversations with, or without, an answer that cites no page. */
  readonly unanswered?: boolean;
  /** Only conversations with an answer that cites this page. */
  readonly pagePath?: string;
}

/** Parameters of `getAssistantUsage`. */
export interface GetAssistantUsageQuery {
  /** A number of past days, or the current billing cycle. */
  readonly period?: '7d' | '30d' | '90d' | 'billing';
}

/** Parameters of `listCitationReports`. */
export interface ListCitationReportsQuery {
  /** Only reports that are, or are not, dealt with. */
  readonly resolved?: boolean;
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
}

/** Parameters of `listGaps`. */
export interface ListGapsQuery {
  /** Only questions that no page answered (`unanswered`), or of conversations that did not help (`negative`). */
  readonly reason?: 'unanswered' | 'negative';
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listMembers`. */
export interface ListMembersQuery {
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listInvitations`. */
export interface ListInvitationsQuery {
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listKeys`. */
export interface ListKeysQuery {
  /** The page to return, starting at 1. Pages beyond the last one are empty. */
  readonly page?: number;
  /** Entries per page. */
  readonly perPage?: number;
}

/** Parameters of `listAuditLog`. */
export interface ListAuditLogQuery {
  /** Entries per page. */
  readonly perPage?: number;
  /** Continues at a row of the list, whatever was added or deleted meanwhile; from the `Link` header of a page. Takes precedence over `page`. */
  readonly cursor?: string;
  /** Only what this member or key did: an id. */
  readonly actor?: string;
  /** Only this operation, by its name. */
  readonly operation?: string;
  /** Only changes at this time or later (ISO 8601). */
  readonly from?: string;
  /** Only changes at this time or earlier (ISO 8601). */
  readonly to?: string;
}

import type { Deployment } from '../../schema/build.ts';
import type {
  AssistantDayRow,
  CitationReportRow,
  ConversationPageRow,
  ConversationRow,
  MessageRow,
  RefusedPageRow,
} from './assistant-tables.ts';
import type { Flag } from './flag.ts';
import type { PaymentLinkRow, PaymentSessionRow, PaymentTransactionRow } from './payment-tables.ts';
import type { PageSearchRow, SearchFollowRow, SearchPageRow, SearchRow } from './search-tables.ts';
import type {
  DayVisitorRow,
  MissingDayRow,
  SourceDayRow,
  ViewDayRow,
  VisitSaltRow,
} from './visit-tables.ts';
import type {
  AttemptRow,
  DeliveryRow,
  EventRow,
  ToldEventsRow,
  WebhookRow,
} from './webhook-tables.ts';

/**
 * The columns of every table, as returned by both databases: texts, whole numbers and nulls. Times
 * are epoch milliseconds, booleans 0 or 1, lists and maps JSON texts; `http` and `routes` convert
 * them for the API.
 */
export interface Tables {
  orgs: OrgRow;
  keys: KeyRow;
  users: UserRow;
  identities: IdentityRow;
  user_sessions: UserSessionRow;
  invitations: InvitationRow;
  projects: ProjectRow;
  languages: LanguageRow;
  pages: PageRow;
  records: RecordRow;
  texts: TextRow;
  accepted_texts: AcceptedTextRow;
  jobs: JobRow;
  job_pages: JobPageRow;
  glossary: TermRow;
  kept_answers: KeptAnswerRow;
  rate_counts: RateCountRow;
  usage: UsageRow;
  usage_days: UsageDayRow;
  audit: AuditRow;
  events: EventRow;
  tasks: TaskRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  attempts: AttemptRow;
  feedback: FeedbackRow;
  deployments: DeploymentRow;
  deployment_changes: DeploymentChangeRow;
  deployment_runs: DeploymentRunRow;
  translation_memory: MemoryRow;
  labels: LabelRow;
  snippet_texts: SnippetTextRow;
  kept_headings: KeptHeadingsRow;
  exports: ExportRow;
  holds: HoldRow;
  stored_deployments: StoredDeploymentRow;
  domains: DomainRow;
  ended_sessions: EndedSessionRow;
  told_events: ToldEventsRow;
  conversations: ConversationRow;
  conversation_pages: ConversationPageRow;
  messages: MessageRow;
  refused_pages: RefusedPageRow;
  citation_reports: CitationReportRow;
  assistant_days: AssistantDayRow;
  searches: SearchRow;
  search_follows: SearchFollowRow;
  search_pages: SearchPageRow;
  page_searches: PageSearchRow;
  view_days: ViewDayRow;
  source_days: SourceDayRow;
  missing_days: MissingDayRow;
  day_visitors: DayVisitorRow;
  visit_salts: VisitSaltRow;
  key_check: KeyCheckRow;
  payment_links: PaymentLinkRow;
  payment_sessions: PaymentSessionRow;
  payment_transactions: PaymentTransactionRow;
}

export interface OrgRow {
  id: string;
  slug: string;
  name: string;
  plan: string;
  billing_anchor_day: number | null;
  /** The organization whose test keys see the data of this one; null for all others. */
  test_of: string | null;
  created_at: number;
  /** Counted up to take the row's lock in either database. */
  locked: number;
}

export interface KeyRow {
  id: string;
  org_id: string;
  /** Set when the key sees one project only. */
  project_id: string | null;
  /** `api` or `payments`. */
  platform: string;
  name: string;
  prefix: string;
  last4: string;
  hash: string;
  scopes: string;
  /** What its requests get without a `Docent-Version`. */
  api_version: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

export interface UserRow {
  id: string;
  org_id: string;
  /** In lower case. */
  email: string;
  /** Result of `hashPassword`. */
  password: string;
  /** JSON list of group names. */
  member_of: string;
  created_at: number;
  /** Of `schema/api/roles.ts`, for members of the organization; null for those who only read its sites. */
  role: string | null;
  name: string;
  /** JSON list of the languages that a translator may change; null for all. */
  languages: string | null;
}

/** Who a member is at an identity provider. */
export interface IdentityRow {
  user_id: string;
  issuer: string;
  /** Id of the person there, which stays when the address changes. */
  subject: string;
  created_at: number;
}

/** A signed-in member. */
export interface UserSessionRow {
  id: string;
  user_id: string;
  /** Of the token in the cookie. */
  hash: string;
  created_at: number;
  /** When it was last used, to within a minute. */
  seen_at: number;
}

/** A link with which a person becomes a member, or sets a new password. */
export interface InvitationRow {
  id: string;
  org_id: string;
  /** In lower case; null for the first owner, who says it then. */
  email: string | null;
  role: string;
  languages: string | null;
  /** Of the token in the link. */
  hash: string;
  created_at: number;
  expires_at: number;
}

/** A host name that is proven to belong to a project. */
export interface DomainRow {
  domain: string;
  project_id: string;
  /** `operator` until it is removed, `dns` as long as the record is found. */
  proof: 'operator' | 'dns';
  proven_at: number;
}

export interface ProjectRow {
  id: string;
  org_id: string;
  name: string;
  slug: string;
  subdomain: string;
  custom_domain: string | null;
  repo_provider: string | null;
  repo_owner: string | null;
  repo_name: string | null;
  repo_branch: string;
  repo_path: string;
  config_json: string;
  /** Hash of the deployed `docs.json` at the time of the last imported deployment. */
  deployed_config_hash: string;
  /** The API changed `config_json` after the last deployment. */
  config_pending: Flag;
  source_language: string;
  /** JSON: component → properties that are translated as well. */
  translate_props: string | null;
  deployment_id: string | null;
  /** 0 for a project of test mode. */
  livemode: Flag;
  created_at: number;
  updated_at: number;
  /** Counts changes that Get Project shows; its ETag. */
  version: number;
  /** Number of the project's last site event. */
  event_seq: number;
  /** Counted up to take the row's lock in either database. */
  locked: number;
}

export interface LanguageRow {
  project_id: string;
  code: string;
  auto_translate: Flag;
  created_at: number;
  last_translated_at: number | null;
}

export interface PageRow {
  project_id: string;
  path: string;
  title: string;
  source_hash: string;
  words: number;
  source_updated_at: number;
}

export interface RecordRow {
  project_id: string;
  language: string;
  page_path: string;
  status: string;
  /** Status to fall back to when a run is cancelled. */
  previous_status: string | null;
  translated_title: string | null;
  translated_hash: string | null;
  content_hash: string | null;
  translated_at: number | null;
  human_owned: Flag;
  /** Hash of the repository's file when a person owns the translation. */
  owned_hash: string | null;
  glossary_outdated: Flag;
  /** When a deployment with this text went live; null while readers don't get it. */
  published_at: number | null;
  error_code: string | null;
  error_message: string | null;
  /** Segments of the text that are in the source language. */
  fallback_segments: number;
}

export interface TextRow {
  project_id: string;
  language: string;
  page_path: string;
  text: string;
  /** Its parts in the source language, as JSON; null if there are none. */
  untranslated: string | null;
}

/** What a translation was before a person declared it current. */
export interface AcceptedTextRow {
  project_id: string;
  language: string;
  page_path: string;
  /** The source, and the text that was declared current. */
  source_hash: string;
  content_hash: string;
  /** JSON of the rows before. */
  before: string;
  accepted_at: number;
}

/** A session of a reader who has signed out. */
export interface EndedSessionRow {
  id: string;
  /** When it would have ended anyway. */
  until: number;
}

/** A deployment that is built and imported, but not shown yet. */
export interface HoldRow {
  project_id: string;
  deployment_id: string;
  /** What readers see meanwhile. */
  live_id: string;
  /** The deployment before, for a project whose told events were not counted yet. */
  events_since: string | null;
  /** Whether it waits for jobs, or only for the build with the translations there are. */
  waits: Flag;
  since: number;
}

/** A deployment in object storage. */
export interface StoredDeploymentRow {
  project_id: string;
  deployment_id: string;
  /** sha-256 of the list of its files. */
  list_hash: string;
  /** The deployment that was published with the same sources; null for one that was published itself. */
  rebuild_of: string | null;
  /** Whether all servers show it, or will as soon as they may. */
  is_live: Flag;
  live_at: number;
}

export interface JobRow {
  id: string;
  project_id: string;
  language: string;
  scope: string;
  page_path: string | null;
  force: Flag;
  status: string;
  pages_queued: number;
  pages_completed: number;
  pages_failed: number;
  estimated_duration: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  /** Why its last page that failed did so. */
  error_message: string | null;
  /** When the model last started to fail; null while it responds. */
  failing_since: number | null;
  requests: number;
  input_tokens: number;
  output_tokens: number;
  /** Words of its pages and snippets that stay in the source language. */
  source_words: number;
}

export interface JobPageRow {
  job_id: string;
  project_id: string;
  language: string;
  page_path: string;
  force: Flag;
  /** `queued`, `in_progress`, `completed`, `failed`, `cancelled`. */
  state: string;
  /** Milliseconds the page took, once it is done. */
  duration: number | null;
  updated_at: number;
  /** When the model first failed on this page; null when it never did. */
  failing_since: number | null;
}

export interface TermRow {
  id: string;
  project_id: string;
  term: string;
  folded: string;
  description: string;
  translations: string;
  case_sensitive: Flag;
  do_not_translate: Flag;
  created_at: number;
  updated_at: number;
}

/** The answer to a request with an Idempotency-Key. */
export interface KeptAnswerRow {
  /** Id of the key of the API, of the member, or of the project whose readers sent it. */
  owner: string;
  /** The Idempotency-Key; for readers a hash of it and of who they are. */
  key: string;
  key_id: string | null;
  project_id: string | null;
  fingerprint: string;
  /** 0 while the first request runs. */
  status: number;
  headers: string;
  body: string;
  created_at: number;
  locked_until: number;
}

/** Requests that count towards a rate. */
export interface RateCountRow {
  key: string;
  used: number;
  /** When they count no more. */
  until: number;
  /** A PostgreSQL array of times, where each counts for a minute of its own. */
  times: string;
}

export interface UsageRow {
  org_id: string;
  meter: string;
  period: string;
  used: number;
}

/** What of a meter was used on a UTC day. */
export interface UsageDayRow {
  org_id: string;
  meter: string;
  /** Days since 1970. */
  day: number;
  used: number;
}

export interface AuditRow {
  id: string;
  org_id: string;
  project_id: string | null;
  actor: string;
  /** Name of the operation, such as `updateProject`. */
  action: string;
  detail: string;
  created_at: number;
  request_id: string | null;
}

export interface TaskRow {
  id: string;
  name: string;
  key: string | null;
  data: string;
  /** `waiting`, `running`, `done`, `dead`. */
  state: string;
  run_at: number;
  attempts: number;
  max_attempts: number;
  lease_until: number | null;
  /** Counted up with each claim; only the holder of the current number may finish the task. */
  fence: number;
  error: string | null;
  created_at: number;
  finished_at: number | null;
}

/** One row, from the first start on. */
export interface KeyCheckRow {
  id: 'instance';
  /** Result of `checkOf` for the key that encrypts secrets. */
  value: string;
}

export interface MemoryRow {
  project_id: string;
  /** Hash of everything that can change the translation. */
  key: string;
  /** Empty in rows of versions that did not keep it. */
  language: string;
  target: string;
  /** Which model made it; empty in rows of versions that did not keep it. */
  model: string;
  /** Names of the checks that it has passed, with spaces in between. */
  checks: string;
  created_at: number;
}

export interface LabelRow {
  project_id: string;
  language: string;
  /** Label of the navigation in the source language. */
  label: string;
  target: string;
}

export interface SnippetTextRow {
  project_id: string;
  language: string;
  path: string;
  text: string;
  /** Source hash it was made from. */
  translated_hash: string;
  /** Its parts in the source language, as JSON; null if there are none. */
  untranslated: string | null;
}

export interface KeptHeadingsRow {
  project_id: string;
  language: string;
  page_path: string;
  source_hash: string;
  /** JSON. */
  headings: string;
}

export interface ExportRow {
  project_id: string;
  language: string;
  page_path: string;
  /** Git hash of the last written file. */
  blob: string;
  exported_at: number;
}

export interface FeedbackRow {
  id: string;
  project_id: string;
  page_path: string;
  rating: string;
  comment: string | null;
  visitor_id: string;
  created_at: number;
  /** Whether it is dealt with, and since when. */
  resolved: Flag;
  resolved_at: number | null;
  /** The deployment that was live then; null before the first one, and in rows of versions that did not note it. */
  deployment_id: string | null;
}

/** A deployment that was imported. */
export interface DeploymentRow {
  project_id: string;
  id: string;
  branch: string;
  commit_sha: string;
  pages: number;
  /** Milliseconds that the build took. */
  duration: number;
  /** Pages whose source differs from the deployment before. */
  pages_created: number;
  pages_updated: number;
  pages_deleted: number;
  config_changed: Flag;
  /** What the build found wrong; null in rows of versions that did not count it. */
  errors: number | null;
  warnings: number | null;
  notes: number | null;
  /** Null in rows of versions that did not note it. */
  cause: 'build' | NonNullable<Deployment['cause']> | null;
  /** The deployment that was published with the same sources; null for one that was published itself. */
  rebuild_of: string | null;
  /** The deployment that it was compared with; null for the first one, and in rows of versions that did not note it. */
  before_id: string | null;
  /** When someone made it live again; null if no one did. */
  promoted_at: number | null;
  created_at: number;
}

/** A page whose source a deployment changed. */
export interface DeploymentChangeRow {
  project_id: string;
  deployment_id: string;
  page_path: string;
  title: string;
  change: 'created' | 'updated' | 'deleted';
}

/** A deployment that is being made, or that failed. */
export interface DeploymentRunRow {
  id: string;
  project_id: string;
  cause: NonNullable<Deployment['cause']>;
  state: 'running' | 'failed';
  stage: string;
  done: number;
  total: number | null;
  /** JSON: the last stages with their times. */
  messages: string;
  error: string | null;
  started_at: number;
  /** The last sign of life. */
  updated_at: number;
}

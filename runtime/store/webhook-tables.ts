import type { Flag } from './flag.ts';

export interface EventRow {
  project_id: string;
  /** 1, 2, 3 … within a project, without gaps. */
  seq: number;
  id: string;
  type: string;
  data: string;
  created_at: number;
}

/** How many events of a deployment are in the outbox. */
export interface ToldEventsRow {
  project_id: string;
  deployment_id: string;
  lines: number;
}

export interface WebhookRow {
  id: string;
  project_id: string;
  url: string;
  /** The URL in its normal form: one webhook a URL and project. */
  url_key: string;
  /** JSON list of event types. */
  events: string;
  description: string;
  active: Flag;
  body_signature: Flag;
  legacy_envelope: Flag;
  /** That of its project: every event says it. */
  livemode: Flag;
  /** Sealed with the instance's key. */
  secret: string;
  /** What lists show of the secret. */
  secret_hint: string;
  /** The secret before a rotation, sealed, and until when it signs as well. */
  old_secret: string | null;
  old_secret_until: number | null;
  /** Failed attempts in a row. */
  failures: number;
  failing_since: number | null;
  /** `failures` or `gone` if the service disabled it. */
  disabled_reason: string | null;
  last_status: number | null;
  last_event: string | null;
  last_at: number | null;
  last_duration: number | null;
  created_at: number;
  updated_at: number;
}

/** `skipped_quota`: beyond the month's events. `cancelled`: its webhook went inactive. */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled' | 'skipped_quota';

export interface DeliveryRow {
  id: string;
  project_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  state: DeliveryState;
  /** Failed attempts since it was created, or last resent manually. */
  failures: number;
  /** No attempt starts before this. */
  next_at: number;
  /** A process is attempting it until then; 0 if none is. */
  lease_until: number;
  created_at: number;
  finished_at: number | null;
}

export interface AttemptRow {
  delivery_id: string;
  number: number;
  started_at: number;
  status: number;
  duration: number;
  error: string | null;
  response_body: string;
}

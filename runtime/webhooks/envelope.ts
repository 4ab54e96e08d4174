import type { EventRow, WebhookRow } from '../store/webhook-tables.ts';

/** Bytes of an envelope. */
const maxEnvelope = 256 * 1024;

/**
 * The body of a delivery: the same bytes for every attempt. Decision: the key is `type`; `event` is
 * added if the webhook requests it.
 */
export function envelopeOf(
  event: EventRow,
  webhook: Pick<WebhookRow, 'legacy_envelope' | 'livemode'>,
): string {
  const data = JSON.parse(event.data) as Record<string, unknown>;
  const body = (payload: Record<string, unknown>) =>
    JSON.stringify({
      id: event.id,
      type: event.type,
      ...(webhook.legacy_envelope ? { event: event.type } : {}),
      projectId: event.project_id,
      timestamp: new Date(event.created_at).toISOString(),
      livemode: webhook.livemode === 1,
      data: payload,
    });
  const whole = body(data);
  if (Buffer.byteLength(whole) <= maxEnvelope) return whole;
  const short = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > 1000 ? value.slice(0, 1000) : value,
    ]),
  );
  return body({ ...short, truncated: true });
}

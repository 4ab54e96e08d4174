import { envelopeOf } from '../runtime/webhooks/envelope.ts';
import { deliveryHeaders } from '../runtime/webhooks/sign.ts';
import { type EventType, samplePayload } from '../schema/events.ts';

/** An event on its way to a local address; sent again, it keeps its id. */
export interface Forwarded {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

/** How the receiver answered; `status` is 0 if it did not. */
export interface Received {
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly error?: string;
}

/** Sends a delivery as the server would, signed now. */
export async function forward(
  url: string,
  { deliveryId, type, body }: Forwarded,
  secret: string,
): Promise<Received> {
  const start = performance.now();
  const duration = () => Math.round(performance.now() - start);
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = { body, secrets: [secret], timestamp, deliveryId, eventType: type };
  const headers = deliveryHeaders({ ...signed, service: 'Docent', bodyOnly: true });
  try {
    const response = await fetch(url, {
      ...{ method: 'POST', headers, body, redirect: 'manual' },
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return { status: response.status, duration: duration() };
  } catch (error) {
    return { status: 0, duration: duration(), error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { code?: string } };
  if (name === 'TimeoutError') return 'no response within 10 seconds';
  return cause?.code === 'ECONNREFUSED' ? 'connection refused' : (cause?.code ?? `${error}`);
}

/** A sample of an event, as the handbook shows it. */
export function sampleEvent(type: EventType, newId: (prefix: 'evt' | 'dlv') => string): Forwarded {
  const event = {
    ...{ id: newId('evt'), project_id: 'prj_01JNF5A3Q8R7XK2M4V9B6C0DTE', seq: 1, type },
    ...{ data: JSON.stringify(samplePayload(type)), created_at: Date.now() },
  };
  const body = envelopeOf(event, { legacy_envelope: 0, livemode: 0 });
  return { deliveryId: newId('dlv'), eventId: event.id, type, body };
}

/** An address that an event can be sent to, or a sentence about what is wrong with it. */
export function readAddress(flag: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Error(`${flag} is "${text}": expected an address such as http://localhost:3000.`);
}

/** One line for a delivery: the time, the event, how it was answered, and how long that took. */
export function lineOf(
  { type, eventId }: Forwarded,
  { status, duration, error }: Received,
  time: Date,
): string {
  const clock = time.toTimeString().slice(0, 8);
  const outcome = status === 0 ? (error ?? 'failed') : String(status);
  return `${clock}  ${type.padEnd(32)}  ${outcome}  ${duration} ms  ${eventId}`;
}

/** The same as JSON. */
export function recordOf(sent: Forwarded, received: Received, time: Date) {
  const { type, eventId, deliveryId } = sent;
  return { time: time.toISOString(), event: type, id: eventId, deliveryId, ...received };
}

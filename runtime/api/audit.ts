import { addAudit } from '../store/audit.ts';
import type { ApiCall } from './services.ts';

/** A value before and after a change; a field of `configJson` has its path in it. */
export interface Difference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Differences of one change that are kept, the characters of a value, and those of all values together. */
const most = { differences: 100, text: 500, texts: 20_000 } as const;

/** Fields whose values are never written down. */
const secret = /secret|password|token|apikey|api_key|^key$|^link$/i;

/**
 * Writes a change to the audit log: who made it, its operation and target, and what was before and after.
 * It is written right after the change, before the client gets its answer.
 */
export async function recordChange(
  call: ApiCall,
  {
    operation,
    before,
    after,
    answer,
  }: {
    readonly operation: string;
    /** Nothing where something is made. */
    readonly before?: unknown;
    /** Nothing where something is deleted. */
    readonly after?: unknown;
    readonly answer: unknown;
  },
): Promise<void> {
  const { services, caller, params, project, requestId } = call;
  await addAudit(services.store.db, {
    ...{ id: services.newId('aud'), org_id: caller.orgId, project_id: project?.id ?? null },
    ...{ actor: caller.keyId, action: operation },
    detail: JSON.stringify({
      target: { ...targetOf(answer), ...params },
      changes: differences(before ?? {}, after ?? {}),
    }),
    ...{ created_at: services.now(), request_id: requestId },
  });
}

/** The id of what was made, as the answer says it. */
function targetOf(answer: unknown): { readonly id?: string } {
  const { id } = ((answer as { readonly data?: unknown } | undefined)?.data ?? {}) as {
    readonly id?: unknown;
  };
  return typeof id === 'string' ? { id } : {};
}

/** What differs between two values, each difference at its place. */
function differences(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = [];
  let room: number = most.texts;
  /** A value as it is kept; only that there is one, once there are too many. */
  const kept = (field: string, value: unknown): unknown => {
    const one = shown(field, value);
    room -= JSON.stringify(one).length;
    return room < 0 && one !== null ? '…' : one;
  };
  const compare = (field: string, left: unknown, right: unknown): void => {
    if (found.length === most.differences) return;
    const [one, other] = [parsed(field, left), parsed(field, right)];
    if (isObject(one) && isObject(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
        compare(field === '' ? name : `${field}.${name}`, one[name], other[name]);
      }
      return;
    }
    if (JSON.stringify(one) === JSON.stringify(other)) return;
    found.push({ field, before: kept(field, one), after: kept(field, other) });
  };
  compare('', before, after);
  return found;
}

/** The text of `docs.json` as a value. */
function parsed(field: string, value: unknown): unknown {
  if (field !== 'configJson' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function shown(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (secret.test(field.slice(field.lastIndexOf('.') + 1))) return '***';
  const text = JSON.stringify(value, (name, inner) => (secret.test(name) ? '***' : inner));
  return text.length <= most.text ? JSON.parse(text) : `${text.slice(0, most.text)}…`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

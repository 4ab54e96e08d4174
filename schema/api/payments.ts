import type { JsonSchema } from '../json-schema.ts';

/** A payment link. */
export interface PaymentLink {
  readonly object: 'payment_link';
  readonly id: string;
  readonly name: string;
  readonly short_code: string;
  readonly active: boolean;
  readonly current_uses: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A checkout started from a payment link. */
export interface CheckoutSession {
  readonly object: 'checkout_session';
  readonly id: string;
  readonly payment_link_id: string;
  readonly status: 'active' | 'completed' | 'expired';
  readonly created_at: string;
}

/** A payment on a blockchain. */
export interface PaymentTransaction {
  readonly object: 'transaction';
  readonly id: string;
  readonly status: string;
  readonly chain_id: number;
  readonly created_at: string;
}

const id: JsonSchema = { type: 'string', minLength: 1, maxLength: 200 };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const text: JsonSchema = { type: 'string', minLength: 1, maxLength: 500 };

function object(
  name: string,
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const all = { object: { type: 'string', const: name } as const, id, ...properties };
  return {
    type: 'object',
    additionalProperties: false,
    properties: all,
    required: Object.keys(all).filter((key) => !optional.includes(key)),
  };
}

/** The types of objects in lists and imports, by their `object`. */
export const paymentObjects = {
  payment_link: object(
    'payment_link',
    {
      name: text,
      short_code: text,
      active: { type: 'boolean', default: true },
      current_uses: { type: 'integer', minimum: 0, default: 0 },
      created_at: time,
      updated_at: time,
    },
    ['active', 'current_uses', 'updated_at'],
  ),
  checkout_session: object('checkout_session', {
    payment_link_id: id,
    status: { type: 'string', enum: ['active', 'completed', 'expired'] },
    created_at: time,
  }),
  transaction: object('transaction', {
    status: text,
    chain_id: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    created_at: time,
  }),
} as const satisfies Record<string, JsonSchema>;

/** The envelope of every list of the platform; `title` names its objects in the description. */
export function paymentList(name: keyof typeof paymentObjects, title?: string): JsonSchema {
  const { properties } = paymentObjects[name];
  const named = title === undefined ? {} : { title };
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      object: { type: 'string', const: 'list' },
      data: {
        type: 'array',
        items: { ...named, ...paymentObjects[name], required: Object.keys(properties ?? {}) },
      },
      has_more: { type: 'boolean' },
      total_count: { type: 'integer', minimum: 0 },
      url: { type: 'string' },
    },
    required: ['object', 'data', 'has_more', 'total_count', 'url'],
  };
}

/** The error body of the platform. */
export const paymentError: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      additionalProperties: false,
      properties: {
        type: {
          type: 'string',
          enum: ['invalid_request_error', 'authentication_error', 'rate_limit_error', 'api_error'],
        },
        code: { type: 'string' },
        message: { type: 'string' },
        param: { type: ['string', 'null'] },
      },
      required: ['type', 'code', 'message', 'param'],
    },
  },
  required: ['error'],
};

const pages: Record<string, JsonSchema> = {
  page: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: 'The page to return, starting at 1.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 20,
    description: 'Objects per page.',
  },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Direction.' },
};

const sortBy = (...fields: string[]): JsonSchema => ({
  type: 'string',
  enum: fields,
  default: 'created_at',
  description: 'Sort field.',
});

/** Query of the list of payment links. */
export const linksQuery: Record<string, JsonSchema> = {
  ...pages,
  sort: sortBy('created_at', 'updated_at', 'name', 'current_uses'),
  search: { type: 'string', maxLength: 200, description: 'Part of the name or short code.' },
  active: { type: 'boolean', description: 'Only links that are, or are not, active.' },
};

/** Query of the list of a link's sessions; sorted by time only. */
export const sessionsQuery: Record<string, JsonSchema> = {
  ...pages,
  sort: sortBy('created_at'),
  status: {
    type: 'string',
    enum: ['active', 'completed', 'expired'],
    description: 'Only sessions with this status.',
  },
};

/** Query of the list of transactions; any status is allowed. */
export const transactionsQuery: Record<string, JsonSchema> = {
  ...pages,
  sort: sortBy('created_at'),
  status: { type: 'string', maxLength: 500, description: 'Only transactions with this status.' },
  chain_id: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Only transactions on this blockchain.',
  },
};

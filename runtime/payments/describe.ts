import {
  linksQuery,
  paymentError,
  paymentList,
  type paymentObjects,
  sessionsQuery,
  transactionsQuery,
} from '../../schema/api/payments.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { headerComponents } from '../http/describe-parts.ts';
import { nameSchemas } from '../http/describe-schema.ts';

/** One list of the platform, as its description says. */
interface DescribedList {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly object: keyof typeof paymentObjects;
  readonly query: Readonly<Record<string, JsonSchema>>;
}

const lists: readonly DescribedList[] = [
  {
    path: '/payment-links',
    operationId: 'listPaymentLinks',
    summary: 'List payment links',
    description: 'The payment links of the organization.',
    object: 'payment_link',
    query: linksQuery,
  },
  {
    path: '/payment-links/{id}/sessions',
    operationId: 'listCheckoutSessions',
    summary: 'List checkout sessions',
    description: 'The checkout sessions of a payment link.',
    object: 'checkout_session',
    query: sessionsQuery,
  },
  {
    path: '/transactions',
    operationId: 'listTransactions',
    summary: 'List transactions',
    description: 'The transactions of the organization.',
    object: 'transaction',
    query: transactionsQuery,
  },
];

const titles = {
  payment_link: 'PaymentLink',
  checkout_session: 'CheckoutSession',
  transaction: 'Transaction',
} as const satisfies Record<keyof typeof paymentObjects, string>;

const refusals: Readonly<Record<number, string>> = {
  400: 'A parameter is not valid; `param` names it.',
  401: 'Missing or invalid key.',
  429: 'More than 120 requests in a minute.',
  500: 'A server error.',
};

/** The OpenAPI document of the platform below `base`; it has conventions of its own. */
export function describePlatform(base: string) {
  const names = nameSchemas();
  const error = names.describe({ ...paymentError, title: 'Error' }, 'response');
  const refusal = (status: number, description: string) => ({
    description,
    headers: headersOf(status),
    content: { 'application/json': { schema: error } },
  });
  const describe = ({ path, object, query, ...words }: DescribedList) => {
    const hasId = path.includes('{id}');
    const list = paymentList(object, titles[object]);
    return {
      ...words,
      tags: ['Payments'],
      security: [{ key: [] }],
      parameters: [
        ...(hasId ? [linkId] : []),
        ...Object.entries(query).map(([name, schema]) => ({
          ...{ name, in: 'query', required: false, description: schema.description ?? '' },
          schema: names.describe(schema, 'request'),
        })),
      ],
      responses: {
        200: {
          description: 'One page of the list.',
          headers: headersOf(200),
          content: { 'application/json': { schema: names.describe(list, 'response') } },
        },
        ...Object.fromEntries(
          Object.entries(hasId ? { ...refusals, 404: 'No such payment link.' } : refusals).map(
            ([status, text]) => [status, refusal(Number(status), text)],
          ),
        ),
      },
    };
  };
  const paths = Object.fromEntries(
    lists.map((list) => [`${base}/api/v1${list.path}`, { get: describe(list) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments platform',
      version: '1',
      description:
        'Lists of payment links, checkout sessions and transactions, with their own conventions.',
      contact: { name: 'The operator of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server of this description.' }],
    tags: [{ name: 'Payments', description: 'Lists of payments.' }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key created with `docent keys create --payments`.',
        },
      },
      schemas: names.all(),
    },
  };
}

const linkId = {
  ...{ name: 'id', in: 'path', required: true, description: 'The payment link.' },
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function headersOf(status: number) {
  const { 'X-Request-Id': requestId, RateLimit, 'RateLimit-Policy': policy } = headerComponents;
  return {
    'X-Request-Id': requestId,
    ...(status === 200 ? { RateLimit, 'RateLimit-Policy': policy } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': headerComponents['WWW-Authenticate'] } : {}),
    ...(status === 429 ? { 'Retry-After': headerComponents['Retry-After'] } : {}),
  };
}

import type { JsonSchema } from '../json-schema.ts';
import { exactly, isoTime, named, nullable } from './shapes.ts';

/** Names of usage periods. */
const usagePeriods = ['7d', '30d', '90d', 'billing'] as const;

export type UsagePeriod = (typeof usagePeriods)[number];

const period: JsonSchema = {
  type: 'string',
  enum: [...usagePeriods],
  description: 'A number of past days, or the current billing cycle.',
};

export const usageQuery: Readonly<Record<string, JsonSchema>> = {
  period: { ...period, default: 'billing' },
};

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

/** Response of Usage Statistics. */
export const usageView = named(
  'AssistantUsage',
  exactly('Usage of the assistant.', {
    period,
    startDate: isoTime('Start of the period'),
    endDate: isoTime('End of the period'),
    totalConversations: count('Conversations started.'),
    totalMessages: count('Messages from both sides.'),
    totalTokens: count('Tokens used by the language model.'),
    tokensLimit: nullable(count('Tokens per month; null is unlimited.')),
    tokensRemaining: nullable(count('Tokens left this month; null is unlimited.')),
    usageByDay: {
      type: 'array',
      description: 'Every day of the period up to today (UTC).',
      items: exactly('One day.', {
        date: {
          type: 'string',
          pattern: '^\\d{4}-\\d\\d-\\d\\d$',
          description: 'The day.',
          examples: ['2026-03-01'],
        },
        conversations: count('Conversations started.'),
        messages: count('Messages from both sides.'),
        tokens: count('Tokens used by the language model.'),
      }),
    },
    model: {
      type: 'string',
      description: 'The current model, `<provider>/<model-name>`.',
      examples: ['openai/gpt-4.1-mini'],
    },
    avgResponseTime: {
      type: 'number',
      minimum: 0,
      description:
        'Average time from a question to the end of its answer, in milliseconds; answers that failed or were stopped do not count.',
    },
    avgTimeToFirstToken: {
      type: 'number',
      minimum: 0,
      description: 'Average time from a question to the first text of its answer, in milliseconds.',
    },
    satisfactionRate: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Share of rated conversations that were helpful; 0 if none is rated.',
    },
  }),
);

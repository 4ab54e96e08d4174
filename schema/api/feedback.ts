import type { JsonSchema } from '../json-schema.ts';
import { body, exactly, identifier, nullable } from './shapes.ts';

/** Body of Send Feedback (an addition, S2-84). */
export interface FeedbackBody {
  readonly pagePath: string;
  readonly rating: 'positive' | 'negative';
  readonly comment?: string | null;
  readonly visitorId: string;
}

/** Who reads: made by the browser, kept there, known to nobody (S2-46). */
export const visitorId: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9._:-]{1,128}$',
  expects: '1 to 128 letters, digits, dots, underscores, colons or hyphens',
  description: 'Anonymous identifier of the reader, made by the browser.',
  examples: ['v_8f2c1b7e'],
};

export const feedbackBody: JsonSchema = {
  ...body(
    'What a reader says of a page.',
    {
      pagePath: {
        type: 'string',
        minLength: 1,
        maxLength: 1000,
        description: 'Path of the page.',
        examples: ['guides/start'],
      },
      rating: {
        type: 'string',
        enum: ['positive', 'negative'],
        description: 'Thumb up or down.',
      },
      comment: nullable({ type: 'string', maxLength: 2000, description: "The reader's words." }),
      visitorId,
    },
    ['pagePath', 'rating', 'visitorId'],
  ),
  examples: [{ pagePath: 'guides/start', rating: 'positive', visitorId: 'v_8f2c1b7e' }],
};

export const feedbackResult = exactly('What was noted.', {
  id: identifier('fbk', 'Feedback.'),
});

import { languages } from '../languages.ts';
import { problemCountsOf } from './deployments.ts';
import { exactly, identifier, isoTime, named, nullable } from './shapes.ts';

const count = (description: string) =>
  ({ type: 'integer', minimum: 0, description, examples: [12] }) as const;
const limit = (description: string) => ({
  ...nullable({
    type: 'integer',
    minimum: 0,
    description: `${description}; null without a limit.`,
  }),
  examples: [1000],
});

const fullest = (what: string) =>
  nullable(
    exactly(
      `The project with most ${what}; null while no project has any, or without \`projects:read\`.`,
      {
        id: identifier('prj', 'Project.'),
        slug: { type: 'string', description: 'Its slug.', examples: ['acme'] },
        name: { type: 'string', description: 'Its name.', examples: ['Acme'] },
        used: count(`How many ${what} it has.`),
      },
    ),
  );

/** Query parameters of Get overview and Get usage. */
export const daysQuery = {
  days: {
    type: 'integer',
    minimum: 1,
    maximum: 90,
    default: 30,
    description: 'Days to look at, up to today (UTC).',
  },
} as const;

/** Response of Get overview. */
export const overviewView = named(
  'Overview',
  exactly('How a site is doing.', {
    deployment: nullable(
      exactly('The deployment that readers get, or null.', {
        id: {
          type: 'string',
          description: 'Deployment.',
          examples: ['dpl_01JNF5A3Q8R7XK2M4V9B6C0DTE'],
        },
        held: {
          type: 'boolean',
          description: 'Whether a newer one waits for its translations or settings.',
        },
        pages: count('Pages in the source language.'),
        problems: problemCountsOf,
        createdAt: isoTime('When the server imported it'),
      }),
    ),
    languages: {
      type: 'array',
      description: 'Target languages.',
      items: exactly('A language.', {
        code: {
          type: 'string',
          enum: Object.keys(languages),
          description: 'Its code.',
          examples: ['fr'],
        },
        translatedPages: count('Pages whose translation is current.'),
        totalPages: count('Pages in the source language.'),
      }),
    },
    searches: exactly('Searches of readers in these days.', {
      asked: count('Searches.'),
      clicked: count('Searches of which a result was opened.'),
      empty: count('Searches without a result.'),
    }),
    questions: exactly('Questions to the assistant in these days.', {
      answers: count('Answers, refusals included.'),
      cited: count('Answers that cite a page: the others found nothing.'),
      rated: count('Conversations that readers rated.'),
      satisfied: count('Those of them that were rated well.'),
    }),
    feedback: exactly('Ratings of pages in these days.', {
      positive: count('Good ratings.'),
      negative: count('Bad ratings.'),
      unresolved: count('Ratings with a comment that is not resolved.'),
    }),
    webhooks: exactly('Webhooks now.', {
      active: count('Webhooks that get events.'),
      failing: count('Active webhooks whose last attempt failed.'),
      disabled: count('Webhooks that the service has disabled after failures.'),
    }),
    commitObstacle: nullable(
      exactly(
        'Why Commit configuration would be refused, as far as the server knows without asking the Git host; null if it is possible.',
        {
          code: {
            type: 'string',
            enum: ['REPO_NOT_CONNECTED', 'REPO_PROVIDER_UNSUPPORTED', 'REPO_PERMISSION'],
            description: 'The code that details of an error have for it.',
            examples: ['REPO_PERMISSION'],
          },
          message: {
            type: 'string',
            description: 'What is missing, and what to set.',
            examples: ['This server has no credentials for the Git host. Set GITHUB_TOKEN.'],
          },
        },
      ),
    ),
  }),
);

/** Response of Get usage. */
export const usageByDayView = named(
  'Usage',
  exactly('What the organization uses of its plan.', {
    startDate: isoTime('When the month of the plan began'),
    endDate: isoTime('When it ends, and its counts are reset'),
    limits: exactly('What the plan allows.', {
      pageTranslations: limit('Translated pages in a month'),
      webhookEvents: limit('Webhook events in a month'),
      assistantTokens: limit('Tokens of the assistant in a month'),
      projects: limit('Projects'),
      languages: limit('Target languages of a project'),
      glossaryTerms: limit('Glossary terms of a project'),
      webhooks: limit('Webhooks of a project'),
      siteBytes: limit('Bytes of the files of a site'),
    }),
    used: exactly('What is used of it.', {
      projects: count('Projects.'),
      pageTranslations: count('Translated pages this month.'),
      webhookEvents: count('Webhook events this month.'),
      assistantTokens: count('Tokens of the assistant this month.'),
    }),
    fullest: exactly('The projects that are nearest to what the plan allows each of them.', {
      languages: fullest('target languages'),
      glossaryTerms: fullest('glossary terms'),
      webhooks: fullest('webhooks'),
    }),
    days: {
      type: 'array',
      description: 'Use by day, oldest first; days before a server of this version counted are 0.',
      items: exactly('A day.', {
        date: {
          type: 'string',
          pattern: '^\\d{4}-\\d\\d-\\d\\d$',
          description: 'The day (UTC).',
          examples: ['2026-03-15'],
        },
        pageTranslations: count('Translated pages.'),
        webhookEvents: count('Webhook events.'),
        assistantTokens: count('Tokens of the assistant.'),
      }),
    },
  }),
);

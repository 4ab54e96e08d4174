import { exactly, isoTime, named, nullable, numberedQuery } from './shapes.ts';

const count = (description: string) =>
  ({ type: 'integer', minimum: 0, description, examples: [120] }) as const;

/** Query of List deployment runs. */
export const runsQuery = numberedQuery({ default: 20, max: 20 });

/** A deployment that is being made, or that failed. */
export const deploymentRun = named(
  'DeploymentRun',
  exactly('A deployment that is being made, or that failed.', {
    id: { type: 'string', description: 'Run.', examples: ['run_01JNF5A3Q8R7XK2M4V9B6C0DTE'] },
    cause: {
      type: 'string',
      enum: ['upload', 'translations', 'edits', 'settings'],
      description: 'Why it is made, as in a deployment.',
    },
    state: {
      type: 'string',
      enum: ['running', 'failed', 'lost'],
      description:
        'Whether it goes on. `lost`: nothing was heard of it for a minute, since the server that made it has stopped or is out of reach.',
    },
    stage: {
      type: 'string',
      description: 'What is done now, or was done last.',
      examples: ['Rendering'],
    },
    done: count('How much of the stage is done, such as pages, or blocks of an upload.'),
    total: { ...nullable(count('How much there is to do; null if that is not known.')) },
    messages: {
      type: 'array',
      description: 'The last stages, oldest first.',
      items: exactly('A stage.', {
        at: isoTime('When it began'),
        text: { type: 'string', description: 'Its name.', examples: ['Reading'] },
      }),
    },
    error: {
      ...nullable({ type: 'string', description: 'Why it failed; null if it did not.' }),
      examples: ['The process of the build was ended by SIGKILL before the build was done.'],
    },
    startedAt: isoTime('When it began'),
    updatedAt: isoTime('When something was heard of it last'),
  }),
);

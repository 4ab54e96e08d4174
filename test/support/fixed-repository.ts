import type { ConfigRepository } from '../../runtime/tasks/commit-config.ts';

/** A repository that has one `docs.json`, whatever is committed to it. */
export const fixedRepository: ConfigRepository = {
  read: async () => ({
    ...{ configJson: '{}', sha: 'a'.repeat(40), branch: 'main', path: 'docs.json' },
  }),
  commit: async () => ({
    ...{ commit: 'b'.repeat(40), branch: 'main', sha: 'a'.repeat(40), created: true },
    ...{ url: 'https://github.com/acme/docs', compareUrl: null, before: '{}' },
  }),
};

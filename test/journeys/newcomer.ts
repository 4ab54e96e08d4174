import { delimiter } from 'node:path';

/**
 * The environment of a person who has just come: nothing of the checkout, of the test runner or of
 * npm, which runs both, and no network for npm.
 */
export function newcomer(
  home: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const path = (process.env.PATH ?? '').split(delimiter);
  return {
    PATH: path.filter((folder) => !folder.includes('node_modules')).join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    ...more,
  };
}

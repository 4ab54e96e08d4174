/** Names of the file with the configuration of a site: Docent's own, and the earlier one of the other dialect. */
export const configFiles = ['docs.json', 'mint.json'] as const;

/** Whether a path in a site is that of its configuration. */
export function isConfigFile(path: string): boolean {
  return configFiles.some((name) => name === path);
}

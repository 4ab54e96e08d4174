/** Addresses of files that a build writes for machines, without `basePath`. */
export const machineAddresses: ReadonlySet<string> = new Set([
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/404.html',
]);

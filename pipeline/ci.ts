import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Where GitHub looks for the workflow. */
export const workflowFile = '.github/workflows/docs.yml';

/** Writes the workflow of a site into its repository; false if there is one already. */
export function writeWorkflow(root: string, siteDir: string): boolean {
  const file = join(root, workflowFile);
  if (existsSync(file)) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, workflow(posix.normalize(siteDir)), { flag: 'wx' });
  return true;
}

function workflow(dir: string): string {
  const site =
    dir === '.' ? '' : ` ${/^[\w./-]+$/.test(dir) ? dir : `'${dir.replaceAll("'", "'\\''")}'`}`;
  const run = (command: string) =>
    `      - run: ${command.includes("'") ? JSON.stringify(command) : command}`;
  return `# Checks every change of the documentation, and builds what is merged.
name: docs
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
${run(`npx docent check${site} --strict --format github`)}
  build:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          # The date of a page is that of its last commit.
          fetch-depth: 0
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci
${run(`npx docent build${site} --to public`)}
      - uses: actions/upload-artifact@v4
        with:
          name: site
          path: public
          include-hidden-files: true
`;
}

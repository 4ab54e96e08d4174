import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Where GitHub looks for the workflow. */
export const workflowFile = '.github/workflows/docs.yml';

/** Writes the workflow of a site into its repository; fails if there is one already. */
export function writeWorkflow(root: string, dir: string): void {
  const file = join(root, workflowFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, workflow(relative(root, dir).split(sep).join('/')), { flag: 'wx' });
}

/** The workflow of a site in a folder of the repository; the root is an empty path. */
function workflow(dir: string): string {
  const quoted = /^[\w./-]*$/.test(dir) ? dir : `'${dir.replaceAll("'", "'\\''")}'`;
  const site = dir === '' ? '' : ` ${quoted}`;
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

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
    `      - run: ${/['"]/.test(command) ? JSON.stringify(command) : command}`;
  return `# Checks every change of the documentation. With the variable DOCENT_URL and the secret DOCENT_KEY, it shows pull
# requests as previews and deploys what is merged to that server; without them, it builds the site for a static host.
name: docs
on:
  pull_request:
    types: [opened, synchronize, reopened, closed]
  push:
    branches: [main]
permissions:
  contents: read
concurrency:
  group: docs-\${{ github.event.pull_request.number || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
  check:
    if: github.event.action != 'closed'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
${node}
${run(`npx docent check${site} --strict --format github`)}
  preview:
    # Pull requests from forks get no secrets.
    if: >-
      vars.DOCENT_URL != '' && github.event_name == 'pull_request' && github.event.action != 'closed' &&
      github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
${server}
      NUMBER: \${{ github.event.pull_request.number }}
      PREVIEW: pr-\${{ github.event.pull_request.number }}
    steps:
${checkout}
${node}
${run(`npx docent deploy${site} --preview "$PREVIEW" | tee preview.txt`)}
        # A failure before the pipe counts.
        shell: bash
      - name: Keep one comment up to date
        env:
          GH_TOKEN: \${{ github.token }}
        run: |
          mark='<!-- docent preview -->'
          {
            printf '%s\\nPreview: %s\\n\\n' "$mark" "$(tail -n 1 preview.txt)"
            printf '\`\`\`text\\n%s\\n\`\`\`\\n' "$(head -n -1 preview.txt)"
          } > comment.md
          comments="repos/{owner}/{repo}/issues/$NUMBER/comments"
          own=".[] | select(.body | startswith(\\"$mark\\")) | select(.user.type == \\"Bot\\") | .id"
          id="$(gh api "$comments" --paginate --jq "$own" | head -n 1)"
          if [ -n "$id" ]; then
            gh api "repos/{owner}/{repo}/issues/comments/$id" --method PATCH --field body=@comment.md --silent
          else
            gh api "$comments" --field body=@comment.md --silent
          fi
  end-preview:
    if: >-
      vars.DOCENT_URL != '' && github.event.action == 'closed' &&
      github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
${server}
      PREVIEW: pr-\${{ github.event.pull_request.number }}
    steps:
      - uses: actions/checkout@v4
${node}
      - run: |
          if npx docent deployments previews | grep -q "^$PREVIEW "; then
            npx docent deployments delete --preview "$PREVIEW"
          fi
  deploy:
    if: vars.DOCENT_URL != '' && github.event_name == 'push'
    needs: check
    runs-on: ubuntu-latest
${server}
    steps:
${checkout}
${node}
${run(`npx docent deploy${site}`)}
  build:
    if: vars.DOCENT_URL == '' && github.event_name == 'push'
    runs-on: ubuntu-latest
    steps:
${checkout}
${node}
${run(`npx docent build${site} --to public`)}
      - uses: actions/upload-artifact@v4
        with:
          name: site
          path: public
          include-hidden-files: true
`;
}

const checkout = `      - uses: actions/checkout@v4
        with:
          # The date of a page is that of its last commit.
          fetch-depth: 0`;

const node = `      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm ci`;

/** Where sites are deployed to; more may follow in the same block. */
const server = `    env:
      DOCENT_URL: \${{ vars.DOCENT_URL }}
      DOCENT_KEY: \${{ secrets.DOCENT_KEY }}`;

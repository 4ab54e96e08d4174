import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ThemeName } from '../schema/config/themes.ts';

/** What `docent init` wrote, and what it left alone because it was there. */
export interface InitResult {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** What a new site is like; what is absent has a default. */
export interface InitChoices {
  readonly name?: string;
  /** Six-digit hex colour of links and buttons. */
  readonly color?: string;
  readonly theme?: ThemeName;
  /** Whether it has an API reference. */
  readonly api?: boolean;
}

/** Writes a small starter site into a folder; never overwrites a file. */
export function initSite(dir: string, choices: InitChoices = {}): InitResult {
  const written: string[] = [];
  const kept: string[] = [];
  const name = choices.name?.trim() || nameOf(dir);
  for (const [path, text] of Object.entries(starter(name, choices, schemaPath(dir)))) {
    const file = join(dir, path);
    if (existsSync(file)) {
      kept.push(path);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    written.push(path);
  }
  return { written, kept };
}

/** `my-product` → `My Product`. */
export function nameOf(dir: string): string {
  const words = basename(resolve(dir))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const name = words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return ['', 'Docs', 'Doc', 'Documentation'].includes(name) ? 'My Product' : name.slice(0, 60);
}

/** Colour of a new site. */
export const defaultColor = '#0F766E';

/** The schema of `docs.json` in the package, as editors find it from a folder; undefined if it is not installed above. */
function schemaPath(dir: string): string | undefined {
  const inside = 'node_modules/docent/dist/schema/docs.schema.json';
  let way = './';
  for (let folder = resolve(dir); ; folder = dirname(folder)) {
    if (existsSync(join(folder, inside))) return way + inside;
    if (dirname(folder) === folder) return undefined;
    way = way === './' ? '../' : `${way}../`;
  }
}

function starter(
  name: string,
  choices: InitChoices,
  schema: string | undefined,
): Record<string, string> {
  const { color = defaultColor, theme = 'mint', api = true } = choices;
  const config = {
    ...(schema === undefined ? {} : { $schema: schema }),
    name,
    description: `How to install, use and extend ${name}.`,
    theme,
    colors: { primary: color },
    favicon: '/favicon.svg',
    // The name is text next to the mark: a picture of it would need a width of its own.
    logo: { light: '/logo/mark.svg', dark: '/logo/mark.svg', text: name },
    navigation: {
      tabs: [
        {
          tab: 'Guides',
          icon: 'book-open',
          groups: [
            { group: 'Get started', pages: ['index', 'quickstart'] },
            { group: 'Write', pages: ['writing/pages', 'writing/components'] },
          ],
        },
        ...(api
          ? [
              {
                tab: 'API reference',
                icon: 'square-terminal',
                groups: [
                  {
                    group: 'Notes API',
                    openapi: { source: 'openapi.yaml', directory: 'api' },
                    pages: ['GET /notes', 'POST /notes', 'GET /notes/{id}'],
                  },
                ],
              },
            ]
          : []),
        {
          tab: 'Changelog',
          icon: 'history',
          groups: [{ group: 'Releases', pages: ['changelog'] }],
        },
      ],
    },
    appearance: { default: 'system' },
    contextual: { options: ['copy', 'view'] },
    variables: [{ name: 'product', type: 'string', defaultValue: name }],
    addons: { ciChecks: { brokenLinks: 'error' } },
  };
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${color}"/><path d="M7 6.5h6a5.5 5.5 0 0 1 0 11H7z" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"/></svg>\n`;
  return {
    'docs.json': `${JSON.stringify(config, null, 2)}\n`,
    'favicon.svg': mark,
    'logo/mark.svg': mark,
    ...(api ? { 'openapi.yaml': description(name) } : {}),
    'changelog.mdx': `---
title: Changelog
description: What is new in {{product}}.
icon: history
rss: true
---

<Update label="0.1.0" description="The first release" tags={["New"]}>
  ## Documentation

  {{product}} has documentation: guides${api ? ', a reference of its API' : ''} and this list. Each release is an entry,
  and readers can follow the list as a feed.
</Update>
`,
    'index.mdx': `---
title: Welcome
description: What {{product}} is and where to go next.
icon: house
---

This is the first page of your documentation. Edit it and the browser shows the change.

<CardGroup cols={2}>
  <Card title="Quick start" icon="rocket" href="/quickstart">
    From zero to a running site in five minutes.
  </Card>
  <Card title="Write pages" icon="pencil" href="/writing/pages">
    Front matter, links, images and code.
  </Card>
  <Card title="Components" icon="blocks" href="/writing/components">
    Tabs, steps, callouts, cards and more.
  </Card>
${
  api
    ? `  <Card title="API reference" icon="square-terminal" href="/api/list-notes">
    A page for each operation, made from \`openapi.yaml\`.
  </Card>`
    : `  <Card title="Changelog" icon="history" href="/changelog">
    What is new, as a page and as a feed.
  </Card>`
}
</CardGroup>
`,
    'quickstart.mdx': `---
title: Quick start
description: Run the site, edit a page, build it.
icon: rocket
---

<Steps>
  <Step title="Start writing">
    The command prints a URL for the preview, which updates on every change.

    \`\`\`bash
    npx docent dev
    \`\`\`
  </Step>
  <Step title="Check it">
    Every problem is reported with its file, its line and how to fix it.

    \`\`\`bash
    npx docent check
    \`\`\`
  </Step>
  <Step title="Build and serve it">
    For any static host, \`npx docent build --to public\` writes the files of the site to a folder.

    \`\`\`bash
    npx docent build
    npx docent serve
    \`\`\`
  </Step>
</Steps>

<Tip>Add your first page: create a file \`hello.mdx\` and add its path to \`docs.json\`.</Tip>
`,
    'writing/pages.mdx': `---
title: Pages
description: A page is a Markdown file with components.
icon: file-text
---

## Front matter

The fields between the dashes set the title and description of the page.

\`\`\`yaml
---
title: Pages
description: A page is a Markdown file with components.
icon: file-text
---
\`\`\`

## Links

Links to other pages start at the root: [Components](/writing/components). A link to a heading
ends with its id: [front matter](#front-matter). \`npx docent check\` finds broken links.

## Tables

| Result | Write |
| --- | --- |
| **bold** | \`**bold**\` |
| *emphasis* | \`*emphasis*\` |
| \`code\` | backticks around it |

## Variables

Declare a value that many pages use once in \`docs.json\`: this site is about {{product}}.
`,
    'writing/components.mdx': `---
title: Components
description: What Markdown alone can't do.
icon: blocks
---

## Callouts

<Note>Something to keep in mind.</Note>
<Warning>Something that can go wrong.</Warning>

## Tabs

<Tabs>
  <Tab title="npm">
    \`\`\`bash
    npm install your-package
    \`\`\`
  </Tab>
  <Tab title="pnpm">
    \`\`\`bash
    pnpm add your-package
    \`\`\`
  </Tab>
</Tabs>

## Code in several languages

<CodeGroup>
\`\`\`js hello.js
console.log('Hello');
\`\`\`

\`\`\`python hello.py
print("Hello")
\`\`\`
</CodeGroup>

## Questions and answers

<AccordionGroup>
  <Accordion title="Does the site work without JavaScript?">
    Yes: every word is readable and every link works.
  </Accordion>
  <Accordion title="Where is the search index?">
    It is built together with the site; there is nothing to set up.
  </Accordion>
</AccordionGroup>
`,
  };
}

/** A small API, to be replaced by the site's own. */
function description(name: string): string {
  return `openapi: 3.1.0
info:
  title: Notes API
  version: 1.0.0
  description: ${JSON.stringify(`An example. Replace this file with the OpenAPI description of ${name}.`)}
servers:
  - url: https://api.example.com/v1
security:
  - token: []
paths:
  /notes:
    get:
      operationId: listNotes
      summary: List notes
      description: Lists notes, newest first.
      parameters:
        - name: limit
          in: query
          description: How many notes to list.
          schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
      responses:
        "200":
          description: The notes.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Note" }
    post:
      operationId: createNote
      summary: Create a note
      description: Creates a note and returns it.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties:
                text: { type: string, description: What the note says., example: Buy milk }
      responses:
        "201":
          description: The new note.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Note" }
  /notes/{id}:
    get:
      operationId: getNote
      summary: Get a note
      description: Returns one note.
      parameters:
        - name: id
          in: path
          required: true
          description: Id of the note.
          schema: { type: string, example: note_1 }
      responses:
        "200":
          description: The note.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Note" }
        "404":
          description: There is no such note.
components:
  securitySchemes:
    token:
      type: http
      scheme: bearer
      description: The key of your account.
  schemas:
    Note:
      type: object
      required: [id, text]
      properties:
        id: { type: string, description: Id of the note., example: note_1 }
        text: { type: string, description: What the note says., example: Buy milk }
        createdAt: { type: string, format: date-time, description: When it was created. }
`;
}

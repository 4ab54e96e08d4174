import type { StarterLook } from './look.ts';

/** A list of releases with its first entry. */
export function changelogPage({ api }: Pick<StarterLook, 'api'>): string {
  return `---
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
`;
}

/** The first page, with links to the others. */
export function welcomePage({ api }: Pick<StarterLook, 'api'>): string {
  return `---
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
`;
}

/** From the preview to a site that is served. */
export const quickStartPage = `---
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
`;

/** How a page is written. */
export const writingPage = `---
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
`;

/** What components do that Markdown does not. */
export const componentsPage = `---
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
`;

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What `docent init` wrote, and what it left alone because it was there. */
export interface InitResult {
  readonly written: readonly string[];
  readonly kept: readonly string[];
}

/** Writes a small starter site into a folder; never overwrites a file. */
export function initSite(dir: string): InitResult {
  const written: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of Object.entries(starter(nameOf(dir)))) {
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
function nameOf(dir: string): string {
  const words = basename(resolve(dir))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const name = words.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return ['', 'Docs', 'Doc', 'Documentation'].includes(name) ? 'My Product' : name.slice(0, 60);
}

function starter(name: string): Record<string, string> {
  const config = {
    name,
    description: `How to install, use and extend ${name}.`,
    theme: 'mint',
    colors: { primary: '#0F766E', light: '#2DD4BF', dark: '#115E59' },
    favicon: '/favicon.svg',
    logo: { light: '/logo/light.svg', dark: '/logo/dark.svg' },
    navigation: {
      tabs: [
        {
          tab: 'Guides',
          groups: [
            { group: 'Get started', pages: ['index', 'quickstart'] },
            { group: 'Write', pages: ['writing/pages', 'writing/components'] },
          ],
        },
        { tab: 'Reference', groups: [{ group: 'Reference', pages: ['reference/configuration'] }] },
      ],
    },
    appearance: { default: 'system' },
    variables: [{ name: 'product', type: 'string', defaultValue: name }],
    addons: { ciChecks: { brokenLinks: 'error' } },
  };
  const mark = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="${color}"/><path d="M7 6.5h6a5.5 5.5 0 0 1 0 11H7z" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"/></svg>\n`;
  const logo = (ink: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${36 + name.length * 9}" height="28" viewBox="0 0 ${36 + name.length * 9} 28"><rect y="2" width="24" height="24" rx="7" fill="#0F766E"/><path d="M7 8.5h6a5.5 5.5 0 0 1 0 11H7z" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"/><text x="33" y="20" fill="${ink}" font-family="system-ui, sans-serif" font-size="16" font-weight="600">${name.replace(/[&<>]/g, '')}</text></svg>\n`;
  return {
    'docs.json': `${JSON.stringify(config, null, 2)}\n`,
    'favicon.svg': mark('#0F766E'),
    'logo/light.svg': logo('#111827'),
    'logo/dark.svg': logo('#F9FAFB'),
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
  <Card title="Configuration" icon="settings" href="/reference/configuration">
    Colours, navigation and everything else.
  </Card>
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
    'reference/configuration.mdx': `---
title: Configuration
description: The docs.json of this site.
icon: settings
---

<ParamField path="name" type="string" required>
  Name of the site, shown in the header and in the title of every page.
</ParamField>

<ParamField path="colors.primary" type="string" required>
  Colour of links, buttons and the current page.
</ParamField>

<ParamField path="navigation" type="object" required>
  The pages of the site and their order.
</ParamField>
`,
  };
}

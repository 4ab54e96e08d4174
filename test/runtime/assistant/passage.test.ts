import { describe, expect, test } from 'vitest';
import { passageOf } from '../../../runtime/assistant/passage.ts';

const markdown = `# Questions

Lead.

## Install

Run it.

\`\`\`mdx
<Accordion title="Why?">Example.</Accordion>
\`\`\`

<AccordionGroup>
    <Accordion title="Is it free?" icon="coins">
        Yes, it is.

        \`\`\`sh
        docent start
        \`\`\`

        1. And
           so on.
  </Accordion>
  <Accordion title="Why?">
    Because.
    <Accordion title="Deeper?">No.</Accordion>
    Really.
  </Accordion>
</AccordionGroup>

## End
`;

const section = (id: string, heading: string, text = 'As the index has it.') => ({
  ...{ id, heading, text, trail: [heading], code: '' },
});
const page = {
  title: 'Questions',
  headings: [
    { id: 'install', text: 'Install', depth: 2 },
    { id: 'end', text: 'End', depth: 2 },
  ],
  sections: [
    section('install', 'Install'),
    section('is-it-free', 'Is it free?'),
    section('why', 'Why?'),
    section('elsewhere', 'From a snippet'),
  ],
};

describe('the passage of an anchor', () => {
  test.each([
    [
      'a heading',
      'install',
      'Run it.\n\n```mdx\n<Accordion title="Why?">Example.</Accordion>\n```',
    ],
    [
      'a part that opens',
      'is-it-free',
      'Yes, it is.\n\n```sh\ndocent start\n```\n\n1. And\n   so on.',
    ],
    ['a part with others in it', 'why', 'Because.\nNo.\nReally.'],
    ['a part that the Markdown does not have', 'elsewhere', 'As the index has it.'],
    ['no part of the page', 'gone', 'Lead.'],
    ['the beginning', '', 'Lead.'],
  ])('is the content of the anchor: %s', (_name, anchor, passage) => {
    expect(passageOf(page, markdown, anchor).replace(/\n\n<?\/?AccordionGroup>?/g, '')).toContain(
      passage,
    );
  });

  test('ends where the part ends', () => {
    expect(passageOf(page, markdown, 'is-it-free')).not.toContain('Because');
    expect(passageOf(page, markdown, 'why')).not.toContain('End');
  });

  test('comes from any text', () => {
    for (const text of [
      '',
      '<Accordion title="Why?">',
      '<Accordion title="Why?',
      '```\n<Accordion title="Why?">',
    ]) {
      expect(passageOf(page, text, 'why')).toBe('As the index has it.');
    }
  });
});

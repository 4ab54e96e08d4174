import { describe, expect, test } from 'vitest';
import { passageOf } from '../../../runtime/assistant/passage.ts';

const markdown = `# Questions

Lead.

## Install

Run it.

\`\`\`md
- **Why?**

  Example.
\`\`\`

- **Is it free?**

  Yes, it is Free\\<T>, <https://free.example>.

  \`\`\`sh
  docent start
  \`\`\`

  1. And
     so on.

- **Why?**

  Because.

  - **Deeper?**

    No.

  Really.

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
    ['a heading', 'install', 'Run it.\n\n```md\n- **Why?**\n\n  Example.\n```'],
    [
      'a part that opens',
      'is-it-free',
      'Yes, it is Free\\<T>, <https://free.example>.\n\n```sh\ndocent start\n```\n\n1. And\n   so on.',
    ],
    ['a part with others in it', 'why', 'Because.\n\n- **Deeper?**\n\n  No.\n\nReally.'],
    ['a part that the Markdown does not have', 'elsewhere', 'As the index has it.'],
    ['no part of the page', 'gone', 'Lead.'],
    ['the beginning', '', 'Lead.'],
  ])('is the content of the anchor: %s', (_name, anchor, passage) => {
    expect(passageOf(page, markdown, anchor)).toContain(passage);
  });

  test('ends where the part ends', () => {
    expect(passageOf(page, markdown, 'is-it-free')).not.toContain('Because');
    expect(passageOf(page, markdown, 'why')).not.toContain('End');
  });

  test('comes from any text', () => {
    for (const text of ['', '- **Why?', '- Why?', '```\n- **Why?**\n\n  No.']) {
      expect(passageOf(page, text, 'why')).toBe('As the index has it.');
    }
  });
});

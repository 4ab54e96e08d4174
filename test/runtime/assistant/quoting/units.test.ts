import { describe, expect, test } from 'vitest';
import { answersKind } from '../../../../runtime/assistant/quoting/asked-for.ts';
import { sectionsOf } from '../../../../runtime/assistant/quoting/units.ts';
import { withoutLongRuns } from '../../../../runtime/assistant/site/site.ts';

const page = {
  title: 'Questions',
  headings: [
    { id: 'install', text: 'Install', depth: 2 },
    { id: 'linux', text: 'Linux', depth: 3 },
    { id: 'end', text: 'End', depth: 2 },
  ],
  sections: [{ id: 'is-it-free', heading: 'Is it free?', text: '', trail: [], code: '' }],
};

const read = (markdown: string) => sectionsOf(page, markdown);

describe('the sections of a page', () => {
  test('have the anchors and trails of their headings, and those of parts that open', () => {
    const sections = read(
      '# Questions\n\nLead.\n\n## Install\n\nRun it.\n\n### Linux\n\nSo.\n\n- **Is it free?**\n\n  Yes.\n\n  ```sh\n  start\n  ```\n\nMore.\n\n## End\n\nBye.',
    );
    expect(
      sections.map(({ anchor, trail, blocks }) => [anchor, trail, blocks.map(({ text }) => text)]),
    ).toEqual([
      ['', [], ['Lead.']],
      ['install', ['Install'], ['Run it.']],
      ['linux', ['Install', 'Linux'], ['So.']],
      ['is-it-free', ['Install', 'Linux', 'Is it free?'], ['Yes.', '```sh\nstart\n```']],
      ['linux', ['Install', 'Linux'], ['More.']],
      ['end', ['End'], ['Bye.']],
    ]);
  });

  test('are cut into sentences, items and rows', () => {
    const [section] = read(
      'One. Two is `a.b`! 三。四。\n\n- An item\n  goes on\n- Another\n\n| A | B |\n| - | - |\n| 1 | 2 |',
    );
    expect(section?.blocks.map(({ kind, units }) => [kind, units])).toEqual([
      ['prose', ['One.', 'Two is `a.b`!', '三。', '四。']],
      ['list', ['- An item goes on', '- Another']],
      ['table', ['| A | B |', '| 1 | 2 |']],
    ]);
  });

  test('have no heading from inside of code', () => {
    expect(read('```sh\n# no heading\n```\n\nText.')).toHaveLength(1);
  });

  test('are read in time that grows with the text', () => {
    const sections = read('- **A**\n\n  ## B\n\n  text\n\n'.repeat(5000));
    expect(sections.length).toBeGreaterThan(4000);
  });
});

test('a long word is compared with a definition in no time', () => {
  const unit = `${'a'.repeat(100_000)} ${'-'.repeat(100_000)}`;
  const blocks = [{ kind: 'prose' as const, text: unit, units: [unit] }];
  for (const kind of ['meaning', 'steps', 'value'] as const) {
    expect(
      answersKind(kind, blocks, { block: 0, unit: 0, heading: '', label: '', defines: () => 1 }),
    ).toBeLessThan(1);
  }
});

describe('the text of a page', () => {
  const signs = [' ', '-', '|-:', ':', '`', '[', '*', '\t ', '> '];

  test.each(signs)('is read however often it has %j', (sign) => {
    const many = sign.repeat(120_000);
    const lines = [`word${many}end`, `${many}end`, `## word${many}end`, `| a | b${many}end |`];
    const markdown = withoutLongRuns(['# Page', ...lines].join('\n\n'));
    expect(markdown).toContain('end');
    const page = { title: 'Page', headings: [], sections: [] };
    expect(sectionsOf(page, markdown).length).toBeGreaterThan(0);
  });

  test('keeps runs of up to 400 signs, and all letters', () => {
    const kept = `a${'-'.repeat(400)}b ${'z'.repeat(5000)}\n${'\n'.repeat(500)}c`;
    expect(withoutLongRuns(kept)).toBe(kept);
    expect(withoutLongRuns(`a${'-'.repeat(401)}b`)).toBe(`a${'-'.repeat(400)}b`);
  });
});

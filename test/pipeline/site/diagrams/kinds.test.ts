import { describe, expect, test } from 'vitest';
import { diagramKind, diagramKinds } from '../../../../pipeline/site/diagrams/kinds.ts';

describe('diagramKind', () => {
  test.each([
    ['flowchart LR; a-->b', 'flowchart'],
    ['graph TD\n a-->b', 'flowchart'],
    ['\n%% says what it is\n  sequenceDiagram\n a->>b: Hi', 'sequence'],
    ['---\ntitle: Roles\n---\nerDiagram\n A ||--o{ B : has', 'er'],
    ['%%{init: {"theme": "dark"}}%%\ngantt\n title A', 'gantt'],
    ['stateDiagram-v2\n [*] --> a', 'state'],
  ])('%j', (source, kind) => {
    expect(diagramKind(source)).toBe(kind);
  });

  test('takes rare kinds, other layouts, formulas and C4 in disguise for any kind', () => {
    for (const source of [
      'ishikawa\n  A',
      'flowchart-elk TD\n a-->b',
      '---\nconfig:\n  layout: elk\n---\nflowchart LR\n a-->b',
      'flowchart LR\n a["$$x^2$$"]',
      'flowchart LR\n C4Container --> b',
      '',
    ])
      expect(diagramKind(source)).toBe('any');
  });
});

describe('diagramKinds', () => {
  test('finds diagrams in fences, in lists, and in components', () => {
    const text = [
      '```mermaid',
      'flowchart LR',
      '```',
      '',
      '- ~~~mermaid title="Calls"',
      '  sequenceDiagram',
      '  ~~~',
      '',
      '> ```mermaid',
      '> erDiagram',
      '> ```',
      '<Mermaid',
      '  ariaLabel="What goes where"',
      '  chart={`mindmap',
      '    root`}',
      '/>',
      '<Mermaid chart={chart} />',
    ].join('\n');
    expect(diagramKinds(text)).toEqual(['any', 'er', 'flowchart', 'mindmap', 'sequence']);
  });

  test('finds none in pages without diagrams, and reads many fences in linear time', () => {
    expect(diagramKinds('```js\nmermaid()\n```')).toEqual([]);
    expect(diagramKinds('```mermaid\ngraph\n'.repeat(20_000))).toEqual(['flowchart']);
  });
});

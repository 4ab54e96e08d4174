import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { questionWords } from '../../../pipeline/search/question.ts';

const firm = (question: string, language: string): string[] =>
  questionWords(question, language).flatMap(({ word, loose }) => (loose ? [] : [word]));

describe('the words of a question', () => {
  test.each([
    ['en', 'How do I delete a memory?', ['delete', 'memory']],
    ['en', 'addMemory', ['add', 'memory', 'addmemory']],
    ['zh', '如何让工作流在每天早上自动运行?', ['工作', '每天', '早上', '自动', '运行']],
    ['zh', '怎么邀请同事加入我的团队?', ['邀请', '同事', '加入', '团队']],
    [
      'ja',
      'ワークフローを毎朝実行するにはどうすればいいですか?',
      ['ワー', 'ーク', 'フロ', 'ロー', '毎朝', '実行'],
    ],
    ['ko', '워크플로를 어떻게 실행하나요?', ['워크', '크플', '플로', '실행']],
    ['th', 'จะเรียกใช้อย่างไร', ['เร', 'รี', 'ีย', 'ยก', 'ใช', 'ช้']],
  ])('in %s leave out what only frames it: %s', (language, question, words) => {
    expect(firm(question, language).sort()).toEqual([...words].sort());
  });

  test.each([
    [
      'Error: Queue is closed at Queue.push (/srv/app/lib/queue.js:12:9) at async /srv/app/main.js:3:1 at run (node:internal/process/task_queues:95:5)',
    ],
    [
      'Traceback (most recent call last): File "/home/me/app.py", line 3, in <module> File "C:\\libs\\queue.py", line 88, in push Error: Queue is closed',
    ],
    ['at org.queues.Queue.push(Queue.java:88) Error: queue is closed'],
    ['src/jobs/run.ts:88:12 - error: queue is closed'],
  ])('leave out the calls that led to an error: %s', (question) => {
    expect(firm(question, 'en').sort()).toEqual(['closed', 'error', 'queue']);
  });

  test('keep addresses with a port', () => {
    expect(firm('proxy http://queue.local:6379', 'en')).toContain('6379');
  });

  test('are those of a call where nothing else is asked for', () => {
    expect(firm('at run (/srv/queue.js:12:9)', 'en')).toContain('queue');
  });

  test('are read in linear time of a long text', () => {
    const start = performance.now();
    for (const part of ['at ', 'at a ', 'a/', 'File "', 'at (', 'a:1', ':1:1 ', '('])
      firm(part.repeat(8000), 'en');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('keep pairs across two words as a help', () => {
    const words = questionWords('自动运行', 'zh');
    expect(words).toContainEqual({ word: '动运', loose: true });
    expect(words).toContainEqual({ word: '运行', loose: false });
    const framed = questionWords('如何运行', 'zh');
    expect(framed).toContainEqual({ word: '何运', loose: true });
    expect(framed).not.toContainEqual({ word: '如何', loose: true });
  });

  test('take adjacent single letters for a word that is in no dictionary', () => {
    expect(firm('如何运行鸿蒙?', 'zh')).toEqual(['运行', '鸿蒙']);
    const [one] = questionWords('飞书多维', 'zh');
    expect(one).toEqual({ word: '飞书', loose: false, run: '飞书多维' });
  });

  test('are all of them when they are stop words alone', () => {
    expect(firm('what is this', 'en')).toEqual(['what', 'is', 'this']);
    expect(firm('怎么办', 'zh')).toEqual(['怎么', '么办']);
  });

  test('come once, and at most sixty', () => {
    expect(firm('memory memories MEMORY', 'en')).toEqual(['memory']);
    const many = Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ');
    expect(questionWords(many, 'en')).toHaveLength(60);
  });

  test('are found in any text, of any language code', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('en', 'zh-CN', 'jp', 'ko', 'th', 'no language', ''),
        (text, language) => {
          for (const { word } of questionWords(`${text}知識${text}`, language)) {
            expect(word).not.toBe('');
          }
        },
      ),
    );
  });
});

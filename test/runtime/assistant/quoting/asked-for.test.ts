import { describe, expect, test } from 'vitest';
import {
  answersKind,
  askedFor,
  subjectOfDefinition,
} from '../../../../runtime/assistant/quoting/asked-for.ts';
import { asksAboutCompany } from '../../../../runtime/assistant/quoting/owner.ts';

describe('the kind of answer that a question wants', () => {
  test.each([
    ['How many messages can a queue hold?', 'amount'],
    ['What is the maximum size of a file?', 'amount'],
    ['Wie viele Nachrichten passen hinein?', 'amount'],
    ['Combien de messages ?', 'amount'],
    ['一个队列有多少条消息？', 'amount'],
    ['メッセージはいくつですか？', 'amount'],
    ['Which header holds the key?', 'value'],
    ['Welcher Befehl startet es?', 'value'],
    ['哪个命令启动它？', 'value'],
    ['Who can delete a queue?', 'person'],
    ['Wer darf eine Queue löschen?', 'person'],
    ['谁可以删除队列？', 'person'],
    ['How do I delete a queue?', 'steps'],
    ['如何删除队列？', 'steps'],
    ['What is a queue?', 'meaning'],
    ['Was ist eine Queue?', 'meaning'],
    ['キューとは？', 'meaning'],
    ['Can a queue be deleted?', 'anything'],
  ])('%s: %s', (question, kind) => {
    expect(askedFor(question)).toBe(kind);
  });
});

describe('the subject of a definition', () => {
  test.each([
    ['A queue is a list of messages.', 'A queue'],
    ['Eine Queue ist eine Liste.', 'Eine Queue'],
    ['Une file est une liste.', 'Une file'],
    ['队列是一组消息。', '队列'],
    ['キューとはメッセージのリストです。', 'キュー'],
  ])('of "%s" is "%s"', (sentence, subject) => {
    expect(subjectOfDefinition(sentence)).toBe(subject);
  });

  test('comes last where something is called so', () => {
    expect(subjectOfDefinition('A list of messages is called a queue.')).toContain('a queue');
    expect(subjectOfDefinition('一组消息称为队列。')).toContain('队列');
  });

  test('is none in an instruction, or where something is done with it', () => {
    expect(subjectOfDefinition('Delete the queue.')).toBeUndefined();
    expect(subjectOfDefinition('A queue is created during installation.')).toBeUndefined();
    expect(subjectOfDefinition('A queue is used to keep messages.')).toBe('A queue');
  });

  test('decides whether a sentence defines what is asked for', () => {
    const of = (text: string, subject: string) =>
      answersKind('meaning', [{ kind: 'list', text, units: [text] }], {
        ...{ block: 0, label: '', unit: 0, heading: '' },
        defines: (found) => (found === subject ? 1 : 0),
      });
    expect(of('A queue is a list.', 'A queue')).toBeGreaterThan(0.5);
    expect(of('Queue ids are numbers.', 'A queue')).toBe(0);
  });

  test('is the heading where a page begins without it, after labels', () => {
    const prose = (text: string, units = [text]) => ({ kind: 'prose' as const, text, units });
    const blocks = [
      prose('Extends: `Store`', ['Extends:', '`Store`']),
      prose('A list of messages that workers take in order.'),
    ];
    const of = (block: number, heading: string) =>
      answersKind('meaning', blocks, {
        ...{ block, label: '', unit: 0, heading },
        defines: (found) => (found === 'Queue' ? 1 : 0),
      });
    expect(of(1, 'Queue')).toBe(1);
    expect(of(1, 'Worker')).toBeLessThan(0.5);
    expect(of(0, 'Queue')).toBe(0);
  });

  test('is no sentence behind a list, with which a section about it may end', () => {
    const list = { kind: 'list' as const, text: '- **It is ordered.**', units: ['It is ordered.'] };
    const text = 'The line below each queue says which worker has it.';
    const blocks = [list, { kind: 'prose' as const, text, units: [text] }];
    const of = (all: typeof blocks) =>
      answersKind('meaning', all, {
        ...{ block: all.length - 1, label: '', unit: 0, heading: 'What a queue is' },
        defines: () => 1,
      });
    expect(of(blocks)).toBe(0);
    expect(of(blocks.slice(1))).toBe(1);
  });
});

describe('a question about the company behind a site', () => {
  test.each([
    'Who founded the company?',
    'When was Acme founded?',
    'What is the phone number of support?',
    'Wer ist der Geschäftsführer?',
    'Qui est le PDG ?',
    'Acme 的创始人是谁？',
    'Acme の創業者は誰ですか？',
  ])('%s', (question) => {
    expect(asksAboutCompany(question)).toBe(true);
  });

  test.each(['How is a page found?', 'Who can delete a queue?', '如何删除队列？'])(
    'is not "%s"',
    (question) => {
      expect(asksAboutCompany(question)).toBe(false);
    },
  );
});

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDeployment, readCurrent } from '../../pipeline/output/read.ts';
import { converse } from '../../runtime/assistant/conversation/converse.ts';
import { createMeter } from '../../runtime/assistant/model/meter.ts';
import { questionLanguage } from '../../runtime/assistant/model/prompt.ts';
import { searchOf } from '../../runtime/assistant/site/search.ts';
import { assistantSite, type SearchResult, stranger } from '../../runtime/assistant/site/site.ts';
import type { ChatEvent } from '../../schema/chat.ts';
import { builtCorpus } from '../support/built-corpus.ts';
import { corpus } from '../support/corpus.ts';
import { answerOf, expectOrder } from '../support/event-stream.ts';
import { openBuilt } from '../support/search.ts';
import { makeTempDir } from '../support/temp.ts';

interface Question {
  readonly q: string;
  readonly pages: readonly string[];
  readonly kind: string;
}

describe.each(['mem0', 'dify'] as const)('the quoting assistant on %s', (name) => {
  const dir = corpus(name);
  const out = makeTempDir();
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  test.runIf(dir !== undefined)(
    'cites only what it found, answers most questions, and refuses what no page answers',
    async () => {
      await builtCorpus(name, out);
      const id = readCurrent(out) ?? '';
      const reader = openDeployment(out, id);
      const index = await openBuilt(out, id);
      const search = searchOf(() => index);
      const found: SearchResult[] = [];
      const site = assistantSite(reader, {
        ...search,
        find: async (query, options) => {
          const results = await search.find(query, options);
          found.push(...results.pages.map(({ result }) => result));
          return results;
        },
      });
      const lines = readFileSync(join(dir ?? '', `../${name}.questions.jsonl`), 'utf8').trim();
      const counts = { answerable: 0, wronglyRefused: 0, right: 0, unanswerable: 0, refused: 0 };
      for (const line of lines.split('\n')) {
        const { q, pages, kind } = JSON.parse(line) as Question;
        const events: ChatEvent[] = [];
        found.length = 0;
        const turn = {
          ...{ conversationId: 'c', messageId: 'm', question: q, history: [], site },
          ...{ visitor: stranger, language: questionLanguage(q, site), settings: { name: 'A' } },
        };
        const ports = { meter: createMeter(), signal: new AbortController().signal, log: () => {} };
        for await (const event of converse(turn, ports)) events.push(event);
        expectOrder(events);
        const sources = events.flatMap((event) =>
          event.type === 'citations' ? event.sources : [],
        );
        const paths = found.map(({ path }) => path);
        for (const { path } of sources) expect(paths).toContain(path);
        expect(answerOf(events)).toMatch(
          sources.length > 0 ? /match your question best|逐字引自/ : /found nothing|没有找到/,
        );
        if (kind === 'unanswerable') {
          counts.unanswerable++;
          if (sources.length === 0) counts.refused++;
        } else {
          counts.answerable++;
          if (sources.length === 0) counts.wronglyRefused++;
          if (sources.some(({ path }) => pages.includes(path))) counts.right++;
        }
      }
      console.log(`the quoting assistant on ${name}:`, counts);
      expect(counts.right / counts.answerable).toBeGreaterThan(0.65);
      // A wrong answer costs a reader more than none: of the two, these are held lower.
      const wrong = counts.answerable - counts.right - counts.wronglyRefused;
      expect(wrong / counts.answerable).toBeLessThan(0.2);
      expect(counts.wronglyRefused / counts.answerable).toBeLessThanOrEqual(0.2);
      expect(counts.refused / counts.unanswerable).toBeGreaterThanOrEqual(0.8);
    },
    300_000,
  );
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../../pipeline/net/model.ts';
import { estimateTokens } from '../../../pipeline/net/tokens.ts';
import { translateSite } from '../../../pipeline/translate.ts';
import { corpus, projectRoot } from '../../support/corpus.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { askedIn, goodModel } from './fake-model.ts';

/** A model that adds up what it is sent and answers; what it is asked for once more is left out. */
function recordingModel(): { readonly model: Model; readonly sent: () => number } {
  const good = goodModel('de');
  let tokens = 0;
  return {
    sent: () => tokens,
    model: {
      ...good,
      complete: async (request) => {
        const answer = await good.complete(request);
        if (askedIn(request).every(({ problem }) => problem === undefined)) {
          const messages = request.messages.map(({ content }) => content).join('\n');
          tokens += estimateTokens(messages) + estimateTokens(answer.text);
        }
        return answer;
      },
    },
  };
}

/** Estimated and sent tokens of a run over a whole site. */
async function compared(dir: string, more: { out?: string; force?: boolean } = {}) {
  const { model, sent } = recordingModel();
  const { out = tempDir(), force = false } = more;
  const run = { dir, out, language: 'de', scope: 'all', force, model, now: () => 0 } as const;
  const { preview } = await translateSite({ ...run, dryRun: true });
  expect(sent()).toBe(0);
  await translateSite({ ...run, dryRun: false });
  return { estimated: preview.tokens, sent: sent() };
}

function expectNear({ estimated, sent }: { estimated: number; sent: number }): void {
  expect(estimated / sent).toBeLessThan(1.5);
  expect(estimated / sent).toBeGreaterThan(1 / 1.5);
}

describe('the estimate of a dry run', () => {
  test.each(['navigation', 'steps-and-accordions', 'languages'])(
    'is within a half of what a run sends, on the small site %s',
    async (name) => {
      expectNear(await compared(join(projectRoot, 'fixtures/sites', name, 'site')));
    },
  );

  test('counts a text on many pages once, and on each of them when forced', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `page-${i}`);
    const shared = 'Read the guide about the settings first, then come back to this page.';
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(names),
      ...Object.fromEntries(
        names.map((name, i) => [
          `${name}.mdx`,
          `---\ntitle: The ${name}\n---\n\n${`${shared}\n\nAnd this is the text of page number ${i}.\n\n`.repeat(3)}`,
        ]),
      ),
    });
    const out = tempDir();
    expectNear(await compared(dir, { out }));
    const again = await compared(dir, { out });
    expect(again).toEqual({ estimated: 0, sent: 0 });
    expectNear(await compared(dir, { out, force: true }));
  });

  const dir = corpus('supermemory');
  test.skipIf(dir === undefined)(
    'is within a half of what a run sends, on real documentation',
    async () => {
      const found = await compared(dir ?? '');
      console.log(`supermemory: ${found.estimated} tokens estimated, ${found.sent} sent`);
      expectNear(found);
    },
    300_000,
  );
});

import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from '../pipeline/net/model.ts';
import { mapMemory, patient, translatePage } from '../pipeline/translate/page.ts';
import { pseudo, pseudoModel } from '../pipeline/translate/pseudo.ts';

const corpora = resolve(import.meta.dirname, '../../../shared/corpora');
const base = { from: 'en', to: 'de', style: 'formal', glossary: [], pseudo: true } as const;

/** What translation costs besides the model, and how well many calls at once are used. */
export async function benchTranslate(): Promise<void> {
  const texts = ['mem0', 'dify/en'].flatMap((name) =>
    globSync('**/*.mdx', { cwd: join(corpora, name) }).map((path) =>
      readFileSync(join(corpora, name, path), 'utf8'),
    ),
  );
  const pages = texts.length > 0 ? texts : Array.from({ length: 200 }, (_, i) => sample(i));
  await translateAll(pages.slice(0, 50), pseudoModel(pseudo), 1);
  const { wall, segments } = await translateAll(pages, pseudoModel(pseudo), 1);
  const each = wall / pages.length;
  console.log(
    `translate: ${each.toFixed(1)} ms a page besides the model (${pages.length} pages, ${segments} segments; bar 20 ms)`,
  );

  const latency = 50;
  const parallel = 16;
  let requests = 0;
  const slow: Model = {
    ...pseudoModel(pseudo),
    complete: async (request) => {
      requests++;
      await sleep(latency);
      return pseudoModel(pseudo).complete(request);
    },
  };
  const many = Array.from({ length: 1000 }, (_, i) => sample(i));
  const model = patient(slow, { parallel, tries: 1, sleep: async () => {} });
  // More pages than calls: while one is put together, another one waits for the model.
  const job = await translateAll(many, model, parallel + 8);
  const ideal = (requests * latency) / parallel;
  console.log(
    `translate: 1000 pages in ${(job.wall / 1000).toFixed(2)} s with ${requests} requests of ${latency} ms, ${parallel} at once: ${(job.wall / ideal).toFixed(2)} × the ideal (bar 1.30)`,
  );
}

async function translateAll(texts: readonly string[], model: Model, parallel: number) {
  const started = performance.now();
  const queue = [...texts.entries()];
  let segments = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, text] = next;
      const page = { path: `${index}.mdx`, text, format: 'mdx' as const, title: 'A page' };
      const made = await translatePage(page, { ...base, model, memory: mapMemory() });
      segments += made.stats.segments;
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return { wall: performance.now() - started, segments };
}

function sample(index: number): string {
  const paragraphs = Array.from(
    { length: 12 },
    (_, i) =>
      `Paragraph ${i} of page ${index} tells **how** to use \`value_${i}\`, see [the guide](/guide/${i}).`,
  );
  return `---\ntitle: Page ${index}\n---\n\n## A heading\n\n${paragraphs.join('\n\n')}\n\n\`\`\`ts\nconst a = ${index};\n\`\`\`\n`;
}

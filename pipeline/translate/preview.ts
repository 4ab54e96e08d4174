import { estimateTokens } from '../net/tokens.ts';
import { batchesOf } from './ask.ts';
import { labelSlots } from './labels.ts';
import { memoryKey } from './memory.ts';
import type { PageToTranslate, TranslateOptions } from './options.ts';
import { messagesOf } from './prompt.ts';
import { propSlots } from './props.ts';
import { blocksOf, commentSlots, type Slot, slotsOf } from './slots.ts';

/** What a translation would ask for, as long as every answer is usable. */
export interface Preview {
  readonly segments: number;
  /** Known from before. */
  readonly remembered: number;
  readonly requests: number;
  /** Estimated tokens of the requests, their rules included, and of the answers. */
  readonly tokens: number;
}

type PreviewOptions = Omit<TranslateOptions, 'model'> & {
  readonly model: { readonly name: string };
};

/** What a page would cost. `asked` are segments that earlier pages of the same run ask for. */
export async function previewPage(
  page: PageToTranslate,
  options: PreviewOptions,
  asked: Set<string> = new Set(),
): Promise<Preview> {
  const own = slotsOf(page, options);
  const blocks = own ? await blocksOf(page, options) : [];
  const work = { title: page.title, options, asked };
  // Properties are asked for before the prose around them.
  const props = await previewSlots(propSlots(page, options), work);
  const prose = await previewSlots([...(own ?? []), ...commentSlots(blocks, options)], work);
  return addPreviews(props, prose);
}

/** What labels of `docs.json` would cost. */
export async function previewLabels(
  labels: readonly string[],
  options: PreviewOptions,
  asked: Set<string>,
): Promise<Preview> {
  const slots = [...labelSlots(labels, options).values()];
  return previewSlots(slots, { title: '', options, asked });
}

/** Both together. */
export function addPreviews(one: Preview, other: Preview): Preview {
  return {
    segments: one.segments + other.segments,
    remembered: one.remembered + other.remembered,
    requests: one.requests + other.requests,
    tokens: one.tokens + other.tokens,
  };
}

async function previewSlots(
  slots: readonly Slot[],
  work: {
    readonly title: string;
    readonly options: PreviewOptions;
    readonly asked: Set<string>;
  },
): Promise<Preview> {
  const { title, options } = work;
  const { from, to, style, model, force } = options;
  // Forced segments are requested again for every page.
  const asked = force ? new Set<string>() : work.asked;
  const missing: Slot[] = [];
  let remembered = 0;
  for (const slot of slots) {
    const key = memoryKey(slot.segment, { from, to, style, model: model.name });
    if (!force && (await options.memory.get(key)) !== undefined) remembered++;
    else if (!asked.has(key)) {
      asked.add(key);
      missing.push(slot);
    }
  }
  const batches = batchesOf(missing);
  let tokens = 0;
  for (const batch of batches) {
    const messages = messagesOf(batch, { from, to, style, title });
    const sources = batch.map(({ segment }, index) => [String(index + 1), segment.source]);
    // An answer is about as long as what it translates.
    const answer = JSON.stringify({ translations: Object.fromEntries(sources) });
    tokens += estimateTokens(messages.map(({ content }) => content).join('\n'));
    tokens += estimateTokens(answer);
  }
  return { segments: slots.length, remembered, requests: batches.length, tokens };
}

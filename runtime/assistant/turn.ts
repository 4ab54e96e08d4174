import type { ModelMessage } from '../../pipeline/net/model.ts';
import type { AssistantSite, ReaderPlace, Visitor } from './site/site.ts';

/** One question and what it is answered from. */
export interface Turn {
  readonly conversationId: string;
  readonly messageId: string;
  readonly question: string;
  /** What was said before, already cut to the window. */
  readonly history: readonly ModelMessage[];
  readonly language: string;
  readonly visitor: Visitor;
  readonly site: AssistantSite;
  /** Absent if the page that the reader is on is not known. */
  readonly from?: ReaderPlace | undefined;
  readonly settings: { readonly name: string; readonly systemPrompt?: string | undefined };
}

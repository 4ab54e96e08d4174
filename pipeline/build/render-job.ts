import type { RenderedBody, Site } from '../../schema/site.ts';
import { packJson, packValue, unpackJson } from '../cache/packed.ts';
import { type EncodedFile, encode } from '../output/encode.ts';
import { recordHash } from '../search/records-key.ts';
import { withAddresses } from '../site/written-links.ts';
import { awaitsAnchors } from '../source/links.ts';
import type { MadeBody, PageTexts, RecordedFacts, Renderer } from './render.ts';

/** One page to render. */
export interface RenderJob {
  readonly path: string;
  /** The packed body, when it is known and only the document around it is wanted. */
  readonly body?: Uint8Array;
  /** Whether the document is wanted; see `awaitsAnchors`. */
  readonly document: boolean;
  /** Known when those of all pages are: see `Anchors`. */
  readonly addresses?: ReadonlyMap<string, string>;
}

/**
 * What came of a job; `facts`, `body` and `texts` only when the body was rendered, and no document where
 * it has to wait for the anchors of other pages.
 */
export interface RenderResult {
  readonly path: string;
  readonly rendered?: {
    readonly facts: RecordedFacts;
    /** A `RenderedBody` as packed JSON. */
    readonly body: Uint8Array;
    /** `PageTexts` as packed JSON. */
    readonly texts: Uint8Array;
  };
  readonly document?: EncodedDocument;
}

/** A page's document ready to be written. */
export interface EncodedDocument {
  readonly html: EncodedFile;
  readonly twin: EncodedFile;
  /** Its page record as JSON. */
  readonly record: string;
  /** sha-256 hex. */
  readonly recordHash: string;
}

/** Renders one page. */
export async function renderJob(
  renderer: Renderer,
  site: Site,
  job: RenderJob,
): Promise<RenderResult> {
  const page = site.pages.get(job.path);
  if (page === undefined) throw new Error(`There is no page ${job.path}`);
  let body = job.body && unpackJson<RenderedBody>(job.body);
  let made: MadeBody | undefined;
  if (body === undefined) {
    made = await renderer.body(page);
    body = made.body;
  }
  const answer = (rendered: MadeBody | undefined): RenderResult => ({
    path: job.path,
    ...(rendered ? { rendered: keptForm(rendered) } : {}),
  });
  if (!job.document || (job.addresses === undefined && awaitsAnchors(body))) return answer(made);
  const { document: whole, instead } = renderer.document(page, withAddresses(body, job.addresses));
  const { html, twin, record } = whole;
  const document: EncodedDocument = {
    html: encode('index.html', html),
    twin: encode('index.md', twin),
    record,
    recordHash: recordHash(record),
  };
  return { ...answer(instead ?? made), document };
}

function keptForm({ facts, json, body }: MadeBody): NonNullable<RenderResult['rendered']> {
  const { markdown, updates } = body;
  const texts: PageTexts = { markdown, updates };
  return { facts, body: packJson(json), texts: packValue(texts) };
}

import type { Config } from '../../../schema/config/config.ts';
import type { Site } from '../../../schema/site.ts';
import type { RecordList } from '../../output/write.ts';
import type { PieceOptions } from '../../search/pieces.ts';
import type { RenderJob, RenderResult } from '../render-job.ts';
import type { RenderSetting } from '../render-setting.ts';
import type { KeptBatches, PieceName } from '../search-pieces.ts';

/** What a thread can be asked to do; plain data. */
export type ThreadTask =
  | {
      readonly type: 'colour';
      readonly styling: Config['styling'];
      readonly fences: readonly Fence[];
    }
  | {
      /** The site of the jobs that follow; its pages come without their texts. */
      readonly type: 'site';
      readonly site: Site;
      readonly setting: RenderSetting;
    }
  | { readonly type: 'render'; readonly jobs: readonly TextedJob[] }
  | {
      readonly type: 'search';
      readonly records: RecordList;
      readonly options: PieceOptions;
      readonly kept: KeptBatches | undefined;
    }
  | {
      /** The content of one of the pieces that it has cut. */
      readonly type: 'piece';
      readonly piece: PieceName;
    };

/** A block of code as a page has it. */
export interface Fence {
  readonly language: string;
  readonly code: string;
}

/** A job with the texts it is made from: a thread does not hold those of all pages. */
export interface TextedJob extends RenderJob {
  readonly text: string;
  /** Text of the page that this one translates. */
  readonly sourceText?: string;
}

/** What a thread sends back for some jobs. */
export interface BatchResult {
  readonly results: readonly RenderResult[];
  /** Code that was coloured, by key. */
  readonly coloured: readonly (readonly [string, string])[];
}

/** What comes of a task. */
export type ThreadAnswer<T extends ThreadTask> = T extends { type: 'render' | 'colour' }
  ? BatchResult
  : T extends { type: 'search' }
    ? readonly PieceName[]
    : T extends { type: 'piece' }
      ? string
      : null;

import type { Problem } from '../../schema/errors.ts';
import type { Page, RenderedBody, Site } from '../../schema/site.ts';
import type { ReadSite } from '../build/read-site.ts';
import type { PageDocument, PageFacts, Renderer } from '../build/render.ts';
import type { RenderSetting } from '../build/render-setting.ts';
import type { RenderedSite } from '../build/render-site.ts';
import type { Shell } from '../build/shell.ts';
import type { SiteReader } from '../output/read.ts';
import type { NoticeTools } from '../site/layout/problem-notice.tsx';

/** What is shown: a site, or what keeps it from being shown. */
export interface Preview {
  /** Number that its documents carry: one that differs from it is out of date. */
  number: number;
  /** Problems of the configuration, and of the site as a whole. */
  readonly problems: readonly Problem[];
  readonly notice: NoticeTools;
  readonly basePath: string;
  /** Absent as long as no configuration has been valid. */
  readonly site?: ShownSite;
}

/** What all documents of a site share: code for the browser, styles, and the setting they are rendered with. */
export interface Frame {
  readonly shell: Shell;
  readonly setting: RenderSetting;
  /** Whether it lacks what pages ask for in their texts, because no page that was shown needs it. */
  readonly isPlain: boolean;
  /** Changes when all documents do. */
  readonly key: () => string;
  /** The same without what pages ask for in their texts: scripts, and stars of repositories. */
  readonly plainKey: () => string;
}

/** A site whose pages are made when they are asked for. */
export interface ShownSite {
  readonly site: Site;
  /** Another one once a page needs what a plain one lacks. */
  frame: Frame;
  readonly whole: ReadSite['whole'];
  readonly reader: SiteReader;
  /** Address of a document or of its Markdown → page path. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The bodies of all pages, once the pass through them is complete. */
  readonly rendered?: RenderedSite;
  /** Pages that were read in full, or were saved since the site was read. */
  readonly pages: Map<string, Page>;
  /** Paths of pages that others translate, and of files that pages include. */
  readonly followed: ReadonlySet<string>;
  /** What reading pages has found, and rendering them: by path, of those alone that have any. */
  readonly readProblems: Map<string, readonly Problem[]>;
  readonly renderProblems: Map<string, readonly Problem[]>;
  readonly facts: Map<string, PageFacts>;
  /** Bodies that are made already; those of `rendered` besides. */
  readonly bodies: Map<string, RenderedBody>;
  /** Documents that carry the number. */
  readonly documents: Map<string, PageDocument>;
  /** Pages that are being made, or have been. */
  readonly making: Map<string, Promise<void>>;
  /** Renders in the frame, with the number in every document. */
  renderer: Renderer;
}

/** Notes what is wrong with a page, in one of the maps of problems. */
export function noteProblems(
  found: Map<string, readonly Problem[]>,
  path: string,
  problems: readonly Problem[],
): void {
  if (problems.length > 0) found.set(path, problems);
  else found.delete(path);
}

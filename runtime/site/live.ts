import { type FSWatcher, watch } from 'node:fs';
import type { BringContent } from '../../pipeline/output/bring.ts';
import {
  listDeployments,
  openDeployment,
  readCurrent,
  type SiteReader,
} from '../../pipeline/output/read.ts';
import { withEarlierScripts } from './earlier-scripts.ts';

/** Where requests get the deployment they are answered from; each holds it until its end. */
export interface SiteSource {
  current(): SiteReader | undefined;
}

export interface LiveSiteOptions {
  /** Told what went wrong with a new deployment; the old one stays. */
  readonly onError?: (error: Error) => void;
  /** Told the id of every deployment that becomes live. */
  readonly onSwap?: (id: string) => void;
  /** The deployment to begin with, when another one is current but not to be seen yet. */
  readonly first?: string;
  /** Resolves when a deployment may take the place of the live one. */
  readonly admit?: (id: string, live: string) => Promise<void>;
  /** Brings files of a deployment that are not on this disk. */
  readonly bring?: (id: string) => BringContent;
  /** Milliseconds between two looks at `current`, for file systems that report no changes. */
  readonly interval?: number;
}

/** The live deployment of an `<out>` folder: opened once, and swapped when `current` moves. */
export class LiveSite implements SiteSource {
  private readonly out: string;
  private readonly options: LiveSiteOptions;
  private reader: SiteReader | undefined;
  private refused: string | undefined;
  private asked: string | undefined;
  private closed = false;
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(out: string, options: LiveSiteOptions = {}) {
    this.out = out;
    this.options = options;
    if (options.first !== undefined) this.show(options.first);
    this.look();
    this.timer = setInterval(() => this.look(), options.interval ?? 2000);
    this.timer.unref();
    try {
      this.watcher = watch(out, { persistent: false }, (_event, name) => {
        if (name === null || name === 'current') this.look();
      });
      this.watcher.on('error', () => this.watcher?.close());
    } catch {
      // No folder yet, or no watching here: the timer sees it.
    }
  }

  current(): SiteReader | undefined {
    return this.reader;
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    this.watcher?.close();
  }

  /** Looks for a new deployment now, without waiting for the file system to report it. */
  refresh(): void {
    this.look();
  }

  /** Whether what is served was taken away, as happens when its project is deleted. */
  private isGone(): boolean {
    const id = this.reader?.deployment.id;
    return id !== undefined && !listDeployments(this.out).some((one) => one.id === id);
  }

  private look(): void {
    const id = readCurrent(this.out);
    if (id === undefined && this.isGone()) this.reader = undefined;
    if (id === undefined || id === this.reader?.deployment.id || id === this.refused) return;
    const live = this.reader?.deployment.id;
    const { admit } = this.options;
    if (live === undefined || admit === undefined || this.isGone()) this.show(id);
    else if (this.asked !== id) void this.ask(id, admit(id, live));
  }

  /** Shows a deployment once it is admitted, unless `current` has moved on. */
  private async ask(id: string, admitted: Promise<void>): Promise<void> {
    this.asked = id;
    await admitted.catch((error: Error) => {
      if (!this.closed) this.options.onError?.(error);
    });
    if (this.asked === id) this.asked = undefined;
    if (this.closed || readCurrent(this.out) !== id) return;
    if (id !== this.reader?.deployment.id) this.show(id);
  }

  private show(id: string): void {
    try {
      const { out } = this;
      const open = (one: string) => openDeployment(out, one, this.options.bring?.(one));
      this.reader = withEarlierScripts(open(id), { out, open });
      this.refused = undefined;
      this.options.onSwap?.(id);
    } catch (error) {
      this.refused = id;
      this.options.onError?.(error as Error);
    }
  }
}

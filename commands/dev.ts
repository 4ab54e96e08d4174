import { once } from 'node:events';
import { resolve } from 'node:path';
import type { EditorName } from '../pipeline/dev/editors.ts';
import { type Watch, watchSite } from '../pipeline/watch.ts';
import { listen } from '../runtime/listen.ts';
import { count, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { printProblems, worthFollowing } from './problems.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent dev`. */
export interface DevFlags {
  readonly out: string;
  readonly port: number;
  readonly host: string;
  readonly editor: EditorName | 'none';
}

/** `docent dev`: serves a site and rebuilds it on every change of its sources, until a signal. */
export async function dev(
  dir: string,
  options: DevFlags,
  { to, version, stop }: CommandContext,
): Promise<number> {
  const folder = siteFolder(dir, false);
  let watch: Watch | undefined;
  // Listens first: whoever asks early waits for the page, and is not refused.
  const server = await listen(
    {
      site: { current: () => watch?.current() },
      version,
      ownHostsOnly: true,
      log: (line) => to.err(line),
      before: (request) => watch?.before(request),
      after: (request, response) => watch?.after(request, response) ?? response,
    },
    options,
  );
  to.out(`Watching ${dir === '.' ? 'this folder' : dir}. Preview at ${server.url}`);
  watch = watchSite({
    dir: folder,
    out: resolve(options.out),
    version,
    ...(options.editor === 'none' ? {} : { editor: options.editor }),
    onBuild: ({ problems, pages, duration, changed }) => {
      void printProblems(dir, worthFollowing(problems), to).then(() =>
        to.out(
          changed === undefined
            ? `Built ${count(pages, 'page')} in ${time(duration)}.`
            : `${changed.join(', ')} changed, built in ${time(duration)}.`,
        ),
      );
    },
    onError: (error) => to.err(error.stack ?? error.message),
  });
  const stopped: Promise<unknown> = stop.aborted ? Promise.resolve() : once(stop, 'abort');
  try {
    await Promise.race<unknown>([stopped, watch.ready.then((): unknown => stopped)]);
  } finally {
    await watch.close();
    await server.close();
  }
  return 0;
}

import { once } from 'node:events';
import { resolve } from 'node:path';
import type { EditorName } from '../pipeline/dev/editors.ts';
import { type Watch, watchSite } from '../pipeline/watch.ts';
import { listen } from '../runtime/listen.ts';
import { initialLimits } from '../runtime/settings/limits.ts';
import type { ApiProxy } from '../runtime/site/api-proxy.ts';
import type { AddressPolicy } from '../schema/network.ts';
import { count, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { openDevFeed } from './dev-feed.ts';
import { openDevStudio } from './dev-studio.ts';
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
  const feed = openDevFeed(() => watch?.pages());
  const log = (line: string) => to.err(line);
  const out = resolve(options.out);
  const studio = openDevStudio({ dir: folder, out, version, log, watch: () => watch });
  const proxy = openProxy(log);
  // Listens first: whoever asks early waits for the page, and is not refused.
  const server = await listen(
    {
      site: { current: () => watch?.current() },
      proxy,
      version,
      ownHostsOnly: true,
      log,
      before: (request, remote) =>
        studio.answer(request, remote) ?? feed.answer(request) ?? watch?.before(request),
      after: (request, response) => watch?.after(request, response) ?? response,
    },
    options,
  );
  to.out(`Watching ${dir === '.' ? 'this folder' : dir}. Preview at ${server.url}`);
  to.out(`Settings and pages at ${await studio.open(options)}`);
  watch = watchSite({
    ...{ dir: folder, out },
    version,
    ...(options.editor === 'none' ? {} : { editor: options.editor }),
    onBuild: ({ problems, pages, duration, changed }) => {
      feed.built({ pages, duration });
      studio.built(problems);
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
    await studio.close();
    await server.close();
    await proxy.close();
  }
  return 0;
}

/** Whoever writes a site also runs the API on this machine, over plain HTTP. */
const ownMachine: AddressPolicy = {
  allow: ['127.0.0.0/8', '::1/128'],
  plainHosts: ['localhost', '127.0.0.1', '[::1]'],
  ports: [],
};

/** Loaded with the first request: most writers send none. */
function openProxy(log: (line: string) => void): ApiProxy {
  let opened: Promise<ApiProxy> | undefined;
  const open = async () => {
    const [{ createProxy }, { createIds }] = await Promise.all([
      import('../runtime/proxy/proxy.ts'),
      import('../runtime/store/ids.ts'),
    ]);
    const newId = createIds(Date.now);
    return createProxy({
      enabled: true,
      policy: ownMachine,
      perMinute: initialLimits.proxyRate,
      newRequestId: () => newId('req'),
      log,
    });
  };
  return {
    offers: (site) => site.proxyRules() !== undefined,
    answer: async (asked) => {
      opened ??= open();
      return (await opened).answer(asked);
    },
    close: async () => (await opened)?.close(),
  };
}

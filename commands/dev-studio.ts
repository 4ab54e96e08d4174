import { basename } from 'node:path';
import { outputsInside } from '../pipeline/build/outputs-inside.ts';
import { problemsOf } from '../pipeline/build/problems-of.ts';
import type { DraftSite } from '../pipeline/draft.ts';
import { readTranslations, translationsFolder } from '../pipeline/translate/records.ts';
import type { Watch } from '../pipeline/watch.ts';
import { type Listening, listen, type RunningServer } from '../runtime/listen.ts';
import { plain } from '../runtime/site/serve.ts';
import { asksForStudio, studioApi, studioBase } from '../runtime/studio/address.ts';
import { distanceOf } from '../runtime/studio/gate.ts';
import type { Studio } from '../runtime/studio/studio.ts';
import type { Problem } from '../schema/errors.ts';

/**
 * Settings and pages of the site that is being written, on a port of their own. At the site's own origin, every script
 * of its pages could write with the API of the studio.
 */
export interface DevStudio {
  /** Listens next to the site, and returns the address of the studio. */
  open(where: Listening): Promise<string>;
  /** Leads from `/_docent/studio` of the site to the studio; any other address is for the site. */
  answer(request: Request, remote: string | undefined): Promise<Response> | undefined;
  /** Called when everything was checked again. */
  built(problems: readonly Problem[]): void;
  close(): Promise<void>;
}

/** What the studio needs to know of `docent dev`. */
export interface DevStudioOptions {
  readonly dir: string;
  /** The output folder: its translations are shown. */
  readonly out?: string;
  readonly version: string;
  readonly log: (line: string) => void;
  readonly watch: () => Watch | undefined;
}

/** Prepares the studio, whose code is loaded with its first request: most writers send none. */
export function openDevStudio({ dir, out, version, log, watch }: DevStudioOptions): DevStudio {
  let problems: readonly Problem[] = [];
  let opened: Promise<Studio> | undefined;
  let studio: Studio | undefined;
  let drafts: DraftSite | undefined;
  let server: RunningServer | undefined;
  const listening = Promise.withResolvers<RunningServer>();
  const checked = Promise.withResolvers<void>();
  const load = async () => {
    const [{ openStudio }, { openDraftSite }] = await Promise.all([
      import('../runtime/studio/studio.ts'),
      import('../pipeline/draft.ts'),
    ]);
    const made = openDraftSite({
      dir,
      ...(out === undefined
        ? {}
        : {
            ignore: outputsInside(dir, out),
            translations: () => readTranslations(translationsFolder(out)),
          }),
    });
    drafts = made;
    studio = openStudio({
      dir,
      show: (draft) => {
        const shown = () => made.show(draft);
        return watch()?.first(shown) ?? shown();
      },
      name: () => watch()?.current()?.config.name || basename(dir),
      pages: () => watch()?.pages(),
      problems: () => problemsOf(problems)?.list ?? [],
      checked: checked.promise,
    });
    return studio;
  };
  return {
    open: async (where) => {
      const before = (request: Request, remote: string | undefined) => {
        if (!asksForStudio(request)) return leadTo(studioBase);
        opened ??= load();
        return opened.then(({ answer }) => answer(request, remote));
      };
      const services = { site: { current: () => undefined }, version, log, before };
      server = await listenBeside({ ...services, ownHostsOnly: true }, where);
      listening.resolve(server);
      return server.url + studioBase;
    },
    answer: (request, remote) => {
      if (!asksForStudio(request)) return undefined;
      const distance = distanceOf(request, remote);
      if (distance !== undefined) return Promise.resolve(plain(403, distance));
      const { pathname, search } = new URL(request.url);
      return listening.promise.then(({ url }) =>
        pathname.startsWith(studioApi)
          ? plain(404, `The studio is at ${url}${studioBase}.`)
          : leadTo(url + pathname + search),
      );
    },
    built: (found) => {
      problems = found;
      checked.resolve();
      drafts?.changed();
      studio?.changed();
    },
    close: async () => {
      studio?.close();
      await server?.close();
    },
  };
}

/** The next port keeps the address the same from start to start; where it is taken, any free one will do. */
async function listenBeside(
  services: Parameters<typeof listen>[0],
  { port, host }: Listening,
): Promise<RunningServer> {
  const own = /^(?:localhost|127\.|::1$)/.test(host) ? host : '127.0.0.1';
  if (port > 0 && port < 65_535) {
    try {
      return await listen(services, { port: port + 1, host: own });
    } catch {
      // Another program has it.
    }
  }
  return listen(services, { port: 0, host: own });
}

function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}

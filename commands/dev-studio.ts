import { basename } from 'node:path';
import { problemsOf } from '../pipeline/build/problems-of.ts';
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
  /** Listens next to the site that is served at `origin`, and returns the address of the studio. */
  open(origin: string, where: Listening): Promise<string>;
  /** Leads from `/_docent/studio` of the site to the studio; any other address is for the site. */
  answer(request: Request, remote: string | undefined): Promise<Response> | undefined;
  /** Lets the studio show an answer of the site in its frame. */
  framed(response: Response): Response;
  /** Called when everything was checked again. */
  built(problems: readonly Problem[]): void;
  close(): Promise<void>;
}

/** What the studio needs to know of `docent dev`. */
export interface DevStudioOptions {
  readonly dir: string;
  readonly version: string;
  readonly log: (line: string) => void;
  readonly watch: () => Watch | undefined;
}

/** Prepares the studio, whose code is loaded with its first request: most writers send none. */
export function openDevStudio({ dir, version, log, watch }: DevStudioOptions): DevStudio {
  let problems: readonly Problem[] = [];
  let opened: Promise<Studio> | undefined;
  let studio: Studio | undefined;
  let server: RunningServer | undefined;
  const listening = Promise.withResolvers<RunningServer>();
  const checked = Promise.withResolvers<void>();
  const load = async (origin: string) => {
    const { openStudio } = await import('../runtime/studio/studio.ts');
    studio = openStudio({
      ...{ dir, origin },
      name: () => watch()?.current()?.config.name || basename(dir),
      basePath: () => watch()?.current()?.deployment.basePath ?? '',
      pages: () => watch()?.pages(),
      problems: () => problemsOf(problems)?.list ?? [],
      checked: checked.promise,
    });
    return studio;
  };
  return {
    open: async (origin, where) => {
      const before = (request: Request, remote: string | undefined) => {
        if (!asksForStudio(request)) return leadTo(studioBase);
        opened ??= load(origin);
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
    framed: (response) => {
      const policy = response.headers.get('content-security-policy');
      if (!server || policy === null) return response;
      const allowed = policy.replace("frame-ancestors 'self'", `$& ${server.url}`);
      response.headers.set('content-security-policy', allowed);
      // It knows no other origin than the own one, and browsers that know the policy ignore it.
      response.headers.delete('x-frame-options');
      return response;
    },
    built: (found) => {
      problems = found;
      checked.resolve();
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

import { basename } from 'node:path';
import { problemsOf } from '../pipeline/build/problems-of.ts';
import type { Watch } from '../pipeline/watch.ts';
import { asksForStudio } from '../runtime/studio/address.ts';
import type { Studio } from '../runtime/studio/studio.ts';
import type { Problem } from '../schema/errors.ts';

/** Settings and pages of the site that is being written, at `/_docent/studio`. */
export interface DevStudio {
  /** Answers what is asked of the studio; anything else is for the site. */
  answer(request: Request, remote: string | undefined): Promise<Response> | undefined;
  /** Called when everything was checked again. */
  built(problems: readonly Problem[]): void;
  close(): void;
}

/** Opens the studio with its first request: nothing of it is loaded for those who don't use it. */
export function openDevStudio(dir: string, watch: () => Watch | undefined): DevStudio {
  let problems: readonly Problem[] = [];
  let opened: Promise<Studio> | undefined;
  let studio: Studio | undefined;
  const checked = Promise.withResolvers<void>();
  const open = async () => {
    const { openStudio } = await import('../runtime/studio/studio.ts');
    studio = openStudio({
      dir,
      name: () => watch()?.current()?.config.name || basename(dir),
      basePath: () => watch()?.current()?.deployment.basePath ?? '',
      pages: () => watch()?.pages(),
      problems: () => problemsOf(problems)?.list ?? [],
      checked: checked.promise,
    });
    return studio;
  };
  return {
    answer: (request, remote) => {
      if (!asksForStudio(request)) return undefined;
      opened ??= open();
      return opened.then(({ answer }) => answer(request, remote));
    },
    built: (found) => {
      problems = found;
      checked.resolve();
      studio?.changed();
    },
    close: () => studio?.close(),
  };
}

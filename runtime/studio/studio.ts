import { createDashboard } from '../dashboard/answer.ts';
import { openDashboardFiles } from '../dashboard/files.ts';
import { plain } from '../site/serve.ts';
import { studioApi, studioBase } from './address.ts';
import { answerApi } from './api.ts';
import { type Changes, openChanges } from './changes.ts';
import { refusalOf } from './gate.ts';
import type { StudioSite } from './site.ts';

/** Settings and pages of a site in the browser of its author. */
export interface Studio {
  /** Answers a request below `/_docent/studio`; `remote` is the address it came from. */
  answer(request: Request, remote: string | undefined): Promise<Response>;
  /** Called when the site was read again. */
  changed: Changes['tell'];
  close: Changes['close'];
}

/** Opens the studio of a site: the client of the dashboard, with an API that reads and writes files. */
export function openStudio(site: StudioSite, openFiles = openDashboardFiles): Studio {
  const changes = openChanges();
  const pages = createDashboard(openFiles, {
    base: studioBase,
    documentData: { studio: studioBase },
  });
  return {
    answer: async (request, remote) => {
      const refusal = refusalOf(request, remote);
      if (refusal) return plain(403, refusal);
      const { pathname } = new URL(request.url);
      if (pathname === `${studioApi}/changes`) return changes.stream();
      if (pathname.startsWith(`${studioApi}/`)) return answerApi(request, site);
      return pages(request);
    },
    changed: changes.tell,
    close: changes.close,
  };
}

import { useEffect, useState } from 'preact/hooks';
import type { PreviewedPage } from '../../../../packages/client/models.ts';
import { ask, Failure } from '../ask.ts';
import { isStudio } from '../served.ts';
import { onSiteChange } from '../studio/changes.ts';
import type { Offered } from './offered.ts';

/** Milliseconds without a keystroke after which the page is rendered again: it must not slow down the next one. */
const pause = 400;

/** Milliseconds until a server that could not answer is asked again. */
const patience = 2000;

/** The page that is shown: the last one that could be rendered, and why that is not the newest. */
export interface Drawn {
  readonly view?: PreviewedPage;
  readonly failure?: Failure;
}

/**
 * A page of the site with the text of a draft, rendered again after each change: one request at a time, and then the
 * newest text.
 */
export function useDrawn({ projectId, draft }: Offered, pagePath: string | undefined): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({});
  useEffect(() => {
    let isOver = false;
    let isAsking = false;
    let isDue = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(draw, delay);
    };
    const draw = () => {
      if (isAsking) {
        isDue = true;
        return;
      }
      isAsking = true;
      isDue = false;
      ask<PreviewedPage>('POST', `/projects/${projectId}/config/preview`, {
        ...{ configJson: draft.text, pagePath },
      })
        .then(
          ({ data }) => {
            if (!isOver) setDrawn({ view: data });
          },
          (error: unknown) => {
            const failure = error instanceof Failure ? error : new Failure(String(error));
            if (isOver) return;
            setDrawn(({ view }) => ({ ...(view ? { view } : {}), failure }));
            // It may be another one in a moment: the server is busy, or a file is just being written.
            const { status } = failure;
            if (status === 0 || status === 429 || status >= 500) plan(patience);
          },
        )
        .finally(() => {
          isAsking = false;
          if (isDue && !isOver) plan(0);
        });
    };
    const leave = draft.watch(() => plan(pause));
    const leaveSite = isStudio ? onSiteChange(() => plan(0)) : undefined;
    plan(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
      leave();
      leaveSite?.();
    };
  }, [projectId, draft, pagePath]);
  return drawn;
}

import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { Grounds, shownOn } from '../../../../../pipeline/check/grounds.ts';
import { LookContext } from './form.ts';

/** What is known of colors: how one looks on a ground, and the grounds of the pages with the settings as they are now. */
interface Colors {
  readonly shownOn: typeof shownOn;
  readonly grounds: Grounds;
}

type Tools = typeof import('../../../../../pipeline/check/grounds.ts');
let loaded: Tools | undefined;

/** Loaded with the first field of a color: most forms have none. */
export function useColors(): Colors | undefined {
  const look = useContext(LookContext);
  const [tools, setTools] = useState(loaded);
  useEffect(() => {
    if (tools) return;
    const take = (next: Tools) => {
      loaded = next;
      setTools(next);
    };
    // Without it, the field is one like any other.
    import('../../../../../pipeline/check/grounds.ts').then(take, () => undefined);
  }, []);
  return useMemo(
    () => tools && { shownOn: tools.shownOn, grounds: tools.groundsOf(look) },
    [tools, look],
  );
}

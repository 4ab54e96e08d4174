import { useMemo } from 'preact/hooks';
import type { ProjectWithConfig } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { isStudio } from '../served.ts';
import { useMay, useProject } from '../session.ts';
import { onSiteChange } from '../studio/changes.ts';

/** A `docs.json` where it is kept, and its version there. */
export interface Stored {
  readonly text: string;
  readonly tag: string | undefined;
}

/** Where the settings come from and go to. */
export interface Source {
  readonly id: string;
  /** Where readers' pages get them from, in words. */
  readonly origin: string;
  readonly isReadOnly: boolean;
  /** Whether this is the file itself: it is saved with its mistakes too, as an editor does. */
  readonly isFile: boolean;
  /** Calls back when it may be another one by now. */
  readonly watch?: (onChange: () => void) => () => void;
  readonly load: () => Promise<Stored>;
  /**
   * Writes a text in the place of the version that it was made from.
   * @throws Failure with status 412 if there is another version by now
   */
  readonly save: (text: string, tag: string | undefined) => Promise<Stored>;
}

/** The configuration of the project that is open. */
export function useProjectSource(): Source {
  const { id, repoOwner, repoName, repoBranch } = useProject();
  const may = useMay();
  const isReadOnly = !may('projects:write');
  return useMemo(() => {
    const path = `/projects/${id}`;
    return {
      ...{ id, isReadOnly, isFile: isStudio },
      ...(isStudio ? { watch: onSiteChange } : {}),
      origin:
        repoName === null
          ? 'the folder of the site'
          : `${repoOwner}/${repoName}, branch ${repoBranch}`,
      load: async () => {
        const { data, tag } = await ask<ProjectWithConfig>('GET', path);
        return { text: data.configJson, tag };
      },
      save: async (text, tag) => {
        const headers = tag === undefined ? {} : { 'if-match': tag };
        const saved = await ask('PATCH', path, { configJson: text }, headers);
        return { text, tag: saved.tag };
      },
    };
  }, [id, repoOwner, repoName, repoBranch, isReadOnly]);
}

/** A page as far as the decision to translate it goes. */
export interface Candidate {
  readonly path: string;
  readonly sourceHash: string;
  /** A person has written the translation: it is never overwritten. */
  readonly isOwned: boolean;
  /** Source hash that the current translation was made from. */
  readonly translatedHash: string | null;
  /** Segments of the current translation are in the source language. */
  readonly isPartial: boolean;
}

/** What is asked for. */
export interface WorkRequest {
  readonly scope: 'all' | 'page' | 'stale';
  readonly pagePath?: string;
  readonly force: boolean;
}

/** A page to translate, and why. */
export interface WorkItem {
  readonly path: string;
  readonly why: 'pending' | 'stale' | 'partial' | 'forced';
}

/** Which pages to translate now, in their order. */
export function worklist(pages: readonly Candidate[], request: WorkRequest): WorkItem[] {
  return pages.flatMap((page): WorkItem[] => {
    const { path, sourceHash, isOwned, translatedHash, isPartial } = page;
    if (isOwned || (request.scope === 'page' && path !== request.pagePath)) return [];
    if (translatedHash === null) return request.scope === 'stale' ? [] : [{ path, why: 'pending' }];
    if (translatedHash !== sourceHash) return [{ path, why: 'stale' }];
    if (request.scope === 'stale') return [];
    if (request.force) return [{ path, why: 'forced' }];
    return isPartial ? [{ path, why: 'partial' }] : [];
  });
}

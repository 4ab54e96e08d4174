import { monotonicFactory } from 'ulid';

/** What an identifier names; the part before the underscore. */
export type IdPrefix =
  | 'org'
  | 'key'
  | 'usr'
  | 'ses'
  | 'inv'
  | 'prj'
  | 'job'
  | 'trm'
  | 'whk'
  | 'evt'
  | 'dlv'
  | 'cnv'
  | 'msg'
  | 'tsk'
  | 'aud'
  | 'dpl'
  | 'run'
  | 'upl'
  | 'fbk'
  | 'rpt'
  | 'req';

/** Makes a new identifier such as `prj_01JC…`: opaque, sortable by time of creation. */
export type NewId = (prefix: IdPrefix) => string;

/**
 * A source of identifiers; two created in the same millisecond still sort in the order of creation.
 */
export function createIds(now: () => number = Date.now): NewId {
  const next = monotonicFactory();
  return (prefix) => `${prefix}_${next(now())}`;
}

/** Whether a text has the form of a project's id: folders are named by them. */
export function isProjectId(text: string): boolean {
  return /^prj_[0-9A-Z]{26}$/.test(text);
}

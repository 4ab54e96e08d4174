import type { UploadFile } from '../../schema/upload.ts';

/**
 * Names of objects. Blocks are apart by project: a project learns nothing about another's, and its blocks are deleted with it.
 *
 *     sites/<project>/deployments/<id>.json   the list of a deployment's files, as blocks; written last
 *     sites/<project>/blocks/<sha256>         contents
 *     previews/<project>.json                 the previews of a project; what they show is stored like all else
 *     uploads/<project>/<upload>/…            what is on its way
 */
export const keys = {
  site: (project: string) => `sites/${project}/`,
  blocks: (project: string) => `sites/${project}/blocks/`,
  block: (project: string, sha256: string) => `sites/${project}/blocks/${sha256}`,
  deployment: (project: string, id: string) => `sites/${project}/deployments/${id}.json`,
  previews: (project: string) => `previews/${project}.json`,
  allPreviews: 'previews/',
  uploads: 'uploads/',
  uploadsOf: (project: string) => `uploads/${project}/`,
  upload: (project: string, upload: string) => `uploads/${project}/${upload}/`,
} as const;

/** What the object of a deployment says: its list, which is a file of blocks itself. */
export type StoredList = Pick<UploadFile, 'sha256' | 'size' | 'blocks'>;

/** Whether an object has the form of one. */
export function isStoredList(value: unknown): value is StoredList {
  const { sha256, size, blocks = [] } = (value ?? {}) as Partial<StoredList>;
  const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
  return isHash(sha256) && Number.isInteger(size) && Array.isArray(blocks) && blocks.every(isHash);
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDeploymentFile, sourceReader } from '../../pipeline/output/read.ts';
import { sweepUploads } from '../../pipeline/output/uploads.ts';
import type { Uploads } from '../api/services.ts';
import { endReceiving } from '../deployments/receiving.ts';
import { deleteDeployment, promoteDeployment, publishDeployment } from './publish-deployment.ts';
import {
  liveFiles,
  receiveContent,
  startUpload,
  uploadFacts,
  type Waiting,
} from './receive-upload.ts';
import { translated } from './upload-errors.ts';
import { keptIn, type UploadTools } from './upload-tools.ts';

/** Bytes of a page's file that the API answers. */
const longestSource = 1_000_000;

/** Receives deployments into the folder of their project. */
export function openUploads(tools: UploadTools): Uploads {
  const { shared, places } = tools;
  const { folderOf, alone } = places;
  const waiting: Waiting = new Map();
  return {
    live: (project, asked) => liveFiles(tools, project, asked),
    start: (project, list) => translated(() => startUpload(tools, waiting, project, list)),
    find: (project, id) =>
      translated(async () => uploadFacts(tools, project, await places.open(project, id))),
    receive: (project, id, content) =>
      translated(() => receiveContent(tools, waiting, project, { id, content })),
    publish: (project, id) =>
      translated(() => alone(project, () => publishDeployment(tools, waiting, project, id))),
    remove: async (project, id) => {
      await places.open(project, id);
      await places.remove(project, id);
      await endReceiving(tools, id);
    },
    promote: (project, id) =>
      translated(() => alone(project, () => promoteDeployment(tools, project, id))),
    removeDeployment: (project, id) => translated(() => deleteDeployment(tools, project, id)),
    kept: (project) => new Set([...keptIn(folderOf(project)), ...(shared?.kept(project.id) ?? [])]),
    problems: (project, id) => readDeploymentFile(folderOf(project), id, 'problems'),
    source: (project, id, path) => pageSource(folderOf(project), id, path),
  };
}

/** The file of a page as it was built. */
function pageSource(folder: string, id: string, path: string): ReturnType<Uploads['source']> {
  const read = sourceReader(folder, id);
  for (const file of [`${path}.mdx`, `${path}.md`]) {
    const bytes = read(file);
    if (bytes && bytes.length <= longestSource) {
      return { file, bytes: bytes.length, text: Buffer.from(bytes).toString('utf8') };
    }
  }
  return undefined;
}

/** Removes what was never published, in all folders. */
export function sweepAllUploads(out: string, now: number): void {
  sweepUploads(out, now);
  for (const entry of readdirSync(out, { withFileTypes: true })) {
    if (entry.isDirectory()) sweepUploads(join(out, entry.name), now);
  }
}

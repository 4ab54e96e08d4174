import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Deployment, Manifest } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import { writeDurably } from './files.ts';
import { json } from './identity.ts';
import { deploymentLayout, layoutOf } from './layout.ts';
import { packManifest, placeOf } from './packed-manifest.ts';
import { listDeployments, readDeploymentFile } from './read.ts';

/**
 * The files of a deployment that another server needs, sorted by path. Left out is what it makes itself:
 * compressed forms, tables for looking up, the sections of the search, and the events, which say what
 * changed there.
 */
export async function deploymentFiles(out: string, id: string): Promise<UploadFile[]> {
  const folder = deploymentFolder(out, id);
  const layout = deploymentLayout(folder);
  const manifest: Manifest = JSON.parse(readFileSync(layout.manifest, 'utf8'));
  const files = Object.values(manifest.files).map(
    (file): UploadFile => ({ path: placeOf(file), sha256: file.hash, size: file.bytes }),
  );
  const sources = existsSync(layout.sourceHashes)
    ? (JSON.parse(readFileSync(layout.sourceHashes, 'utf8')) as Readonly<Record<string, string>>)
    : {};
  for (const [path, sha256] of Object.entries(sources)) {
    const { size } = statSync(join(layout.source, path));
    files.push({ path: `source/${path}`, sha256, size });
  }
  await writePacked(out, id, manifest);
  for (const name of singleFiles) {
    const file = deploymentFile(out, id, name);
    if (existsSync(file)) files.push(await hashed(name, file));
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Where a file of `deploymentFiles` is: in the folder of the deployment, but for the manifest as it is sent. */
export function deploymentFile(out: string, id: string, path: string): string {
  return path === 'manifest.json' ? packedFile(out, id) : join(deploymentFolder(out, id), path);
}

const packedFolder = (out: string) => join(layoutOf(out).cache, 'manifests');
const packedFile = (out: string, id: string) => join(packedFolder(out), `${id}.json`);

/** Writes the manifest as it is sent, unless it is there from before; removes those of deployments that are gone. */
async function writePacked(out: string, id: string, manifest: Manifest): Promise<void> {
  const file = packedFile(out, id);
  if (existsSync(file)) return;
  mkdirSync(packedFolder(out), { recursive: true });
  const deployment = readDeploymentFile<Deployment>(out, id, 'deployment');
  writeDurably(file, json(packManifest(manifest, deployment?.basePath ?? '')));
  const known = new Set(listDeployments(out).map((one) => `${one.id}.json`));
  for (const name of readdirSync(packedFolder(out))) {
    if (name.endsWith('.json') && !known.has(name)) rmSync(join(packedFolder(out), name));
  }
}

/** The folder of a deployment. */
export function deploymentFolder(out: string, id: string): string {
  return join(layoutOf(out).deployments, id);
}

const singleFiles = [
  ...['config.json', 'deployment.json', 'former.json', 'manifest.json', 'pages.jsonl'],
  ...['problems.json', 'proxy.json'],
];

async function hashed(path: string, file: string): Promise<UploadFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of createReadStream(file)) {
    hash.update(part);
    size += part.length;
  }
  return { path, sha256: hash.digest('hex'), size };
}

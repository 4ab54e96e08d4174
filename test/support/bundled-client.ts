import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import type { ClientFiles } from '../../pipeline/site/layout/client-files.ts';

/** In place of `bundleClient` where sites are built (`vitest.config.ts`): half a second for each process. */
export async function bundleClient(): Promise<ClientFiles> {
  return JSON.parse(await readFile(inject('clientFiles'), 'utf8'));
}

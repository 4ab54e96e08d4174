import { readdirSync } from 'node:fs';

/** Every MDX file below a folder, in order. */
export function pageFiles(dir: string): string[] {
  return (readdirSync(dir, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.mdx'))
    .sort();
}

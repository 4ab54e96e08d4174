import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSite } from './generate.ts';
import { docent, memoryOf, readUrl } from './server.ts';

/**
 * Deploys a generated site to a server on this machine: all of it, then three edits. Besides the time until each is live,
 * it prints that of its build.
 */
export async function benchDeploy(pages: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-deploy-'));
  const [site, out, served] = ['site', 'out', 'served'].map((name) => join(folder, name));
  if (!site || !out || !served) return;
  generateSite(site, pages);
  mkdirSync(served);
  const scopes = ['projects:write', 'deployments:write'];
  const made = await textOf(
    docent(['keys', 'create', '--out', served, '--name', 'bench', '--scope', ...scopes]),
  );
  const key = /\bdocent_live_\w+/.exec(made)?.[0] ?? '';
  const server = docent(['serve', '--out', served, '--port', '0']);
  try {
    const url = await readUrl(server);
    const deploy = async (what: string) => {
      const flags = ['--out', out, '--to', url];
      const text = await textOf(docent(['deploy', site, ...flags], { DOCENT_KEY: key }));
      const built = /^Built .*$/m.exec(text)?.[0] ?? '';
      const sent = /^Sent (.+?) ·/m.exec(text)?.[1] ?? text;
      const memory = memoryOf(server.pid);
      console.log(
        `deploy, ${pages} pages, ${what}: sent ${sent}, server ${memory}; build: ${built}`,
      );
    };
    await deploy('all');
    for (let edit = 1; edit <= 3; edit++) {
      appendFileSync(join(site, 'chapter-1/page-1.mdx'), `\nEdit ${edit}.\n`);
      await deploy('one edit');
    }
  } finally {
    server.kill();
    await once(server, 'close');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function textOf(command: ChildProcess): Promise<string> {
  let text = '';
  for await (const part of command.stdout ?? []) text += String(part);
  return text;
}

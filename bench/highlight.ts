import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readNotation } from '../pipeline/site/code/fence.ts';
import { parsePage } from '../pipeline/source/parse.ts';
import { readSource } from '../pipeline/source/read.ts';
import { walk } from '../pipeline/source/tree.ts';
import { generateSite } from './generate.ts';

const corpora = resolve(import.meta.dirname, '../../../shared/corpora');
const rounds = 3;

interface Once {
  /** Milliseconds of all threads. */
  readonly cpu: number;
  readonly translating: number;
  /** Of the colours of each block. */
  readonly hashes: readonly string[];
}

/** The ways in which Shiki can colour code, as shares of a cold build, and whether they agree. */
export async function benchHighlight(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'docent-highlight-'));
  try {
    for (const name of ['mem0', 'generated']) {
      const dir = join(temp, name);
      if (name === 'generated') generateSite(dir, 1000);
      else if (existsSync(join(corpora, name)))
        cpSync(join(corpora, name), dir, { recursive: true });
      else continue;
      await compare(name, dir, temp);
    }
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

async function compare(name: string, dir: string, temp: string): Promise<void> {
  const blocks = await blocksOf(dir);
  const file = join(temp, `${name}.json`);
  writeFileSync(file, JSON.stringify(blocks));
  const kinds = ['javascript', 'precompiled', 'oniguruma'] as const;
  const best = new Map<string, Once>();
  const builds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    builds.push(run('build', dir, join(temp, `out-${name}-${round}`)).cpu);
    for (const kind of kinds) {
      const once = run(kind, file);
      if (once.cpu < (best.get(kind)?.cpu ?? Number.POSITIVE_INFINITY)) best.set(kind, once);
    }
  }
  const cold = Math.min(...builds);
  const ours = best.get('javascript');
  console.log(`highlight, ${name}: ${blocks.length} blocks, cold build ${ms(cold)} CPU`);
  for (const kind of kinds) {
    const once = best.get(kind);
    if (!once || !ours) continue;
    const others = once.hashes.filter((hash, index) => hash !== ours.hashes[index]).length;
    const share = (time: number) => `${ms(time)} (${((time / cold) * 100).toFixed(1)} %)`;
    console.log(
      `  ${kind.padEnd(12)} ${share(once.cpu)}${
        kind === 'javascript'
          ? `, of it ${share(once.translating)} for translating patterns`
          : `, ${others} blocks in other colours`
      }`,
    );
  }
}

/** Blocks of code, each once: a build remembers them. */
async function blocksOf(dir: string) {
  const blocks = new Map<string, { readonly language: string; readonly code: string }>();
  for (const file of (await readSource(dir)).pages.values()) {
    const { root } = parsePage(file, { format: file.path.endsWith('.md') ? 'md' : 'mdx' });
    walk(root, (node) => {
      if (node.type !== 'code' || !node.lang || node.lang === 'mermaid') return;
      const { code } = readNotation(node.value);
      blocks.set(`${node.lang} ${code}`, { language: node.lang, code });
    });
  }
  return [...blocks.values()];
}

/** Runs in a process of its own, so that loading modules and grammars counts. */
function run(...args: readonly string[]): Once {
  const program = join(import.meta.dirname, 'highlight-once.js');
  const { stderr, status } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}

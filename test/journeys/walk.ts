import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type Block, readBlocks } from './handbook.ts';
import { newcomer } from './newcomer.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command that goes on. */
export interface Running {
  /** All that it has said so far. */
  readonly said: () => string;
  /** Resolves with what a pattern finds in its words, as soon as it does. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Ctrl+C. */
  readonly end: () => Promise<Ended>;
}

/** A user who follows pages of the handbook, in a folder where the package is installed. */
export interface Walk {
  readonly dir: string;
  /** The port that the pages name. */
  readonly port: number;
  /** Opens a page of the handbook, or a part of it, and makes sure that it is followed to its end. */
  readonly open: (page: string, heading?: string) => Page;
  /** Any commands, for what pages say in words. */
  readonly shell: (commands: string, more?: Environment) => Promise<Ended>;
  readonly start: (commands: string, more?: Environment) => Running;
}

type Environment = Readonly<Record<string, string>>;

/** What a reader adds to a block of commands. */
export interface With {
  readonly env?: Environment;
  /** His own in place of the example's: the text of the page to what is written instead. */
  readonly put?: Readonly<Record<string, string>>;
}

/** The blocks of one page; each is named by words that it holds. */
export interface Page {
  readonly text: (words: string) => string;
  /** Runs a block of commands to its end. */
  readonly run: (words: string, more?: With) => Promise<Ended>;
  /** Starts a block of commands of which the last one goes on. */
  readonly start: (words: string, more?: With) => Running;
  /** Writes the file that a block shows, under its name. */
  readonly save: (words: string, folder?: string) => void;
  /** Passes by blocks that need what a test does not have. */
  readonly skip: (...words: readonly string[]) => void;
  /** Puts the keys of a block of docs.json into the docs.json of a folder. */
  readonly configure: (words: string, folder?: string) => void;
}

/** Begins a journey in an empty folder where the package of this run is installed. */
export async function beginWalk(): Promise<Walk> {
  const installed = inject('installed');
  const dir = mkdtempSync(join(dirname(installed), 'walk-'));
  copyFileSync(join(installed, 'package.json'), join(dir, 'package.json'));
  symlinkSync(join(installed, 'node_modules'), join(dir, 'node_modules'));
  const port = await freePort();
  const environment = (more: Environment = {}) => newcomer(dir, { PORT: `${port}`, ...more });
  const write = (path: string, content: string | object) => {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  const start = (command: string, more?: Environment) => begin(command, dir, environment(more));
  const shell = (command: string, more?: Environment) => start(command, more).ended;

  const open = (name: string, heading?: string): Page => {
    const blocks = readBlocks(name, port, heading);
    const left = new Set(blocks.filter(isStep));
    onTestFinished(({ task }) => {
      // A step that failed has said so already.
      if (task.result?.state === 'fail') return;
      const lines = [...left].map(({ line, text }) => `  docs/${name}.mdx:${line}\n${text}`);
      if (lines.length > 0) throw new Error(`The journey does not follow\n${lines.join('\n')}`);
    });
    const find = (words: string, language?: string): Block => {
      const found = blocks.filter(
        (block) => block.text.includes(words) && (language ?? block.language) === block.language,
      );
      const [block] = found;
      if (block === undefined || found.length > 1) {
        throw new Error(
          `docs/${name}.mdx has ${found.length} blocks with "${words}", expected one`,
        );
      }
      left.delete(block);
      return block;
    };
    return {
      text: (words) => find(words).text,
      run: (words, { env, put } = {}) => shell(filled(find(words, 'sh').text, put), env),
      start: (words, { env, put } = {}) => start(filled(find(words, 'sh').text, put), env),
      save: (words, folder = '.') => {
        const { file, text } = find(words);
        write(join(folder, file), text);
      },
      skip: (...words) => {
        for (const some of words) find(some);
      },
      configure: (words, folder = '.') => {
        const path = join(folder, 'docs.json');
        const config = JSON.parse(readFileSync(join(dir, path), 'utf8'));
        write(path, { ...config, ...JSON.parse(find(words).text) });
      },
    };
  };
  return { dir, port, open, shell, start };
}

/** What a reader does: commands, and files to write. */
function isStep({ language, file }: Block): boolean {
  return language === 'sh' || file !== '';
}

function filled(text: string, put: With['put'] = {}): string {
  return Object.entries(put).reduce((all, [example, own]) => {
    if (!all.includes(example)) throw new Error(`There is no "${example}" in\n${all}`);
    return all.replaceAll(example, own);
  }, text);
}

function begin(
  command: string,
  cwd: string,
  env: Environment,
): Running & { ended: Promise<Ended> } {
  // As at a prompt: Ctrl+C ends the command, and the shell says how that went.
  const child = spawn('bash', ['-ec', `trap : INT\n${command}`], {
    cwd,
    env,
    // A group of its own, as a terminal makes one: Ctrl+C reaches all of it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => signal(child, 'SIGKILL'));
  const streams = { out: '', err: '' };
  child.stdout.on('data', (bytes) => {
    streams.out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    streams.err += bytes;
  });
  let isOver = false;
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    return { code, ...streams };
  });
  const said = () => `${streams.out}${streams.err}`;
  return {
    ended,
    said,
    says: async (pattern) => {
      for (;;) {
        const match = pattern.exec(said());
        if (match) return match;
        if (isOver) throw new Error(`It ended and never said ${pattern}:\n${said()}`);
        const next = [child.stdout, child.stderr].map((stream) => once(stream, 'data'));
        await Promise.race([...next, ended]);
      }
    },
    end: () => {
      signal(child, 'SIGINT');
      return ended;
    },
  };
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  } catch {
    // It is gone.
  }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

#!/usr/bin/env node
// The version guard comes before every import of a name that an old Node may not have, so that it
// explains itself instead of failing on syntax or on a native module that it can't load.
import { existsSync } from 'node:fs';
import * as modules from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  // The package brings a Node.js for Linux along; "npx" and npm scripts find it before the machine's own.
  const other =
    process.platform === 'linux' ? ', or run "npx docent" in the folder where it is installed' : '';
  console.error(
    `Docent needs Node.js 22.22 or newer and found ${process.versions.node}: install a newer Node.js${other}.`,
  );
  process.exit(2);
}
// Compiled code is kept between runs: half of the time that a command needs to start.
modules.enableCompileCache?.();
// In a checkout the sources are there: compile what is newer than dist/. A published package has only dist/.
if (existsSync(new URL('../cli.ts', import.meta.url))) {
  const { compile } = await import('../scripts/compile.js');
  await compile();
}
const { main } = await import('../dist/cli.js');
process.exitCode = await main(process.argv);

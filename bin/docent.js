#!/usr/bin/env node
// The version guard comes before every import of a name that an old Node may not have, so that it
// explains itself instead of failing on syntax or on a native module that it can't load.
import { existsSync } from 'node:fs';
import * as modules from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `Docent needs Node.js 22.22 or newer and found ${process.versions.node}. ` +
      'Install a newer Node.js, or start it with "npx docent" or "npm start" in a folder where it is installed: they use the Node.js that Docent brings along.',
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

#!/usr/bin/env node
// The version check comes before imports that an old Node.js may not support, so that it can
// explain the problem instead of failing on syntax or on a native module that can't be loaded.
import { existsSync } from 'node:fs';
import * as modules from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  // The package includes a Node.js for Linux; "npx" and npm scripts find it before the system's
  // own.
  const other =
    process.platform === 'linux' ? ', or run "npx docent" in the folder where it is installed' : '';
  console.error(
    `Docent needs Node.js 22.22 or newer and found ${process.versions.node}: install a newer Node.js${other}.`,
  );
  process.exit(2);
}
// Compiled code is cached between runs, which halves the startup time of a command.
modules.enableCompileCache?.();
// Stack traces name the sources.
process.setSourceMapsEnabled(true);
// In a checkout, compile sources that are newer than dist/. A published package only has dist/.
if (existsSync(new URL('../cli.ts', import.meta.url))) {
  const { compile } = await import('../scripts/compile.js');
  await compile();
}
const { main } = await import('../dist/cli.js');
process.exitCode = await main(process.argv);

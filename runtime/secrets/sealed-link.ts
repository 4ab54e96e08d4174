import type { Vault } from './vault.ts';

/** Data that only this server can read, in characters that an address can have as they are. */
export function sealLink(vault: Vault, data: unknown): string {
  const sealed = vault.seal(JSON.stringify(data));
  return sealed.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** What `sealLink` has sealed; undefined for anything else. */
export function openLink<Data>(vault: Vault, sealed: string): Data | undefined {
  if (!/^v1\.[\w-]{40,4000}$/.test(sealed)) return undefined;
  try {
    // The decoder reads these characters like any others of base64.
    return JSON.parse(vault.open(sealed));
  } catch {
    // Sealed with another key, or never sealed.
    return undefined;
  }
}

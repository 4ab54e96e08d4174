import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets unreadable in the database, and backups without the instance key useless. */
export interface Vault {
  /** AES-256-GCM: `v1.` and the base64 of nonce, tag and text. */
  readonly seal: (text: string) => string;
  /** @throws Error when the text was sealed with another key or was changed */
  readonly open: (sealed: string) => string;
  readonly canOpen: (sealed: string) => boolean;
}

/** A vault with that key (32 bytes). */
export function createVault(key: Uint8Array): Vault {
  const open = (sealed: string): string => {
    try {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const parts = [decipher.update(bytes.subarray(28)), decipher.final()];
      return Buffer.concat(parts).toString('utf8');
    } catch (error) {
      throw new Error(
        "the stored secret can't be decrypted with the key of this server. Rotate the secret, and give the new one to the receiver.",
        { cause: error },
      );
    }
  };
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
    },
    open,
    canOpen: (sealed) => {
      try {
        open(sealed);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** A separate key for one purpose, so that data encrypted for another is never accepted for it. */
export function keyFor(use: string, instanceKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', instanceKey, '', use, 32));
}

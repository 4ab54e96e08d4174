import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps secrets unreadable in the database, and backups without the instance key useless (S2-14). */
export interface Vault {
  /** AES-256-GCM: `v1.` and the base64 of nonce, tag and text. */
  readonly seal: (text: string) => string;
  /** @throws Error when the text was sealed with another key or was changed */
  readonly open: (sealed: string) => string;
}

/** A vault with that key (32 bytes). */
export function createVault(key: Uint8Array): Vault {
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ''), 'base64');
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      cipher.setAuthTag(bytes.subarray(12, 28));
      try {
        return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8');
      } catch (error) {
        throw new Error(
          'A stored secret can not be read with this instance key. Set DOCENT_SECRET_KEY to the key it was stored with.',
          { cause: error },
        );
      }
    },
  };
}

/**
 * The instance key: from the environment, else from the file beside the database, which is made once
 * and is for its owner's eyes only.
 */
export function readInstanceKey(fromEnvironment: string | undefined, file: string): Uint8Array {
  if (fromEnvironment !== undefined && fromEnvironment !== '') {
    if (fromEnvironment.length < 16) {
      throw new Error('DOCENT_SECRET_KEY is too short: give it 16 characters or more.');
    }
    return createHash('sha256').update(fromEnvironment).digest();
  }
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process made it in the same moment: use that one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new Error(`${file} holds no key of 32 bytes. Restore it from a backup.`);
  return key;
}

/** A key of its own for one use, so that nothing sealed for another is ever taken for it. */
export function keyFor(use: string, instanceKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', instanceKey, '', use, 32));
}

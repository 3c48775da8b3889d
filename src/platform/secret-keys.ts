import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

/** A secret as the database keeps it; `keyId` null: as it is, for there was no key. */
export type StoredSecret = { readonly bytes: Uint8Array; readonly keyId: string | null };

/** Encrypts secrets that the program itself must be able to read again (ADR 0073). */
export type SecretKeys = {
  /** Of the key that encrypts: the first 16 hex digits of its SHA-256. Null: there is none, and secrets are kept as they are. */
  readonly keyId: string | null;
  /** @param owner whose secret it is; nobody else's name opens it */
  readonly seal: (secret: Uint8Array, owner: string) => StoredSecret;
  /** Undefined where its key is not here, or where it is another owner's or was changed. */
  readonly open: (stored: StoredSecret, owner: string) => Uint8Array | undefined;
};

const [cipher, nonceBytes, tagBytes] = ["aes-256-gcm", 12, 16] as const;

/** Keeps secrets as they are, where the operator has given no key. */
export const noSecretKeys: SecretKeys = secretKeysOf([]);

/**
 * Reads a file of keys, one a line: 32 bytes in base64. The first encrypts; those below it still open what they encrypted.
 *
 * @throws Error whose message ends the sentence "FILE is …; "
 */
export function readSecretKeys(path: string): SecretKeys {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new Error("there is no file that can be read.");
  }
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  // What stands there is never quoted: messages end up in logs.
  if (lines.length === 0 || !lines.every((line) => /^[A-Za-z0-9+/]{43}=$/.test(line))) {
    throw new Error("each line must be one key: 32 bytes in base64.");
  }
  return secretKeysOf(lines.map((line) => Buffer.from(line, "base64")));
}

function secretKeysOf(keys: readonly Buffer[]): SecretKeys {
  const known = new Map(keys.map((key) => [idOf(key), key]));
  const [first] = keys;
  return {
    keyId: first === undefined ? null : idOf(first),
    seal: (secret, owner) => {
      if (first === undefined) return { bytes: secret, keyId: null };
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, first, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
      return { bytes: Buffer.concat([nonce, sealing.getAuthTag(), sealed]), keyId: idOf(first) };
    },
    open: ({ bytes, keyId }, owner) => {
      if (keyId === null) return bytes;
      const key = known.get(keyId);
      return key === undefined ? undefined : opened(key, bytes, owner);
    },
  };
}

function opened(key: Buffer, bytes: Uint8Array, owner: string): Uint8Array | undefined {
  const end = nonceBytes + tagBytes;
  if (bytes.length < end) return undefined;
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(owner));
  try {
    opening.setAuthTag(bytes.subarray(nonceBytes, end));
    return Buffer.concat([opening.update(bytes.subarray(end)), opening.final()]);
  } catch {
    return undefined;
  }
}

function idOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

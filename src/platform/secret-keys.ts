import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

/** A stored secret. If `keyId` is null it is not encrypted, because there was no key. */
export type StoredSecret = { readonly bytes: Uint8Array; readonly keyId: string | null };

/** Encrypts secrets that the program must be able to read again (ADR 0073). */
export type SecretKeys = {
  /** Id of the encrypting key: the first 16 hex digits of its SHA-256. Null: there is no key, and secrets are stored in clear. */
  readonly keyId: string | null;
  /** @param owner of the secret; it cannot be opened with another owner */
  readonly seal: (secret: Uint8Array, owner: string) => StoredSecret;
  /** Undefined if its key is missing, or if it belongs to another owner or was changed. */
  readonly open: (stored: StoredSecret, owner: string) => Uint8Array | undefined;
};

const [cipher, nonceBytes, tagBytes] = ["aes-256-gcm", 12, 16] as const;

/** Stores secrets in clear, if the operator has configured no key. */
export const noSecretKeys: SecretKeys = secretKeysOf([]);

/**
 * Reads a file of keys, one per line: 32 bytes in base64. The first one encrypts; the others still decrypt what they encrypted.
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
  // The line is not quoted, because messages are logged.
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

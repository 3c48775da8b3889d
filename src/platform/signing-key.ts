import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";

/** Signs texts, and knows the keys that signed before it. */
export type SigningKey = {
  /** Of the key that signs: SHA-256 of its public half (SPKI, DER), hex. Undefined in a file of public keys alone. */
  readonly keyId: string | undefined;
  /** Ed25519, 64 bytes. @throws Error in a file of public keys alone */
  readonly sign: (text: string) => Buffer;
  /** Undefined where the key is not in the file. */
  readonly holds: (keyId: string, text: string, signature: Uint8Array) => boolean | undefined;
};

/**
 * Reads a file of Ed25519 keys in PEM: at most one private key, which signs, and any number of public ones, whose signatures of
 * before are still verified.
 *
 * @throws Error whose message ends the sentence "FILE is …; "
 */
export function readSigningKey(path: string): SigningKey {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new Error("there is no file that can be read.");
  }
  const blocks = text.match(/-----BEGIN [A-Z ]+-----[\s\S]*?-----END [A-Z ]+-----/g) ?? [];
  const privateKeys = blocks
    .filter((block) => block.includes("PRIVATE KEY"))
    .map((pem) => keyOf(pem, createPrivateKey));
  const publicKeys = blocks.filter((block) => !block.includes("PRIVATE KEY")).map((pem) => keyOf(pem, createPublicKey));
  if (blocks.length === 0 || privateKeys.length > 1) {
    throw new Error("it must have one private Ed25519 key in PEM, and may have public ones.");
  }
  const [own] = privateKeys;
  const known = new Map(
    [...privateKeys.map((key) => createPublicKey(key)), ...publicKeys].map((key) => [idOf(key), key] as const),
  );
  return {
    keyId: own === undefined ? undefined : idOf(createPublicKey(own)),
    sign: (signed) => {
      if (own === undefined) throw new Error("the file has no private key.");
      return sign(null, Buffer.from(signed), own);
    },
    holds: (keyId, signed, signature) => {
      const key = known.get(keyId);
      return key === undefined ? undefined : verify(null, Buffer.from(signed), key, signature);
    },
  };
}

function keyOf(pem: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read(pem);
  } catch {
    // Said below, without what the library quotes of a file that holds a secret.
  }
  if (key?.asymmetricKeyType !== "ed25519") throw new Error("its keys must be Ed25519 in PEM, not encrypted.");
  return key;
}

function idOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

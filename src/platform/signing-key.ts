import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";

/** Signs texts, and verifies signatures of this key and of earlier ones. */
export type SigningKey = {
  /** Id of the signing key: SHA-256 of its public key (SPKI, DER), hex. Undefined in a file that has only public keys. */
  readonly keyId: string | undefined;
  /** Ed25519, 64 bytes. @throws Error in a file that has only public keys */
  readonly sign: (text: string) => Buffer;
  /** Whether the signature is valid; undefined if the key is not in the file. */
  readonly holds: (keyId: string, text: string, signature: Uint8Array) => boolean | undefined;
};

/**
 * Reads a file of Ed25519 keys in PEM: at most one private key, which signs, and any number of public ones, whose earlier
 * signatures can still be verified.
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
    // Reported below without the library's message, which may quote a file that contains a secret.
  }
  if (key?.asymmetricKeyType !== "ed25519") throw new Error("its keys must be Ed25519 in PEM, not encrypted.");
  return key;
}

function idOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

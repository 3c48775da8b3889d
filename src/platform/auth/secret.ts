import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 random bits, for a cookie or a link. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored hash of a secret. A random secret needs neither salt nor a slow hash. */
export function hashOfSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

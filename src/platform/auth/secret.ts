import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 random bits, for a cookie or a link. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a secret. Random as it is, it needs neither salt nor a slow hash. */
export function hashOfSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

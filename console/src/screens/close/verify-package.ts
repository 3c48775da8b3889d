import type { ClosePackage } from "@accord/client";
import { accord } from "../../api/accord.ts";

export type Verified = { readonly isSound: boolean; readonly message: string };

/**
 * Computes the hash of the manifest in this browser, and looks whether the manifest names the hash of the package before
 * it. Needs a page with TLS, or one of this machine: elsewhere browsers have no hash.
 */
export async function verifyPackage({ id, hash, manifest }: ClosePackage): Promise<Verified> {
  if (crypto.subtle === undefined) throw new Error("This browser computes hashes only on pages with TLS.");
  const { blob } = await accord.downloadClosePackage({ id });
  const computed = await sha256(await blob.arrayBuffer());
  if (computed !== hash) return { isSound: false, message: "The file has another hash" };
  for await (const each of accord.each("listClosePackages")) {
    if (each.manifest.sequence !== manifest.sequence - 1) continue;
    const isChained = each.hash === manifest.previousHash;
    return { isSound: isChained, message: isChained ? "Hash and chain are right" : "The chain is broken" };
  }
  return { isSound: manifest.previousHash === null, message: "Hash is right, the first of its chain" };
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: each guess costs 19 MiB and about a tenth of a second.
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

export const shortestPassword = 12;
export const longestPassword = 256;

/** A password as it is stored: `argon2id$memory$passes$parallelism$salt$hash`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derived(password, salt, cost);
  return ["argon2id", cost.memory, cost.passes, cost.parallelism, encoded(salt), encoded(hash)].join("$");
}

/**
 * True if the password is the stored one. Without a stored password it takes the same time, so that the time does not show who has
 * an account.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", hash = ""] = (stored ?? (await nobodysPassword())).split("$");
  const given = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const wanted = Buffer.from(hash, "base64url");
  const found = await derived(password, Buffer.from(salt, "base64url"), given);
  return timingSafeEqual(found, wanted) && stored !== null;
}

let nobodys: Promise<string> | undefined;

function nobodysPassword(): Promise<string> {
  nobodys ??= hashPassword(randomBytes(saltBytes).toString("base64url"));
  return nobodys;
}

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** The password is normalized first: keyboards may send the same characters in different Unicode normal forms. */
function derived(password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFKC"));
  return derive("argon2id", { message, nonce: salt, memory, passes, parallelism, tagLength: hashBytes });
}

function encoded(bytes: Buffer): string {
  return bytes.toString("base64url");
}

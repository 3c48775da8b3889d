import { readFileSync } from "node:fs";

const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** The version of this program, as its package states it. */
export const version = String((manifest as { version?: unknown }).version);

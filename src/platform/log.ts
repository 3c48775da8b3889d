import pino, { type Logger } from "pino";
import type { LogLevel } from "./config.ts";

/** What is never logged, wherever in the first levels of a line it has such a name. */
const secretNames = [
  "authorization",
  "cookie",
  "set-cookie",
  "x-csrf-token",
  "key",
  "secret",
  "password",
  "token",
  "csrfToken",
];

/** JSON lines on standard output. Keys and secrets never appear: whatever carries one is cut out by name. */
export function createLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretNames.flatMap((name) => [
        `["${name}"]`,
        `*["${name}"]`,
        `headers["${name}"]`,
        `*.headers["${name}"]`,
      ]),
      censor: "[redacted]",
    },
  });
}

/** A log that keeps nothing, for commands whose output is for people or programs. */
export function silentLog(): Logger {
  return pino({ level: "silent" });
}

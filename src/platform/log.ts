import pino, { type Logger } from "pino";
import type { LogLevel } from "./config.ts";

/** Fields with these names are never logged, in any of the first levels of a line. */
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

/** A log of JSON lines on standard output. Fields that carry keys or secrets are removed by name. */
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

/** A log that writes nothing, for commands whose output is for people or programs. */
export function silentLog(): Logger {
  return pino({ level: "silent" });
}

import pino, { type Logger } from "pino";
import type { LogLevel } from "./config.ts";

/** JSON lines on standard output. Keys and secrets never appear: whatever carries one is cut out by name. */
export function createLog(level: LogLevel): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "authorization",
        "*.authorization",
        "headers.authorization",
        "*.headers.authorization",
        "*.key",
        "*.secret",
      ],
      censor: "[redacted]",
    },
  });
}

/** A log that keeps nothing, for commands whose output is for people or programs. */
export function silentLog(): Logger {
  return pino({ level: "silent" });
}

import { resolve } from "node:path";
import { fontProblem } from "./font-file.ts";
import { readSecretKeys } from "./secret-keys.ts";
import { readSigningKey } from "./signing-key.ts";

/** The configuration of the program, read from the environment only (operations "Environment"). */
export type Config = {
  /** Undefined: the embedded database in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** For the role that owns the tables, to migrate, back up and restore; undefined: the role of DATABASE_URL does it. */
  readonly databaseOwnerUrl: string | undefined;
  /** A streaming replica of DATABASE_URL, for lists and reports of requests that accept older data. */
  readonly databaseReadUrl: string | undefined;
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  /** The URL at which people reach the server, if it differs from the address it listens on; without a slash at the end. */
  readonly publicUrl: string | undefined;
  readonly role: Role;
  /** Create the demo merchant on an empty database; undefined: on a new embedded one. */
  readonly demo: boolean | undefined;
  /** Store writes and rejected requests, so that the members of each merchant can look at them. */
  readonly logsRequests: boolean;
  /** Serve the console under `/`, and build it when its sources have changed. */
  readonly console: boolean;
  /** Pages of these origins may send requests with a key; none by default. */
  readonly corsOrigins: readonly string[];
  /** Requests per minute and key; 0 is no limit. */
  readonly rateLimit: number;
  readonly logLevel: LogLevel;
  /** The payment processor's API; without it links are recorded and default payment methods stay empty. */
  readonly processorA: ProcessorAConfig | undefined;
  /** An OpenID Connect provider that members can sign in with. */
  readonly oidc: OidcConfig | undefined;
  /** A font file for scripts beyond Latin, Greek and Cyrillic on PDFs; absolute. */
  readonly pdfFont: string | undefined;
  /** Absolute path of the keys, in PEM, that sign the ends of hash chains. */
  readonly signingKeyFile: string | undefined;
  /** Absolute path of the keys that encrypt stored secrets which the program needs in clear again. */
  readonly secretKeyFile: string | undefined;
  /** Hosts, with or without a port, that webhooks may be sent to even on private addresses and over http. */
  readonly webhookAllow: readonly string[];
};

export type ProcessorAConfig = { readonly url: string; readonly key: string };

/** The client registration of this installation at an OpenID Connect provider. */
export type OidcConfig = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };

export const roles = ["all", "api", "worker"] as const;
export type Role = (typeof roles)[number];

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** All problems of the environment, one sentence each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** @throws ConfigError naming every invalid variable at once, before anything starts */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const oneOf = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value => {
    const value = text(name);
    if (value === undefined) return fallback;
    const known = values.find((each) => each === value);
    if (known === undefined) problems.push(`${name} is "${value}"; it must be one of ${values.join(", ")}.`);
    return known ?? fallback;
  };
  const integer = (name: string, maximum: number, fallback: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    if (/^\d{1,9}$/.test(value) && Number(value) <= maximum) return Number(value);
    problems.push(`${name} is "${value}"; it must be a whole number from 0 to ${maximum}.`);
    return fallback;
  };

  const keyFile = (name: string, check: (path: string) => unknown): string | undefined => {
    const path = text(name);
    if (path === undefined) return undefined;
    try {
      check(path);
    } catch (error) {
      problems.push(`${name} is "${path}"; ${error instanceof Error ? error.message : String(error)}`);
    }
    return resolve(path);
  };

  const urls = ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_READ_URL"].map((name) => {
    const url = text(name);
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) {
      problems.push(`${name} must start with postgres:// or postgresql://.`);
    }
    return url;
  });
  const [databaseUrl, databaseOwnerUrl, databaseReadUrl] = urls;
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    problems.push("DATABASE_OWNER_URL is set without DATABASE_URL; the embedded database has no other owner.");
  }
  if (databaseReadUrl !== undefined && databaseUrl === undefined) {
    problems.push("DATABASE_READ_URL is set without DATABASE_URL; the embedded database has no replica.");
  }
  const demo = text("ACCORD_DEMO") === undefined ? undefined : oneOf("ACCORD_DEMO", ["on", "off"], "off") === "on";
  const config: Config = {
    databaseUrl,
    databaseOwnerUrl,
    databaseReadUrl,
    dataDirectory: resolve(text("ACCORD_DATA_DIR") ?? "data"),
    host: text("HOST") ?? "127.0.0.1",
    port: integer("PORT", 65_535, 8080),
    publicUrl: publicUrlFrom(text("ACCORD_PUBLIC_URL"), problems),
    role: oneOf("ACCORD_ROLE", roles, "all"),
    demo,
    logsRequests: oneOf("ACCORD_REQUEST_LOG", ["on", "off"], "on") === "on",
    console: oneOf("ACCORD_CONSOLE", ["on", "off"], "on") === "on",
    corsOrigins: originsFrom(text("ACCORD_CORS_ORIGINS"), problems),
    rateLimit: integer("ACCORD_RATE_LIMIT", 1_000_000, 36_000),
    logLevel: oneOf("LOG_LEVEL", logLevels, "info"),
    processorA: processorAFrom(text("ACCORD_PROCESSOR_A_URL"), text("ACCORD_PROCESSOR_A_KEY"), problems),
    oidc: oidcFrom(text, problems),
    pdfFont: fontFrom(text("ACCORD_PDF_FONT"), problems),
    signingKeyFile: keyFile("ACCORD_SIGNING_KEY_FILE", readSigningKey),
    secretKeyFile: keyFile("ACCORD_SECRET_KEY_FILE", readSecretKeys),
    webhookAllow: (text("ACCORD_WEBHOOK_ALLOW") ?? "").split(",").flatMap((host) => host.trim() || []),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function processorAFrom(
  url: string | undefined,
  key: string | undefined,
  problems: string[],
): ProcessorAConfig | undefined {
  if (url === undefined && key === undefined) return undefined;
  if (url === undefined || key === undefined) {
    problems.push("ACCORD_PROCESSOR_A_URL and ACCORD_PROCESSOR_A_KEY must be set together, or neither.");
  }
  if (url !== undefined && !isOrigin(url)) {
    problems.push("ACCORD_PROCESSOR_A_URL must be http:// or https:// with a host and nothing after the port.");
  }
  // The key itself is never quoted: messages end up in logs.
  if (key !== undefined && !/^[!-~]{1,512}$/.test(key)) {
    problems.push("ACCORD_PROCESSOR_A_KEY must be 1 to 512 visible characters.");
  }
  return url === undefined || key === undefined ? undefined : { url, key };
}

function oidcFrom(text: (name: string) => string | undefined, problems: string[]): OidcConfig | undefined {
  const [issuer, clientId, clientSecret] = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"].map((name) =>
    text(`ACCORD_OIDC_${name}`),
  );
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    problems.push(
      "ACCORD_OIDC_ISSUER, ACCORD_OIDC_CLIENT_ID and ACCORD_OIDC_CLIENT_SECRET must be set together, or none.",
    );
    return undefined;
  }
  const url = URL.parse(issuer);
  const isLocal = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isLocal)) {
    problems.push("ACCORD_OIDC_ISSUER must be https://, or http:// on this machine.");
  }
  return { issuer, clientId, clientSecret };
}

function publicUrlFrom(url: string | undefined, problems: string[]): string | undefined {
  if (url === undefined) return undefined;
  if (!isOrigin(url)) {
    problems.push("ACCORD_PUBLIC_URL must be http:// or https:// with a host and nothing after the port.");
  }
  return URL.parse(url)?.origin;
}

function originsFrom(list: string | undefined, problems: string[]): string[] {
  const origins = list?.split(",").map((origin) => origin.trim()) ?? [];
  if (!origins.every(isOrigin)) {
    problems.push("ACCORD_CORS_ORIGINS must be origins such as https://app.example.com, separated by commas.");
  }
  return origins.flatMap((origin) => URL.parse(origin)?.origin ?? []);
}

function fontFrom(path: string | undefined, problems: string[]): string | undefined {
  if (path === undefined) return undefined;
  const problem = fontProblem(path);
  if (problem !== undefined) problems.push(`ACCORD_PDF_FONT is "${path}"; ${problem}`);
  return resolve(path);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.href === `${url.origin}/`;
}

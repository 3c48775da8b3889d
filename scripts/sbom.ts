import { readFileSync } from "node:fs";
import { join } from "node:path";

// A bill of materials from the lock file, as CycloneDX:
//
//   npm run -s sbom > sbom.json

/** An entry of a lock file, by the folder of its package. */
export type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

export type Lock = {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

export type Component = {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly scope: "required" | "optional";
  readonly licenses: readonly { readonly expression: string }[];
};

const root = join(import.meta.dirname, "..");

/** Licences of packages without one in their manifest, from their LICENSE file. */
const licenceOfFile: Readonly<Record<string, string>> = { "png-js": "MIT" };

/** The lock file of the repository. */
export function readLock(): Lock {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
}

/**
 * Every package that is there without the development dependencies, those of other platforms and of the console among them, each once.
 * Workspaces are the program itself, and no components. The command `npm sbom` leaves packages out that a development dependency has too.
 */
export function componentsOf({ packages }: Lock): Component[] {
  const components = new Map<string, Component>();
  for (const [folder, locked] of Object.entries(packages)) {
    const { version, dev = false, link = false, optional = false, integrity } = locked;
    const isWorkspace = !folder.includes("node_modules/");
    if (isWorkspace || dev || link || version === undefined) continue;
    const name = locked.name ?? nameOf(folder);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const known = components.get(purl);
    if (known !== undefined && (known.scope === "required" || optional)) continue;
    const licence = locked.license ?? licenceOfFile[name];
    const component = {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      scope: optional ? ("optional" as const) : ("required" as const),
      ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
      licenses: licence === undefined ? [] : [{ expression: licence }],
      purl,
    };
    components.set(purl, component);
  }
  return [...components.values()].toSorted((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
}

/** The package in a folder: `@a/b` of `node_modules/c/node_modules/@a/b`. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

function hashOf(integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split("-");
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") };
}

if (import.meta.main) {
  const lock = readLock();
  const program = { type: "application", "bom-ref": "accord", name: "accord", version: lock.version };
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    ...{ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 },
    metadata: { component: { ...program, licenses: [{ expression: "Apache-2.0" }] } },
    components: componentsOf(lock),
  };
  process.stdout.write(`${JSON.stringify(bom, undefined, 2)}\n`);
}

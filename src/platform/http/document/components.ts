import { dayPattern, type WireCheck } from "../wire.ts";

export type Json = Record<string, unknown>;

/** Parts of the document that are written once and referenced elsewhere. */
export type Components = {
  readonly schemas: Map<string, Json>;
  readonly parameters: Map<string, Json>;
  readonly responses: Map<string, Json>;
  /** Example values by the name of their schema. */
  readonly examples: Map<string, unknown>;
};

export function noComponents(): Components {
  return { schemas: new Map(), parameters: new Map(), responses: new Map(), examples: new Map() };
}

/** Registers a component and returns a reference to it. Two different components may not have one name. */
export function referTo(
  components: Components,
  kind: "schemas" | "parameters" | "responses",
  name: string,
  component: Json,
): Json {
  const kept = components[kind].get(name);
  if (kept === undefined) components[kind].set(name, component);
  else if (!isSame(kept, component)) throw new Error(`two different ${kind} are named ${name}`);
  return { $ref: `#/components/${kind}/${name}` };
}

/**
 * A schema as it is published: named parts become components and references to them, and our own keywords are left out. If a named
 * part differs between requests and answers, its name gets the suffix `Input` or `Output`.
 */
export function published(components: Components, schema: unknown, direction: "Input" | "Output"): Json {
  return publishedPart(components, schema, direction) as Json;
}

function publishedPart(components: Components, schema: unknown, direction: "Input" | "Output"): unknown {
  const inner = (part: unknown) => publishedPart(components, part, direction);
  if (Array.isArray(schema)) return schema.map(inner);
  if (typeof schema !== "object" || schema === null) return schema;
  // Examples of fields are left out, because the whole body has an example.
  const {
    $id: id,
    "x-accord": check,
    "x-component": shared,
    "x-never": never,
    "x-not-in-lists": _notInLists,
    examples: _examples,
    ...rest
  } = schema as Json;
  if (typeof shared === "string") return sharedPart(components, shared, rest);
  const copy: Json = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, inner(value)]));
  // Answers may get more fields later, so the document does not forbid them.
  if (direction === "Output" && copy.additionalProperties === false) delete copy.additionalProperties;
  const { kind } = (check ?? {}) as Partial<WireCheck>;
  if (kind === "decimal") return decimalPart(components, check as DecimalCheck, copy, direction);
  // Days in answers need no pattern; for days that are sent, the pattern says which years are accepted.
  if (kind === "date" && direction === "Input") return sharedPart(components, "Day", { ...copy, pattern: dayPattern });
  if (Array.isArray(copy.type) && copy.type.length === 1) [copy.type] = copy.type;
  if (Array.isArray(copy.enum)) copy.enum = onceSpelled(copy.enum);
  if (Array.isArray(never)) copy.not = namingProperties(never.length === 1 ? never[0] : { anyOf: never });
  if (typeof id !== "string") return copy;
  const kept = components.schemas.get(id);
  return referTo(components, "schemas", kept === undefined || isSame(kept, copy) ? id : `${id}${direction}`, copy);
}

/**
 * A rule about which fields are present, with a property for each required field. That changes nothing in its meaning, but strict
 * linters take a required field without a property for a mistake.
 */
function namingProperties(rule: Json): Json {
  const { required = [], properties = {}, not, anyOf } = rule as Rule;
  const names = Object.fromEntries(required.map((name) => [name, {}]));
  return {
    ...rule,
    ...(required.length === 0 ? {} : { properties: { ...names, ...properties } }),
    ...(not === undefined ? {} : { not: namingProperties(not) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(namingProperties) }),
  };
}

type Rule = {
  readonly required?: readonly string[];
  readonly properties?: Json;
  readonly not?: Json;
  readonly anyOf?: readonly Json[];
};

/** A closed list that many fields share: the description of each field stands beside the reference. */
function sharedPart(components: Components, name: string, { description, ...schema }: Json): Json {
  const types = [schema.type].flat();
  const plain = {
    ...schema,
    type: types[0],
    ...(Array.isArray(schema.enum) ? { enum: onceSpelled(schema.enum).filter(isText) } : {}),
  };
  const reference = referTo(components, "schemas", name, plain);
  const about = description === undefined ? {} : { description };
  return types.includes("null") ? { anyOf: [reference, { type: "null" }], ...about } : { ...reference, ...about };
}

const isText = (value: unknown) => typeof value === "string";

type DecimalCheck = WireCheck & { kind: "decimal" };

/** Decimals are strings (data-model 1.2). A body may contain a number instead; the document shows the form to prefer. */
function decimalPart(components: Components, check: DecimalCheck, schema: Json, direction: "Input" | "Output"): Json {
  const types = [schema.type].flat().filter((type) => type !== "number");
  const isSent = direction === "Input";
  const pattern = isSent ? decimalPattern(check) : "^-?\\d+(\\.\\d+)?$";
  const shape = { ...schema, type: types, format: "decimal", pattern };
  return sharedPart(components, isSent ? decimalName(check) : "Decimal", shape);
}

function decimalName({ sign, places, maximum }: DecimalCheck): string {
  if (maximum !== undefined) return "Fraction";
  const kind = { any: "Signed", "non-negative": "", positive: "Positive" }[sign];
  return `${kind}${places > 4 ? "Quantity" : "Amount"}`;
}

function decimalPattern({ sign, places, maximum }: DecimalCheck): string {
  const decimals = `(\\.\\d{1,${places}})?`;
  if (maximum === "1") return `^(0(\\.\\d{1,${places}})?|1(\\.0{1,${places}})?)$`;
  if (sign === "positive") return `^([1-9]\\d{0,14}${decimals}|0\\.\\d{0,${places - 1}}[1-9])$`;
  return `^${sign === "any" ? "-?" : ""}\\d{1,15}${decimals}$`;
}

/** Words that are also accepted in lower case are published in one spelling. */
function onceSpelled(words: readonly unknown[]): unknown[] {
  return words.filter((word) => !isText(word) || word === upper(word) || !words.includes(upper(word)));
}

const upper = (word: unknown) => String(word).toUpperCase();

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

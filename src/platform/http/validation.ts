import type { ErrorObject, FuncKeywordDefinition, SchemaValidateFunction, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { TSchema } from "typebox";
import type { Issue } from "../../kernel/errors.ts";
import { type AjvProblem, issuesFrom } from "./issues.ts";
import { validationSchema } from "./validation-schema.ts";
import type { WireCheck } from "./wire.ts";
import { checkWireValue } from "./wire-checks.ts";

/**
 * Checks a value against a schema and replaces its wire values (ids, dates, decimals) by their canonical spelling, **in place**.
 * Returns all issues; if there are none, the value has the schema's static type.
 */
export type BodyValidator = (value: unknown) => Issue[];

const validators = new WeakMap<object, BodyValidator>();

/** For a body with more fields and elements than this, only the first problem is reported: finding all would delay other requests. */
const mostPartsForAll = 20_000;

/**
 * The validator of a schema, compiled once; the variant that finds every problem is compiled when it is first needed. Nothing is
 * coerced, and no unknown field is dropped (behaviour H5, ISO-8).
 */
export function bodyValidator(schema: TSchema): BodyValidator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const compiled = validationSchema(schema) as object;
  const first = ajvFor({ allErrors: false }).compile(compiled);
  let all: ValidateFunction | undefined;
  const validator: BodyValidator = (value) => {
    if (first(value)) return [];
    const found = (first.errors ?? []) as AjvProblem[];
    if (!hasAtMost(mostPartsForAll, value)) return issuesFrom(found);
    all ??= ajvFor({ allErrors: true }).compile(compiled);
    // Values that the first pass has made canonical stay so in the second.
    return all(value) ? issuesFrom(found) : issuesFrom((all.errors ?? []) as AjvProblem[]);
  };
  validators.set(schema, validator);
  return validator;
}

/** True if a value has at most `most` fields and elements on all levels together. Stops counting there. */
function hasAtMost(most: number, value: unknown): boolean {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const name in next) {
      count += 1;
      if (count > most) return false;
      open.push((next as Readonly<Record<string, unknown>>)[name]);
    }
  }
  return true;
}

const wireKeyword: SchemaValidateFunction = (
  check: WireCheck & { nullable: boolean },
  value: unknown,
  _schema,
  place,
): boolean => {
  if (value === null && check.nullable) return true;
  const checked = checkWireValue(check, value);
  if ("value" in checked) {
    // At the root there is no parent to write to; bodies are objects and arrays, so nothing is lost.
    if (place?.parentData !== undefined) place.parentData[place.parentDataProperty] = checked.value;
    return true;
  }
  const problem: Partial<ErrorObject> = { keyword: "x-accord", params: checked, message: checked.message };
  wireKeyword.errors = [problem];
  return false;
};

const keyword: FuncKeywordDefinition = { keyword: "x-accord", validate: wireKeyword, errors: true, modifying: true };

const instances = new Map<boolean, Ajv2020>();

function ajvFor({ allErrors }: { readonly allErrors: boolean }): Ajv2020 {
  const known = instances.get(allErrors);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ ...options, allErrors });
  ajv.addKeyword(keyword);
  instances.set(allErrors, ajv);
  return ajv;
}

const options = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  ownProperties: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  validateFormats: false,
} as const;

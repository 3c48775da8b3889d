import type { ErrorObject, FuncKeywordDefinition, SchemaValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { TSchema } from "typebox";
import type { Issue } from "../../kernel/errors.ts";
import { type AjvProblem, issuesFrom } from "./issues.ts";
import { validationSchema } from "./validation-schema.ts";
import type { WireCheck } from "./wire.ts";
import { checkWireValue } from "./wire-checks.ts";

/**
 * Checks a value against a schema and brings its wire values (ids, dates, decimals) to their canonical spelling, **in
 * place**. Returns all problems at once; an empty list means that the value has the schema's static type.
 */
export type BodyValidator = (value: unknown) => Issue[];

const validators = new WeakMap<object, BodyValidator>();

/** The validator of a schema, compiled once. Nothing is coerced, nothing unknown is dropped (behaviour H5, ISO-8). */
export function bodyValidator(schema: TSchema): BodyValidator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const check = ajv.compile(validationSchema(schema) as object);
  const validator: BodyValidator = (value) => {
    if (check(value)) return [];
    return issuesFrom((check.errors ?? []) as AjvProblem[]);
  };
  validators.set(schema, validator);
  return validator;
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

const ajv = new Ajv2020({
  allErrors: true,
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
});
ajv.addKeyword(keyword);

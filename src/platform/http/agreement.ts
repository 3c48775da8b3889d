import type { TSchema } from "typebox";
import { Type } from "typebox";
import { assert } from "../../kernel/assert.ts";
import { type Day, parseDay } from "../../kernel/day.ts";
import type { QueryParameter, RouteDescription } from "./endpoint.ts";
import { CivilDate } from "./wire.ts";

const description =
  "When it was agreed, today or earlier: no earlier month changes. Default its first day, of an end its last day, today at the latest.";

const parameter: QueryParameter = { description, format: "date" };

/**
 * Adds `agreedOn` to the declaration of an endpoint for modifications, so that a request may state when the change was agreed
 * (rules 7): to the fields of its body or, without a body, to its query.
 */
export function withAgreement<Description extends RouteDescription>(declaration: Description): Description {
  const { body, query, isModification = false } = declaration;
  if (!isModification) return declaration;
  if (body === undefined) return { ...declaration, query: { ...query, agreedOn: parameter } };
  const { properties: fields } = body as { readonly properties?: Record<string, TSchema> };
  assert(fields !== undefined, `${declaration.operationId}: a modification is an object`);
  const properties: Record<string, TSchema> = {
    ...fields,
    agreedOn: Type.Optional(CivilDate({ description, examples: ["2026-01-05"] })),
  };
  return { ...declaration, body: { ...body, properties } };
}

/** The day of agreement that a request states, and the body without that field. */
export function agreementFrom(
  isModification: boolean,
  body: unknown,
  query: Readonly<Record<string, string>>,
): { readonly agreedOn: Day | undefined; readonly body: unknown } {
  if (!isModification) return { agreedOn: undefined, body };
  const dayOf = (text: string | undefined) => (text === undefined ? undefined : parseDay(text));
  if (body === undefined) return { agreedOn: dayOf(query.agreedOn), body };
  const { agreedOn, ...fields } = body as { readonly agreedOn?: string };
  return { agreedOn: dayOf(agreedOn), body: fields };
}

import type { TSchema } from "typebox";
import { Type } from "typebox";
import { assert } from "../../kernel/assert.ts";
import { type Day, parseDay } from "../../kernel/day.ts";
import type { QueryParameter, RouteDescription } from "./endpoint.ts";
import { CivilDate } from "./wire.ts";

const description =
  "When it was agreed, today or before: no month before moves. Default its first day, of what ends its last, today at the latest.";

const parameter: QueryParameter = { description, format: "date" };

/**
 * The declaration of an endpoint whose request may say when the change was agreed (rules 7): `agreedOn` beside the fields of its
 * body, of a DELETE in its query.
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

/** What a request says of the day of agreement, and its body without that. */
export function takenAgreement(
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { bringCodes, rejectionOfState } from "./error-codes.ts";

// Codes of two capabilities, in the order of the catalogue.
const brought = ["WIDGET_SHAPE_INVALID", "WIDGET_INVOICED", "WIDGET_ENDED"] as const;
const later = ["GADGET_SHAPE_INVALID", "GADGET_PERIOD_CLOSED"] as const;

declare module "./error-codes.ts" {
  interface ErrorCatalogue {
    readonly widgets: { readonly 400: typeof brought };
    readonly gadgets: { readonly 400: typeof later };
  }
}

bringCodes({ byStatus: { 400: brought }, stateCodes: { status: ["WIDGET_ENDED"], invoiced: ["WIDGET_INVOICED"] } });
bringCodes({ byStatus: { 400: later }, stateCodes: { closed: ["GADGET_PERIOD_CLOSED"] } });

const codeOf = (...codes: string[]) =>
  rejectionOfState(codes.map((code, index) => ({ path: `/${index}`, code, message: code }))).code;

test("of several issues of a state the first code is used: status, then invoiced, then closed, then the rest", () => {
  const [shape, invoiced, ended] = brought;
  const [otherShape, closed] = later;
  assert.equal(codeOf(shape, closed, invoiced, ended), ended);
  assert.equal(codeOf(otherShape, closed, invoiced), invoiced);
  assert.equal(codeOf(otherShape, closed), closed);
  assert.equal(codeOf(otherShape, shape), shape, "ties in the order of the catalogue");
});

test("all issues are listed, and a request that is invalid by itself is VALIDATION_FAILED", () => {
  const [shape, invoiced] = brought;
  assert.equal(codeOf(invoiced, "REQUIRED"), "VALIDATION_FAILED");
  assert.equal(codeOf(invoiced, "AMOUNT_INVALID"), "VALIDATION_FAILED");
  const issues = [shape, invoiced].map((code) => ({ path: "", code, message: code }));
  assert.deepEqual(rejectionOfState(issues, { at: 1 }).details, { issues, at: 1 });
});

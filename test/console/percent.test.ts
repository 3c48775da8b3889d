import assert from "node:assert/strict";
import { test } from "node:test";
import { asFraction, asPercent } from "../../console/src/format/percent.ts";

test("a fraction is shown in percent", () => {
  const shown = ["0.19", "0.077", "0", "1", "0.2", "0.0725"].map(asPercent);
  assert.deepEqual(shown, ["19", "7.7", "0", "100", "20", "7.25"]);
});

test("a percentage is sent as a fraction, and other text is not sent", () => {
  const sent = ["19", "7.7", "7,7", "0", "100", "0.5", "", "x", "101", "-1", "1e1"].map(asFraction);
  const none = undefined;
  assert.deepEqual(sent, ["0.19", "0.077", "0.077", "0", "1", "0.005", none, none, none, none, none]);
});

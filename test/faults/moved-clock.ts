import { readFileSync } from "node:fs";

// Loaded before the program (`node --import`): its wall clock is the machine's and the milliseconds that a file says, which may change at any time.

const file = process.env.ACCORD_TEST_CLOCK_FILE;

const RealDate = Date;
const realNow = Date.now;
const realInstant = Temporal.Now.instant;

function moved(): number {
  return file === undefined ? 0 : Number(readFileSync(file, "utf8"));
}

class MovedDate extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(MovedDate.now());
    else super(...given);
  }

  static override now(): number {
    return realNow() + moved();
  }
}

globalThis.Date = MovedDate as DateConstructor;
Temporal.Now.instant = () => realInstant().add({ milliseconds: moved() });

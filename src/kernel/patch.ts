/** A field after a patch: the sent value, which may be null, or the present one if the request leaves the field out. */
export function orUnchanged<Value>(sent: Value | undefined, present: Value): Value {
  return sent === undefined ? present : sent;
}

import { moment } from "../format/day.ts";

type Actor = { readonly kind: string; readonly id: string };

/** A reason as people read it: the moments that it names in the merchant's time zone, and who is meant by their name. */
export function reasonInWords(reason: string, timeZone: string, actor: (of: Actor) => string): string {
  return reason
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (text) => moment(text, timeZone))
    .replaceAll(/\b(KEY|USER):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g, (_, kind, id) => actor({ kind, id }));
}

import { useSession } from "../api/session.ts";
import { dayOfMoment } from "../format/day.ts";

/** The day on which something happened, in the merchant's time zone. */
export function MomentDay({ at }: { at: string | null | undefined }) {
  return dayOfMoment(at, useSession().merchant.timeZone);
}

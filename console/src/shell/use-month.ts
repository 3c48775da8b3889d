import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import { useSession } from "../api/session.ts";
import { apiQuery } from "../api/use-api.ts";
import { addMonths, dayIn } from "../format/day.ts";
import { paths } from "../paths.ts";
import { useUrl } from "../use-url.ts";

/** The merchant's today: of a sandbox by its own clock. */
export function useToday(): string {
  return useContext(Today);
}

/** Provides today to all screens. The shell reads it once, because lists need it in every row. */
export const Today = createContext("");

/** Today by the clock of the merchant; for the shell. */
export function useClockDay(): string {
  const { merchant } = useSession();
  const { data } = useQuery({ ...apiQuery("getTestClock"), enabled: merchant.isSandbox });
  return dayIn(data?.now ?? new Date().toISOString(), merchant.timeZone);
}

/** The last closed month, as "2026-01"; undefined while none is closed. */
export function useClosedThrough(): string | undefined {
  const { data } = useQuery(apiQuery("getBookCloseDate"));
  return data?.bookCloseDate?.slice(0, 7);
}

const kept = "accord.month";

/**
 * The month that figures are shown of: the address says it, else it is what was chosen last, else the current one; on the close, the
 * first open month that is over. Reports, home, journal and close change with it; lists and records do not.
 */
export function useMonth(): readonly [string, (month: string) => void] {
  const [{ month }, change] = useUrl();
  const { merchant } = useSession();
  const current = useToday().slice(0, 7);
  const closedThrough = useClosedThrough();
  const { pathname } = useLocation();
  const next = closedThrough && addMonths(closedThrough, 1);
  const waiting = pathname === paths.close() && next !== undefined && next < current ? next : undefined;
  const chosen = sessionStorage.getItem(`${kept}.${merchant.id}`);
  const choose = (next: string) => {
    sessionStorage.setItem(`${kept}.${merchant.id}`, next);
    change({ month: next });
  };
  return [month ?? chosen ?? waiting ?? current, choose];
}

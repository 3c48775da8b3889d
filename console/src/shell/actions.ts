import { doors } from "../doors.ts";

/** What the palette can begin. */
export const actions: readonly { readonly title: string; readonly href: string; readonly words?: string }[] = [
  { title: "New contract", href: doors.newContract(), words: "create add" },
];

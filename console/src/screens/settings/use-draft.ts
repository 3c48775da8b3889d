import { useState } from "react";

/** What is typed of what is recorded: only what somebody changed differs from it, also after it was read anew. */
export function useDraft<Recorded extends object>(recorded: Recorded) {
  const [typed, setTyped] = useState<Partial<Recorded>>({});
  const draft = { ...recorded, ...typed };
  const set = (changes: Partial<Recorded>) => setTyped({ ...typed, ...changes });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(recorded);
  return [draft, set, isChanged] as const;
}

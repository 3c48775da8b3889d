import { useState } from "react";

/** The edited fields of a record. Only fields that the user changed differ from it, also after it is reloaded. */
export function useDraft<Recorded extends object>(recorded: Recorded) {
  const [typed, setTyped] = useState<Partial<Recorded>>({});
  const draft = { ...recorded, ...typed };
  const set = (changes: Partial<Recorded>) => setTyped({ ...typed, ...changes });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(recorded);
  return [draft, set, isChanged] as const;
}

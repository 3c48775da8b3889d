import { useEffect, useState } from "react";
import type { CsvRow } from "./csv.ts";
import { inSlices } from "./in-slices.ts";
import { type Kind, type Mapping, type ReadRow, readRows } from "./kinds.ts";

type Read = { readonly good: readonly ReadRow[]; readonly bad: readonly ReadRow[] };

/** What the rows say under a mapping, those that can be taken and those that cannot; undefined while they are read. */
export function useReadRows(kind: Kind, rows: readonly CsvRow[], mapping: Mapping): Read | undefined {
  const [read, setRead] = useState<Read & { readonly mapping: Mapping }>();
  useEffect(() => {
    const left = new AbortController();
    void inSlices(readRows(kind, rows, mapping), left.signal).then((all) => {
      if (all === undefined) return;
      const [good, bad]: [ReadRow[], ReadRow[]] = [[], []];
      for (const each of all) (each.problem === undefined ? good : bad).push(each);
      setRead({ good, bad, mapping });
    });
    return () => left.abort();
  }, [kind, rows, mapping]);
  return read?.mapping === mapping ? read : undefined;
}

import { Skeleton } from "@mantine/core";

/** Placeholder lines while content loads. */
export function Waiting({ lines = 5 }: { lines?: number }) {
  return (
    <div aria-busy style={{ display: "grid", gap: 12 }}>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity
        <Skeleton key={at} height={14} width={`${88 - ((at * 23) % 40)}%`} />
      ))}
    </div>
  );
}

import type { Contract } from "@accord/client";
import { Alert } from "@mantine/core";

/** Why a contract waits, and what to do about each reason. */
export function Blocked({ contract }: { contract: Contract }) {
  const { blockReasons } = contract;
  if (blockReasons.length === 0) return null;
  return (
    <Alert color="yellow" title="This contract cannot be approved yet">
      <ul style={{ margin: 0, paddingLeft: "1.1rem" }}>
        {blockReasons.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}

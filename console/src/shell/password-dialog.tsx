import { PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accord } from "../api/accord.ts";
import { sessionQuery, useSession } from "../api/session.ts";
import { FormDialog } from "../parts/form-dialog.tsx";

const shortest = 12;

/** One's own password, set for the first time by who came by a link, or changed. */
export default function PasswordDialog({ close }: { close: () => void }) {
  const { user, hasPassword } = useSession();
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [chosen, setChosen] = useState("");
  const [again, setAgain] = useState("");
  return (
    <FormDialog
      title={hasPassword ? "Change your password" : "Set a password"}
      verb={hasPassword ? "Change" : "Set"}
      isReady={chosen.length >= shortest && chosen === again}
      submit={async () => {
        await accord.changePassword({
          body: { newPassword: chosen, ...(current !== "" && { currentPassword: current }) },
        });
        await client.invalidateQueries(sessionQuery);
        return "Your password is saved. Your other sessions have ended.";
      }}
      close={close}
    >
      <input type="hidden" autoComplete="username" value={user.email} />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          description="Not needed if you have signed in by a link."
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <PasswordInput
        label="New password"
        description={`At least ${shortest} characters.`}
        autoComplete="new-password"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data-autofocus={!hasPassword || undefined}
      />
      <PasswordInput
        label="New password, again"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
        error={again !== "" && again.length >= chosen.length && again !== chosen && "Not the same as above."}
      />
    </FormDialog>
  );
}

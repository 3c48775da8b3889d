import { Button, Modal, Progress, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { messageOf } from "../../api/failure-message.ts";
import { type Row, useRefresh } from "../../api/use-api.ts";
import { doors } from "../../doors.ts";
import { plural } from "../../format/words.ts";
import { Door } from "../../parts/door.tsx";
import classes from "../../parts/each-dialog.module.css";
import { done } from "../../parts/toast.ts";
import { useStillOpen } from "../../parts/use-still-open.ts";
import bar from "./bulk-actions.module.css";

type Contract = Row<"listContracts">;
type Action = "APPROVE" | "BLOCK";

const verbs = { APPROVE: "Approve", BLOCK: "Hold back" } as const;

/** What can be done with several contracts at once. */
export function BulkActions({ rows, clear }: { rows: readonly Contract[]; clear: () => void }) {
  const [action, setAction] = useState<Action>();
  return (
    <div className={bar.bar}>
      <strong>{plural(rows.length, "contract")}</strong>
      <Button onClick={() => setAction("APPROVE")}>Approve …</Button>
      <Button variant="default" onClick={() => setAction("BLOCK")}>
        Hold back …
      </Button>
      <Button variant="subtle" color="gray" onClick={clear}>
        Choose none
      </Button>
      {action && <BulkDialog action={action} rows={rows} close={() => setAction(undefined)} clear={clear} />}
    </div>
  );
}

type Tried = { readonly contract: Contract; readonly planHash?: string; readonly why?: string };
type DialogProps = {
  readonly action: Action;
  readonly rows: readonly Contract[];
  readonly close: () => void;
  readonly clear: () => void;
};

/** Tries each by a dry run first: how many will fail, and why. Then those that can are done, each as it was shown. */
function BulkDialog({ action, rows, close, clear }: DialogProps) {
  const refresh = useRefresh();
  const [reason, setReason] = useState("");
  const [at, setAt] = useState<number>();
  const [tried, setTried] = useState<readonly Tried[]>();
  const [failed, setFailed] = useState<readonly Tried[]>();
  const needsReason = action === "BLOCK";
  const body = { action, ...(needsReason && { reason: reason.trim() }) };
  const isOpen = useStillOpen();
  const attempt = async (contracts: readonly Tried[], run: (each: Tried) => Promise<Tried>): Promise<Tried[]> => {
    const results: Tried[] = [];
    for (const [index, each] of contracts.entries()) {
      if (!isOpen()) break;
      setAt(index);
      results.push(await run(each).catch((error: unknown) => ({ contract: each.contract, why: messageOf(error) })));
    }
    setAt(undefined);
    return results;
  };
  const tryAll = async () => {
    const all = rows.map((contract) => ({ contract }));
    const preview = async ({ contract }: Tried) => {
      const { planHash } = await accord.previewActOnContract({ id: contract.id, body });
      return { contract, planHash };
    };
    setTried(await attempt(all, preview));
  };
  const able = tried?.filter(({ why }) => why === undefined) ?? [];
  const doAll = async () => {
    const act = async (each: Tried) => {
      await accord.actOnContract(
        { id: each.contract.id, body },
        each.planHash === undefined ? {} : { ifPlan: each.planHash },
      );
      return each;
    };
    const results = await attempt(able, act);
    const failures = results.filter(({ why }) => why !== undefined);
    await refresh();
    if (!isOpen()) return;
    if (failures.length > 0) return setFailed(failures);
    done(`${plural(able.length, "contract")}: ${action === "APPROVE" ? "approved" : "held back"}.`);
    clear();
    close();
  };
  const unable = failed ?? tried?.filter(({ why }) => why !== undefined) ?? [];
  return (
    <Modal opened onClose={close} title={`${verbs[action]}: ${plural(rows.length, "contract")}`} size="lg">
      <div className={classes.body}>
        {needsReason && (
          <TextInput
            label="Why"
            description="Shown on each of them."
            required
            value={reason}
            disabled={tried !== undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {tried === undefined ? (
          <p>Each is tried first, and nothing is changed: you see how many can, and why the others cannot.</p>
        ) : (
          <p>
            <strong>{plural(able.length, "contract")} can.</strong>{" "}
            {unable.length > 0 && `${plural(unable.length, "contract")} cannot:`}
          </p>
        )}
        {unable.length > 0 && (
          <ul className={classes.list}>
            {unable.map(({ contract, why }) => (
              <li key={contract.id}>
                <Door href={doors.contract(contract.id)}>{contract.name}</Door>
                <span className={classes.why}>{why}</span>
              </li>
            ))}
          </ul>
        )}
        {at !== undefined && <Progress value={((at + 1) / rows.length) * 100} aria-label="Contracts" />}
        <div className={classes.foot}>
          <Button variant="default" size="sm" onClick={close}>
            {failed ? "Close" : at === undefined ? "Cancel" : "Stop"}
          </Button>
          {tried === undefined ? (
            <Button
              size="sm"
              loading={at !== undefined}
              disabled={needsReason && reason.trim() === ""}
              onClick={tryAll}
            >
              Try
            </Button>
          ) : (
            failed === undefined && (
              <Button size="sm" loading={at !== undefined} disabled={able.length === 0} onClick={doAll}>
                {verbs[action]} {able.length}
              </Button>
            )
          )}
        </div>
      </div>
    </Modal>
  );
}

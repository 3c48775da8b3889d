import { Button, Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { dayAfter, dayRange } from "../../../format/day.ts";
import { unitPrice } from "../../../format/money.ts";
import { plural } from "../../../format/words.ts";
import { isNumber } from "../change/form.ts";
import classes from "./build.module.css";
import { draftFor } from "./commitment-draft.ts";
import { CommitmentFields } from "./commitment-form.tsx";
import { type ContractDraft, type Line, nextNumber, usageOfDraft, withGroup, withoutLine } from "./contract-draft.ts";
import { blankDraft, type Draft, hasCount, isOnce, stepsOf } from "./obligation-draft.ts";
import { ObligationFields } from "./obligation-fields.tsx";
import { blankPob, type PobDraft } from "./pob-draft.ts";
import { PobList } from "./pob-fields.tsx";

type Props = {
  readonly contract: ContractDraft;
  readonly setContract: (contract: ContractDraft) => void;
  readonly currency: string;
};
type Opened = `line ${number}` | `commitment ${number}`;

/** All obligations and commitments of the draft; one of them is open at a time. */
export function ContractParts({ contract, setContract, currency }: Props) {
  const [opened, setOpened] = useState<Opened>();
  const { lines, commitments } = contract;
  const isOpen = (part: Opened) => (opened ?? `line ${lines[0]?.number}`) === part;
  const add = (draft: Draft) => {
    const number = nextNumber(lines);
    setContract({ ...contract, lines: [...lines, { number, groupNumber: null, draft }] });
    setOpened(`line ${number}`);
  };
  const last = lines.at(-1)?.draft;
  const usage = usageOfDraft(contract);
  const committed = new Set(
    commitments.flatMap(({ schedules }) => schedules.flatMap(({ steps }) => steps.flatMap(({ termIds }) => termIds))),
  );
  const free = usage.filter(({ id }) => !committed.has(id));
  const setCommitments = (next: ContractDraft["commitments"]) => setContract({ ...contract, commitments: next });
  return (
    <section className={classes.form} aria-label="Products and services">
      <h2 className={classes.title}>Products and services</h2>
      {lines.map((line) => (
        <Part
          key={line.number}
          name={line.draft.name.trim() || "Product or service"}
          note={summary(line.draft, currency)}
          isOpen={isOpen(`line ${line.number}`)}
          open={() => setOpened(`line ${line.number}`)}
          remove={lines.length > 1 ? () => setContract(withoutLine(contract, line.number)) : undefined}
        >
          <ObligationFields
            draft={line.draft}
            setDraft={(draft) =>
              setContract({ ...contract, lines: lines.map((each) => (each === line ? { ...line, draft } : each)) })
            }
            currency={currency}
            mayRamp
            isAllocated={contract.allocation === "RELATIVE_SSP"}
            isInGroup={line.groupNumber !== null}
            earnedBy={<EarnedBy contract={contract} line={line} setContract={setContract} currency={currency} />}
          />
        </Part>
      ))}
      {commitments.map((commitment, at) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a commitment is known by its place
          key={at}
          name={commitment.name.trim() || "Commitment"}
          note="Commitment to use"
          isOpen={isOpen(`commitment ${at}`)}
          open={() => setOpened(`commitment ${at}`)}
          remove={() => setCommitments(commitments.filter((_, index) => index !== at))}
        >
          <CommitmentFields
            draft={commitment}
            setDraft={(draft) => setCommitments(commitments.map((each, index) => (index === at ? draft : each)))}
            usage={usage}
            currency={currency}
          />
        </Part>
      ))}
      <div className={classes.adders}>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => add(blankDraft(last?.start ?? "", last?.end ?? ""))}
        >
          Product or service
        </Button>
        {free.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              setCommitments([...commitments, draftFor(free, last?.start ?? "")]);
              setOpened(`commitment ${commitments.length}`);
            }}
          >
            Commitment to use
          </Button>
        )}
        {last && !isOnce(last) && last.end !== "" && last.pricing !== "RAMP" && (
          <Button
            variant="subtle"
            onClick={() => add({ ...last, start: dayAfter(last.end), end: "", layers: [{ from: "", amount: "" }] })}
          >
            Another price after it
          </Button>
        )}
      </div>
    </section>
  );
}

type PartProps = {
  readonly name: string;
  readonly note: string;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly remove: (() => void) | undefined;
  readonly children: ReactNode;
};

function Part({ name, note, isOpen, open, remove, children }: PartProps) {
  return (
    <fieldset className={classes.part} aria-label={name}>
      <div className={classes.partHead}>
        <div className={classes.partName}>
          <strong>{name}</strong>
          <span className={classes.note}>{note}</span>
        </div>
        {!isOpen && (
          <Button size="compact-xs" variant="subtle" aria-label={`Change ${name}`} onClick={open}>
            Change
          </Button>
        )}
        {remove && (
          <Button size="compact-xs" variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      {isOpen && children}
    </fieldset>
  );
}

/** "25 × 40.00, 1 Jan 2026 – 31 Dec 2026", as far as it is entered. */
function summary(draft: Draft, currency: string): string {
  const steps = stepsOf(draft);
  const [first] = steps;
  const amount = first?.layers[0]?.amount.trim() ?? "";
  const price = isNumber(amount) ? unitPrice(amount, currency) : undefined;
  const count = first !== undefined && hasCount(draft) && isNumber(first.quantity) ? `${first.quantity.trim()} × ` : "";
  const more = steps.length > 1 ? `, ${plural(steps.length, "step")}` : "";
  const from = draft.start === "" ? null : draft.start;
  return [price && `${count}${price}${more}`, dayRange(from, isOnce(draft) ? from : draft.end || null)]
    .filter(Boolean)
    .join(", ");
}

type EarnedByProps = {
  readonly contract: ContractDraft;
  readonly line: Line;
  readonly setContract: (contract: ContractDraft) => void;
} & Pick<Props, "currency">;

const [itself, ownGroup] = ["itself", "own"];

/** Whether a line earns its own revenue, or obligations do: its own, or those that it shares with another line. */
function EarnedBy({ contract, line, setContract, currency }: EarnedByProps) {
  const info = useApi("getMerchantInfo").data;
  const { lines, groups } = contract;
  const { number, groupNumber, draft } = line;
  if (info?.features.performanceObligations !== true) return null;
  const firstOf = (group: number | null) => lines.find((each) => each.groupNumber === group);
  const others = groups.filter((group) => firstOf(group.number)?.number !== number);
  const group = groups.find((each) => each.number === groupNumber);
  const isOwner = group !== undefined && firstOf(group.number)?.number === number;
  const choose = (choice: string | null) => {
    if (choice === itself) return setContract(withGroup(contract, number, null));
    const made = { number: nextNumber(groups), pobs: [blankPob(draft.start, draft.end || draft.start)] };
    setContract(withGroup(contract, number, groups.find((each) => `${each.number}` === choice) ?? made));
  };
  const setPobs = (pobs: readonly PobDraft[]) =>
    setContract({ ...contract, groups: groups.map((each) => (each === group ? { ...each, pobs } : each)) });
  const eventTypeIds = lines.flatMap((each) =>
    each.groupNumber === groupNumber && each.draft.kind === "USAGE" ? (each.draft.eventTypeId ?? []) : [],
  );
  return (
    <>
      <Select
        label="Its revenue is earned by"
        data={[
          { value: itself, label: "Itself" },
          { value: isOwner ? `${group.number}` : ownGroup, label: "Performance obligations of its own" },
          ...others.map((each) => ({
            value: `${each.number}`,
            label: `Those of ${firstOf(each.number)?.draft.name.trim() || "another line"}`,
          })),
        ]}
        value={groupNumber === null ? itself : `${groupNumber}`}
        allowDeselect={false}
        onChange={choose}
      />
      {isOwner && (
        <PobList
          pobs={group.pobs}
          setPobs={setPobs}
          currency={currency}
          isAllocated={contract.allocation === "RELATIVE_SSP"}
          eventTypeIds={eventTypeIds}
        />
      )}
    </>
  );
}

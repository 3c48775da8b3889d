import { ActionIcon, Button, MultiSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { isAmount } from "../../../format/money.ts";
import classes from "./build.module.css";
import type { Step, UsageTerm } from "./commitment-draft.ts";

type Props = {
  readonly steps: readonly Step[];
  readonly usage: readonly UsageTerm[];
  /** What the values are in: "USD" or "units". */
  readonly unit: string;
  readonly setSteps: (steps: readonly Step[]) => void;
};

/** How much is committed for each period; steps at other prices are drawn down one after the other. */
export function StepTable({ steps, usage, unit, setSteps }: Props) {
  const put = (at: number, changes: Partial<Step>) =>
    setSteps(steps.map((step, index) => (index === at ? { ...step, ...changes } : step)));
  const isOnly = steps.length === 1;
  const choices = usage.map(({ id, name }) => ({ value: id, label: name }));
  const free = usage.filter(({ id }) => !steps.some(({ termIds }) => termIds.includes(id)));
  return (
    <fieldset className={classes.commitmentSteps} aria-label="What is committed for each period">
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place
        <div key={at} className={classes.step}>
          <TextInput
            label={isOnly ? `Committed for each period, in ${unit}` : `Step ${at + 1}, in ${unit}`}
            inputMode="decimal"
            required
            value={step.value}
            error={step.value !== "" && !isAmount(step.value) ? "A number, such as 12000" : undefined}
            onChange={(event) => put(at, { value: event.currentTarget.value })}
          />
          {usage.length > 1 && (
            <MultiSelect
              label={isOnly ? "Drawn down by" : `Step ${at + 1} is drawn down by`}
              data={choices}
              value={[...step.termIds]}
              onChange={(termIds) => put(at, { termIds })}
            />
          )}
          {!isOnly && (
            <ActionIcon
              aria-label={`Remove step ${at + 1}`}
              onClick={() => setSteps(steps.filter((_, index) => index !== at))}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            setSteps([...steps, { value: "", termIds: free[0] ? [free[0].id] : (steps.at(-1)?.termIds ?? []) }])
          }
        >
          Add a step
        </Button>
        <p className={classes.note}>
          Usage at another price, as a term of its own, can be a step of its own: the first one is used up first.
        </p>
      </div>
    </fieldset>
  );
}

import { enterCatalog } from "./catalog.ts";
import { concession, priceRise, terminated, upgrade, workshop } from "./changes.ts";
import { enterCloseTasks, enterCompany } from "./company.ts";
import { enterCustomers } from "./customers.ts";
import { monthByMonth } from "./finance-team.ts";
import { incidents } from "./incidents.ts";
import { bundle, milestones, percentComplete, training } from "./projects.ts";
import { play, type Send } from "./scene.ts";
import { growingTeam, ramp, shrinkingTeam } from "./seats.ts";
import type { Story } from "./story-contract.ts";
import { subscriptions } from "./subscriptions.ts";
import { lateUsage, prepaidCommitment, quarterlyMinimum, storedData, tieredCalls } from "./usage.ts";

/** The day on which the story begins. */
export const storyBegins = "2024-01-01";
const storyEnds = "2026-01-15";

/** The number of months in the story; all of them are closed at its end. */
export const storyMonths = 24;

export type StoryOptions = {
  readonly send: Send;
  /** Like `send`, but with the API key of the assistant. */
  readonly assistant: Send;
  /** User ids of the members. */
  readonly people: { readonly owner: string; readonly assistant: string; readonly auditor: string };
  readonly ownerEmail: string;
  /** PNG, base64. */
  readonly logo: string;
  readonly signal: AbortSignal;
  readonly onMonth: (month: string) => void;
};

/**
 * Plays two years of Acme Cloud, only through the public API: many kinds of contracts and changes, invoices and payments, closes, and
 * incidents. The story is the same every time.
 */
export async function playStory(options: StoryOptions): Promise<void> {
  const { send, assistant, people, ownerEmail, logo, signal, onMonth } = options;
  await enterCompany(send, logo);
  await namePeople(send, people);
  const taskIds = await enterCloseTasks(send, ownerEmail);
  const catalog = await enterCatalog(send);
  const customers = await enterCustomers(send);
  const story: Story = {
    send,
    catalog,
    customer: (name) => {
      const known = customers.get(name);
      if (known === undefined) throw new Error(`${name} is no customer of Acme Cloud.`);
      return known;
    },
  };
  const scenes = [
    ...subscriptions(story),
    ...[growingTeam, shrinkingTeam, ramp, bundle, milestones, percentComplete, training].map((scene) => scene(story)),
    ...[tieredCalls, storedData, prepaidCommitment, quarterlyMinimum, lateUsage].map((scene) => scene(story)),
    ...[terminated, concession, upgrade, priceRise, workshop].map((scene) => scene(story)),
    ...incidents(story, assistant),
    monthByMonth(story, [...customers.values()], taskIds),
  ];
  await play({ send, scenes, from: storyBegins, through: storyEnds, signal, onMonth });
}

async function namePeople(send: Send, { owner, assistant, auditor }: StoryOptions["people"]): Promise<void> {
  await send("PATCH", `/v3/users/${owner}`, { name: "Nora Quinn" });
  await send("PATCH", `/v3/users/${assistant}`, { name: "Sam Okafor" });
  await send("PATCH", `/v3/users/${auditor}`, { name: "Iris Bell" });
}

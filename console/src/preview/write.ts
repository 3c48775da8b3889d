import {
  AccordError,
  type Answer,
  type CallOptions,
  type ChangeRequest,
  HeldForApproval,
  type InputOf,
  type OperationName,
  type Preview,
} from "@accord/client";
import { useQuery } from "@tanstack/react-query";
import { accord } from "../api/accord.ts";

type Capitalized<Name> = Name extends `${infer First}${infer Rest}` ? `${Uppercase<First>}${Rest}` : never;

/** An operation that can be shown before it is done. */
export type WriteName = {
  [Name in OperationName]: `preview${Capitalized<Name>}` extends OperationName ? Name : never;
}[OperationName];

/** A write that has not been done yet. */
export type Write<Name extends WriteName = WriteName> = {
  readonly operation: Name;
  readonly input: InputOf<Name>;
  /** The name of a row of the write's file, if it has one; rejected rows are named so. */
  readonly rows?: readonly string[];
};

export function write<Name extends WriteName>(operation: Name, input: InputOf<Name>): Write {
  return { operation, input } as unknown as Write;
}

function previewName({ operation }: Write): OperationName {
  return `preview${operation.charAt(0).toUpperCase()}${operation.slice(1)}` as OperationName;
}

/** The client without the types of one operation: a write carries name and input that fit each other. */
const ask = accord.answer as unknown as (
  name: string,
  input: unknown,
  options: CallOptions,
) => Promise<Answer<unknown>>;

/** What a write would do. */
export async function previewOf(of: Write, signal?: AbortSignal): Promise<Preview> {
  return (await ask(previewName(of), of.input, signal ? { signal } : {})).payload as Preview;
}

/** The preview of a write, requested again whenever the write changes; nothing is requested without a write. */
export function usePreview(of: Write | undefined) {
  return useQuery({
    queryKey: ["preview", of],
    queryFn: ({ signal }) => previewOf(of as Write, signal),
    enabled: of !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** How a write ended: done, waiting for a second person, or not done because its plan is another by now. */
export type Outcome =
  | { readonly kind: "done"; readonly payload: unknown; readonly message: string }
  | { readonly kind: "waits"; readonly changeRequest: ChangeRequest; readonly message: string }
  | { readonly kind: "changed"; readonly message: string };

/** Does what was shown, and nothing else: with another plan by now, nothing is done. */
export async function carryOut({ operation, input }: Write, planHash?: string): Promise<Outcome> {
  try {
    const options = planHash === undefined ? {} : { ifPlan: planHash };
    const { payload, message } = await ask(operation, input, options);
    return { kind: "done", payload, message };
  } catch (error) {
    if (error instanceof HeldForApproval) {
      return { kind: "waits", changeRequest: error.changeRequest, message: error.message };
    }
    if (error instanceof AccordError && error.errorCode === "PLAN_CHANGED") {
      return { kind: "changed", message: error.message };
    }
    throw error;
  }
}

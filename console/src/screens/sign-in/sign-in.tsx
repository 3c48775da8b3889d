import { AccordError } from "@accord/client";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { accord } from "../../api/accord.ts";
import { sessionQuery } from "../../api/session.ts";
import { Failure } from "../../parts/failure.tsx";
import { parseSearch } from "../../router-search.ts";
import { useUrl } from "../../use-url.ts";
import classes from "./sign-in.module.css";

/** E-mail and password, or a link that works once: its token is behind the #, which never reaches a log. */
export default function SignIn() {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const enter = useEnter();
  const methods = useSignInMethods();
  const [{ error: refused }] = useUrl();
  const attempt = async (with_: Credentials) => {
    setBusy(true);
    setError(undefined);
    try {
      await enter(with_);
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };
  const token = useRef(parseSearch(location.hash.slice(1)).token);
  useEffect(() => {
    document.title = "Sign in · Accord";
    const once = token.current;
    if (once === undefined) return;
    token.current = undefined;
    history.replaceState(null, "", location.pathname + location.search);
    void attempt({ token: once });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void attempt({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <main className={classes.screen}>
      <div className={classes.box}>
        <div className={classes.brand}>
          <img src="/favicon.svg" alt="" width={30} height={30} />
          Accord
        </div>
        <h1>Sign in</h1>
        <form onSubmit={submit} className={classes.form}>
          <TextInput name="email" type="email" label="E-mail" autoComplete="username" required withAsterisk={false} />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="sm"
          />
          {error !== undefined && <Failure error={error} />}
          {refused !== undefined && <Failure error={new Error(refusals[refused] ?? "You could not be signed in.")} />}
          <Button type="submit" size="sm" loading={busy}>
            Sign in
          </Button>
        </form>
        {methods.includes("OIDC") && (
          <Button component="a" href="/v3/session/oidc" variant="default" size="sm">
            Sign in with your company's account
          </Button>
        )}
        <p className={classes.help}>
          No password yet? Open the sign-in link that the first start of the server printed, or ask an owner for one.
        </p>
      </div>
    </main>
  );
}

/** Why the identity provider did not sign somebody in. */
const refusals: Readonly<Record<string, string>> = {
  PROVIDER_UNAVAILABLE: "Your company's sign-in cannot be reached. Try again in a minute, or use your password.",
  SIGN_IN_FAILED: "Your company's sign-in did not confirm who you are. Try again.",
  EMAIL_NOT_VERIFIED: "Your company's sign-in has not verified your e-mail address. Ask whoever runs it.",
  NOT_A_MEMBER: "Nobody of this e-mail address is a member here. Ask an owner to invite you.",
};

/** The sign-in methods of this server, from the answer to a session request without a session. */
function useSignInMethods(): readonly string[] {
  const { data } = useQuery({
    queryKey: ["sign-in-methods"],
    queryFn: async () => {
      try {
        return (await accord.getSession()).signInMethods;
      } catch (cause) {
        return cause instanceof AccordError ? ((cause.details.signInMethods as string[] | undefined) ?? []) : [];
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}

type Credentials = { readonly token: string } | { readonly email: string; readonly password: string };

function useEnter(): (credentials: Credentials) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [{ next }] = useUrl();
  return async (credentials) => {
    await accord.signIn({ body: credentials });
    client.clear();
    await client.fetchQuery(sessionQuery);
    const [path = "/", query = ""] = next?.startsWith("/") && !next.startsWith("//") ? next.split("?") : [];
    await navigate({ to: path as string, search: parseSearch(query) as never, replace: true });
  };
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Signing in with a token, where the server asks for one.
import { useState } from "preact/hooks";
import { signIn, type ApiError } from "../api/client";
import { usePageTitle } from "../ui/parts";

export function SignInPage() {
  usePageTitle("Sign in");
  const [token, setToken] = useState("");
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    signIn(token.trim()).then(
      () => location.reload(),
      (failed: ApiError) => {
        setError(failed);
        setBusy(false);
      },
    );
  };
  return (
    <form class="card narrow" onSubmit={submit}>
      <h1>Sign in</h1>
      <p class="quiet">This server asks for a token. Whoever runs it has one for you.</p>
      <label>
        <span>Token</span>
        <input type="password" autocomplete="current-password" required value={token} onInput={(event) => setToken(event.currentTarget.value)} aria-describedby="signin-error" />
      </label>
      <p id="signin-error" role="alert" class="v-diverged">
        {error ? (error.status === 401 ? "This token is not known here." : error.message) : ""}
      </p>
      <button class="primary" disabled={busy || token.trim() === ""}>
        Sign in
      </button>
    </form>
  );
}

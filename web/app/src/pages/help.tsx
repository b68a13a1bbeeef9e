// SPDX-License-Identifier: GPL-3.0-or-later
// What verdicts mean and what the keys of the viewer do.
import { usePageTitle, VerdictBadge } from "../ui/parts";
import { verdictMeaning, verdictOrder } from "../ui/words";
import { keys } from "../viewer/keys";

export function HelpPage() {
  usePageTitle("Help");
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Help</h1>
          <p>What the words on these pages mean, and the keys of the viewer.</p>
        </div>
      </div>
      <section class="card">
        <h2>How far a conversion can be trusted</h2>
        <p class="quiet">Every game is played again by convertd. One word says how well that agrees with the recording; the page of a game says why.</p>
        <dl class="verdicts">
          {verdictOrder.map((verdict) => (
            <div key={verdict}>
              <dt>
                <VerdictBadge verdict={verdict} />
              </dt>
              <dd>{verdictMeaning[verdict]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="card">
        <h2>Keys of the viewer</h2>
        <div class="table-wrap">
          <table>
            <thead>
              <tr>
                <th>Key</th>
                <th>What it does</th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr key={key.shown}>
                  <td class="nowrap">
                    {key.shown.split(" ").map((part) => (
                      <>
                        <kbd>{part}</kbd>{" "}
                      </>
                    ))}
                  </td>
                  <td>{key.what}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

// SPDX-License-Identifier: GPL-3.0-or-later

// Lists the newest games.
const state = document.getElementById("state");
const list = document.getElementById("games");

try {
  const answer = await fetch("api/v1/games");
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error.message);
  state.textContent = `${body.total} games`;
  for (const game of body.games) {
    const names = game.players.map((player) => player.display_name || player.name).join(", ");
    const link = document.createElement("a");
    link.href = `api/v1/games/${game.id}/file.icrep`;
    link.textContent = `${game.game_name || game.game}: ${game.map.name} (${names}), ${game.verdict || "not a conversion"}`;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
} catch (error) {
  state.textContent = String(error.message ?? error);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to the playback server: joins a room, keeps what it says,
// sends what the viewer wants, connects again after the network was lost.
import { decodeActors, isActors } from "../rtsm/actors";
import { decodeSnapshot } from "../rtsm/snapshot";
import type { LabResult, StartMessage, VisionRequest } from "./messages";
import { World } from "./world";

export type Connection = "connecting" | "open" | "lost" | "refused";

const maxBackoff = 10_000;

/** roomKey is this tab's own room, so that nobody else's controls are in the way. */
export function roomKey(): string {
  const known = sessionStorage.getItem("convertd.room");
  if (known) return known;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => "abcdefghijklmnopqrstuvwxyz012345"[byte % 32]).join("");
  sessionStorage.setItem("convertd.room", key);
  return key;
}

export class Session {
  readonly world = new World();
  connection: Connection = "connecting";
  problem = "";
  notice = "";
  room: string;
  /** A practice game that somebody else in this room began, to be joined. */
  offered: string | null = null;
  private socket: WebSocket | null = null;
  private backoff = 500;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly watchers = new Set<() => void>();
  private scheduled = false;
  private sequence = 0;
  private request = 0;
  private readonly waiting = new Map<number, (result: LabResult) => void>();
  /** Where to go after joining, in ticks; the server knows ticks only. */
  private wantedTick: number | null = null;
  private wantedMs: number | null;
  private joined = false;

  constructor(
    readonly home: string,
    startMs: number | null,
  ) {
    this.room = home;
    this.wantedMs = startMs;
    this.open();
  }

  /** watch calls back, at most ten times a second, when something has changed. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  private changed(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setTimeout(() => {
      this.scheduled = false;
      this.watchers.forEach((watcher) => watcher());
    }, 100);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close(1000);
  }

  private open(): void {
    const url = new URL("ws", document.baseURI);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.connection = "connecting";
    this.joined = false;
    socket.onmessage = (event) => {
      try {
        if (typeof event.data === "string") this.text(JSON.parse(event.data) as { t: string } & Record<string, unknown>);
        else this.frame(new Uint8Array(event.data as ArrayBuffer));
      } catch (cause) {
        this.problem = `The server sent something that cannot be read: ${(cause as Error).message}`;
        this.changed();
      }
    };
    socket.onclose = () => this.lost(socket);
    this.changed();
  }

  private lost(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    this.connection = this.connection === "refused" ? "refused" : "lost";
    this.wantedTick = this.world.tick > 0 ? this.world.tick : this.wantedTick;
    this.waiting.forEach((answer, requestId) => answer({ requestId, ok: false, op: "", error: "the connection was lost" }));
    this.waiting.clear();
    if (this.connection === "lost") {
      if (this.room !== this.home) {
        this.notice = "The connection was lost, and with it the branch.";
        this.room = this.home;
        this.world.leave();
      }
      this.timer = setTimeout(() => this.open(), this.backoff);
      this.backoff = Math.min(maxBackoff, this.backoff * 2);
    }
    this.changed();
  }

  retry(): void {
    clearTimeout(this.timer);
    this.problem = "";
    this.backoff = 500;
    this.open();
  }

  private frame(bytes: Uint8Array): void {
    if (isActors(bytes)) this.world.takeActors(decodeActors(bytes), performance.now());
    else this.world.takeSnapshot(decodeSnapshot(bytes), performance.now());
    this.changed();
  }

  private text(message: { t: string } & Record<string, unknown>): void {
    switch (message.t) {
      case "welcome":
        this.world.me = message.playerId as number;
        this.send({ t: "convertd.hello", version: 1 });
        this.join(this.room);
        break;
      case "joinReplayPrompt":
        this.join(this.room);
        break;
      case "start":
        this.connection = "open";
        this.backoff = 500;
        this.problem = "";
        this.world.start(message as unknown as StartMessage);
        this.sequence = 0;
        break;
      case "convertd.game":
        this.world.take(message);
        this.arrive();
        break;
      case "error":
        this.refused(String(message.msg));
        break;
      case "convertd.labCreated":
        this.world.staging = null;
        this.move(String(message.room));
        break;
      case "replayBranchCreated":
        // Whoever asked for it goes there; others are only told.
        if (this.world.askedForBranch) {
          this.world.askedForBranch = false;
          this.move(String(message.branchRoom));
        } else {
          this.notice = "Somebody began a practice game from here.";
          this.offered = String(message.branchRoom);
        }
        break;
      case "labResult": {
        const result = message as unknown as LabResult;
        this.waiting.get(result.requestId)?.(result);
        this.waiting.delete(result.requestId);
        break;
      }
      case "gameOver":
        this.notice = message.winnerId === null ? "The practice game is over: nobody won." : message.you === "won" ? "The practice game is over: you won." : `The practice game is over: ${this.world.playerName(message.winnerId as number)} won.`;
        break;
      case "commandReceipt":
        if (message.accepted === false) this.notice = `The order was not taken: ${String(message.reason ?? "no reason given")}`;
        break;
      default:
        this.world.take(message);
    }
    this.changed();
  }

  private refused(reason: string): void {
    if (!this.joined && this.connection === "connecting") {
      this.connection = "refused";
      this.problem = reason;
      this.socket?.close(1000);
    } else this.notice = reason;
  }

  /** arrive goes where the address of the page, or the lost connection, points. */
  private arrive(): void {
    this.joined = true;
    const rate = this.world.game?.tickRate;
    if (this.wantedMs !== null && rate) this.wantedTick = Math.round((this.wantedMs / 1000) * (rate.num / rate.den));
    this.wantedMs = null;
    if (this.wantedTick !== null && this.wantedTick > 0) this.seek(this.wantedTick);
    this.wantedTick = null;
  }

  private join(room: string): void {
    this.send({ t: "join", name: "viewer", room, spectator: true, replayOk: true });
  }

  private move(room: string): void {
    this.room = room;
    this.offered = null;
    this.world.leave();
    this.join(room);
  }

  joinOffered(): void {
    this.notice = "";
    if (this.offered !== null) this.move(this.offered);
  }

  /** backHome leaves a branch or lab for the replay, at the moment where it was left. */
  backHome(tick: number): void {
    this.wantedTick = tick;
    this.joined = false;
    this.move(this.home);
  }

  send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  seek(tick: number): void {
    const target = Math.max(0, Math.min(Math.round(tick), this.world.duration || Number.MAX_SAFE_INTEGER));
    this.world.seeking(target);
    this.send({ t: "seekRoomTimeTo", tick: target });
    this.changed();
  }

  setSpeed(speed: number): void {
    this.world.wantSpeed(speed);
    if (speed >= 1000) this.send({ t: "convertd.setSpeed", mode: "fast" });
    else this.send({ t: "setRoomTimeSpeed", speed });
    this.changed();
  }

  /** chooseSpeed sets the speed of playing; what is paused stays paused. */
  chooseSpeed(speed: number): void {
    if (!this.world.paused) return this.setSpeed(speed);
    this.world.speed = speed;
    this.changed();
  }

  step(ticks: number): void {
    this.send({ t: "convertd.stepRoomTime", ticks });
  }

  setVision(vision: VisionRequest): void {
    this.world.vision = vision;
    this.send({ t: "setReplayVision", vision });
    this.changed();
  }

  branchLab(): void {
    this.send({ t: "convertd.branch" });
  }

  branchGame(): void {
    this.world.askedForBranch = true;
    this.send({ t: "requestReplayBranch" });
  }

  command(cmd: Record<string, unknown>): void {
    this.sequence += 1;
    this.send({ t: "command", clientSeq: this.sequence, cmd });
  }

  /** lab sends an operation and resolves with its answer. */
  lab(op: Record<string, unknown>): Promise<LabResult> {
    const requestId = ++this.request;
    const ours = ["order", "credits", "follow", "judge", "save", "catalogue", "orders"].includes(String(op.op));
    return new Promise((resolve) => {
      this.waiting.set(requestId, resolve);
      this.send({ t: ours ? "convertd.lab" : "lab", requestId, op });
    });
  }
}

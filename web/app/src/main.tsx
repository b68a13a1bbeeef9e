// SPDX-License-Identifier: GPL-3.0-or-later
// The app: which page is shown, and what the server is.
import { render } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import type { Server } from "./api/types";
import "./style/tokens.css";
import "./style/base.css";
import "./style/pages.css";
import { useLoad } from "./ui/load";
import { Empty, ErrorNotice, Loading } from "./ui/parts";
import { usePlace } from "./ui/router";
import { Shell } from "./ui/shell";
import { LibraryPage } from "./pages/library";
import { SignInPage } from "./pages/signin";
import { HelpPage } from "./pages/help";
import { JobsPage } from "./pages/jobs";
import { DecodersPage } from "./pages/decoders";
import { StatisticsPage } from "./pages/statistics";

const GamePage = lazy(() => import("./pages/game").then((module) => module.GamePage));
const ComparePage = lazy(() => import("./pages/compare").then((module) => module.ComparePage));
const WatchPage = lazy(() => import("./viewer/watch").then((module) => module.WatchPage));

function Page({ page, query, server }: { page: string; query: URLSearchParams; server: Server }) {
  switch (page) {
    case "library":
      return <LibraryPage query={query} server={server} />;
    case "game":
      return <GamePage query={query} />;
    case "watch":
      return <WatchPage query={query} />;
    case "compare":
      return <ComparePage query={query} />;
    case "statistics":
    case "player":
      return <StatisticsPage query={query} />;
    case "jobs":
    case "job":
      return <JobsPage query={query} server={server} />;
    case "decoders":
      return <DecodersPage />;
    case "help":
      return <HelpPage />;
    default:
      return (
        <Empty title="There is no such page">
          <p>
            <a href="library">To the library</a>
          </p>
        </Empty>
      );
  }
}

function App() {
  const place = usePlace();
  const { data: server, error, reload } = useLoad<Server>("server");
  const page = place.page === "signin" && server?.role !== "none" ? "library" : place.page;
  useEffect(() => {
    // Chunks of an older build are gone after an update: load the new one.
    const stale = () => location.reload();
    addEventListener("vite:preloadError", stale);
    return () => removeEventListener("vite:preloadError", stale);
  }, []);
  let content;
  if (error) content = <ErrorNotice error={error} retry={reload} />;
  else if (!server) content = <Loading />;
  else if (server.role === "none") content = <SignInPage />;
  else
    content = (
      <Suspense fallback={<Loading />}>
        <Page page={page} query={place.query} server={server} />
      </Suspense>
    );
  return (
    <Shell page={page} server={server} wide={page === "watch" && server !== null && server.role !== "none"}>
      {content}
    </Shell>
  );
}

const root = document.getElementById("app");
if (root) render(<App />, root);

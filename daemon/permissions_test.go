// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// guarded is a server on which every role has a user of its name.
func guarded(t *testing.T) (url string) {
	t.Helper()
	options := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true}
	for _, role := range Roles() {
		permissions, ok := PermissionsOf(role, "_INBOX")
		if !ok {
			t.Fatalf("%s is no role", role)
		}
		options.Users = append(options.Users, &server.User{Username: string(role), Password: "secret", Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: permissions.Publish},
			Subscribe: &server.SubjectPermission{Allow: permissions.Subscribe},
			Response:  &server.ResponsePermission{MaxMsgs: server.DEFAULT_ALLOW_RESPONSE_MAX_MSGS, Expires: server.DEFAULT_ALLOW_RESPONSE_EXPIRATION},
		}})
	}
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not get ready")
	}
	return s.ClientURL()
}

// as connects in a role. Nothing that the role does may be refused until deny is
// called.
func as(t *testing.T, url string, role Role) (client *Client, conn *nats.Conn, refused chan error) {
	t.Helper()
	refused = make(chan error, 100)
	conn, err := nats.Connect(url, nats.UserInfo(string(role), "secret"), nats.NoReconnect(), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		refused <- err
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if role == RoleAdministrator {
		if client, err = setUp(t.Context(), conn, testStorage); err != nil {
			t.Fatal(err)
		}
		return client, conn, refused
	}
	if client, err = NewClient(t.Context(), conn); err != nil {
		t.Fatalf("%s: %v", role, err)
	}
	return client, conn, refused
}

func nothingRefused(t *testing.T, role Role, refused chan error) {
	t.Helper()
	select {
	case err := <-refused:
		t.Errorf("%s is refused what it needs: %v", role, err)
	default:
	}
}

func TestEachRoleDoesItsWork(t *testing.T) {
	url := guarded(t)
	admin, _, adminRefused := as(t, url, RoleAdministrator)
	worker, _, workerRefused := as(t, url, RoleWorker)
	daemon := New(worker, &fakeConverter{}, testSettings(t, "guarded"), slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- daemon.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})

	submitter, _, submitterRefused := as(t, url, RoleSubmitter)
	eventually(t, "a daemon answers", func() bool { return submitter.Ping(t.Context()) == nil })
	source, err := submitter.UploadSource(t.Context(), []byte("a replay"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := submitter.AskToSubmit(t.Context(), Job{ID: "mine", Source: JobSource{Object: source}, Labels: map[string]string{LabelGroup: "ours"}}); err != nil {
		t.Fatal(err)
	}
	waiting, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	status, err := submitter.Wait(waiting, "mine")
	if err != nil || status.State != StateDone {
		t.Fatalf("the job is %+v, %v", status, err)
	}
	if err := submitter.Watch(waiting, "mine", func(event Event) error {
		if event.Kind.Final() {
			return ErrStopWatching
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if _, err := submitter.AskToPause(t.Context(), "ours"); err != nil {
		t.Error(err)
	}
	if _, err := submitter.AskToResume(t.Context(), "ours"); err != nil {
		t.Error(err)
	}
	if _, err := submitter.AskToCancel(t.Context(), "mine"); err != nil {
		t.Error(err)
	}

	viewer, _, viewerRefused := as(t, url, RoleViewer)
	result, err := viewer.Result(t.Context(), status.Result)
	if err != nil {
		t.Fatal(err)
	}
	file, err := viewer.OpenFile(t.Context(), result)
	if err != nil {
		t.Fatal(err)
	}
	_ = file.Close() // read only
	if jobs, err := viewer.Jobs(t.Context()); err != nil || len(jobs) != 1 {
		t.Errorf("a viewer sees %v, %v", jobs, err)
	}
	if _, err := viewer.Report(t.Context(), "mine"); err != nil {
		t.Error(err)
	}
	if _, err := viewer.DeadLetters(t.Context()); err != nil {
		t.Error(err)
	}

	if _, err := worker.Usage(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := admin.Collect(t.Context(), CollectOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := admin.Remove(t.Context(), "mine"); err != nil {
		t.Error(err)
	}
	nothingRefused(t, RoleAdministrator, adminRefused)
	nothingRefused(t, RoleWorker, workerRefused)
	nothingRefused(t, RoleSubmitter, submitterRefused)
	nothingRefused(t, RoleViewer, viewerRefused)
}

// Each subject that a role has no business with is refused by the server.
func TestEachRoleDoesNothingElse(t *testing.T) {
	url := guarded(t)
	as(t, url, RoleAdministrator)
	forbidden := map[Role][]string{
		RoleViewer: {
			"convert.submit", "convert.cancel", "convert.jobs.normal", "convert.events.x.done", "convert.reports.a.b.c", "convert.dead.a.b",
			"$KV.convert_jobs.x", "$KV.convert_results.x", "$O.convert_sources.C.x", "$O.convert_files.C.x",
			"$JS.API.CONSUMER.CREATE.CONVERT_JOBS.x", "$JS.API.CONSUMER.MSG.NEXT.CONVERT_JOBS.convertd_high", "$JS.ACK.CONVERT_JOBS.x",
			"$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.UPDATE.CONVERT_JOBS", "$JS.API.STREAM.DELETE.CONVERT_JOBS", "$JS.API.STREAM.PURGE.CONVERT_EVENTS",
			"$JS.API.STREAM.MSG.DELETE.CONVERT_DEAD", "elsewhere",
		},
		RoleSubmitter: {
			"convert.jobs.normal", "convert.events.x.done", "convert.reports.a.b.c", "convert.dead.a.b",
			"$KV.convert_jobs.x", "$KV.convert_results.x", "$O.convert_files.C.x",
			"$JS.API.CONSUMER.CREATE.CONVERT_JOBS.x", "$JS.API.CONSUMER.MSG.NEXT.CONVERT_JOBS.convertd_high", "$JS.ACK.CONVERT_JOBS.x",
			"$JS.API.STREAM.UPDATE.CONVERT_JOBS", "$JS.API.STREAM.DELETE.OBJ_convert_files", "$JS.API.STREAM.PURGE.OBJ_convert_sources", "elsewhere",
		},
		RoleWorker: {
			"$JS.API.STREAM.CREATE.x", "$JS.API.STREAM.UPDATE.CONVERT_JOBS", "$JS.API.STREAM.DELETE.CONVERT_JOBS", "$JS.API.STREAM.PURGE.CONVERT_JOBS",
			"$JS.API.STREAM.PURGE.KV_convert_jobs", "$JS.API.CONSUMER.CREATE.CONVERT_JOBS.x", "$JS.API.CONSUMER.DELETE.CONVERT_JOBS.convertd_high", "elsewhere",
		},
		RoleAdministrator: {"elsewhere", "$KV.others.x", "$O.others.C.x"},
	}
	for role, subjects := range forbidden {
		_, conn, refused := as(t, url, role)
		for _, subject := range subjects {
			if err := conn.Publish(subject, nil); err != nil {
				t.Fatal(err)
			}
		}
		if err := conn.FlushTimeout(5 * time.Second); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the server refuses all of them", func() bool { return len(refused) == len(subjects) })
	}
}

// Whoever looks at the queue cannot take jobs from it.
func TestViewerCannotTakeJobs(t *testing.T) {
	url := guarded(t)
	as(t, url, RoleAdministrator)
	viewer, _, _ := as(t, url, RoleViewer)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := viewer.storage.js.CreateConsumer(ctx, StreamJobs, jetstream.ConsumerConfig{FilterSubject: PriorityHigh.subject(""), AckPolicy: jetstream.AckExplicitPolicy}); err == nil {
		t.Error("a viewer has a consumer of jobs")
	}
}

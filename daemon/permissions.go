// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import "fmt"

// Role is what somebody does with a server.
type Role string

// Roles, from the least that they may.
const (
	RoleViewer        Role = "viewer"        // looks at jobs, events, reports and results
	RoleSubmitter     Role = "submitter"     // a viewer who submits and cancels jobs
	RoleWorker        Role = "worker"        // `convertd serve` on a server that is set up
	RoleAdministrator Role = "administrator" // setup, jobs rm, purge and retry, gc
)

// Roles lists them.
func Roles() []Role { return []Role{RoleViewer, RoleSubmitter, RoleWorker, RoleAdministrator} }

// Permissions are the subjects that a role publishes and subscribes to, as the
// NATS server's configuration has them. Answers to requests are allowed beside
// them (allow_responses).
type Permissions struct {
	Publish, Subscribe []string
}

// PermissionsOf is the least that a role works with; ok is false for a role that
// is none. inbox is the prefix of the subjects on which answers come.
func PermissionsOf(role Role, inbox string) (permissions Permissions, ok bool) {
	p := Permissions{Subscribe: []string{inbox + ".>", "convert.events.>"}}
	p.read()
	switch role {
	case RoleViewer:
	case RoleSubmitter:
		p.publish(SubjectSubmit, SubjectCancel, SubjectPause, SubjectResume, "$O."+StoreSources+".>")
	case RoleWorker:
		p.work(inbox)
	case RoleAdministrator:
		p.Publish = []string{
			inbox + ".>", "convert.>", "$JS.>", "$SRV.>", "$KV." + BucketStatus + ".>", "$KV." + BucketResults + ".>",
			"$O." + StoreSources + ".>", "$O." + StoreFiles + ".>",
		}
		p.Subscribe = []string{inbox + ".>", "convert.>", "$SRV.>"}
	default:
		return Permissions{}, false
	}
	return p, true
}

func (p *Permissions) publish(subjects ...string) { p.Publish = append(p.Publish, subjects...) }

// read is looking at everything but the queue: whoever could make a consumer there
// would take jobs away from workers.
func (p *Permissions) read() {
	p.publish(SubjectStatus, SubjectFormats, SubjectHealth, "$SRV.>", "$JS.API.INFO", "$JS.FC.>")
	for _, name := range storageNames() {
		stream := name.stream
		p.publish("$JS.API.STREAM.INFO." + stream)
		if stream == StreamJobs {
			continue
		}
		p.publish("$JS.API.DIRECT.GET."+stream, "$JS.API.DIRECT.GET."+stream+".>", "$JS.API.STREAM.MSG.GET."+stream)
		for _, verb := range []string{"CREATE", "DELETE", "INFO", "MSG.NEXT"} {
			p.publish(fmt.Sprintf("$JS.API.CONSUMER.%s.%s.>", verb, stream))
		}
		p.publish("$JS.API.CONSUMER.CREATE." + stream)
	}
}

// work is what taking jobs and answering needs. Streams are made and changed by
// the administrator.
func (p *Permissions) work(inbox string) {
	p.publish(
		inbox+".>", jobsPrefix+">", "convert.events.>", "convert.reports.>", "convert.dead.>", "$JS.ACK."+StreamJobs+".>",
		"$JS.API.CONSUMER.INFO."+StreamJobs+".*", "$JS.API.CONSUMER.MSG.NEXT."+StreamJobs+".*", "$JS.API.CONSUMER.LIST."+StreamJobs,
		"$JS.API.CONSUMER.CREATE."+StreamJobs+".*."+jobsPrefix+"*.*", // of groups
		"$JS.API.DIRECT.GET."+StreamJobs, "$JS.API.DIRECT.GET."+StreamJobs+".>", "$JS.API.STREAM.MSG.GET."+StreamJobs,
		"$KV."+BucketStatus+".>", "$KV."+BucketResults+".>", "$O."+StoreSources+".>", "$O."+StoreFiles+".>",
		"$JS.API.STREAM.PURGE.OBJ_"+StoreFiles,
	)
	p.Subscribe = append(p.Subscribe, SubjectSubmit, SubjectStatus, SubjectCancel, SubjectPause, SubjectResume, SubjectFormats, SubjectHealth, SubjectReload, "$SRV.>")
}

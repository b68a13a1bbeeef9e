// SPDX-License-Identifier: GPL-3.0-or-later

// A program that wants out: static, without the sdk, trying at its very entry.
// Usage: hostile VICTIM OUTSIDE SOCKETS DATAGRAM ABSTRACT MEMORY [WHICH]
// VICTIM is a process of the same user, OUTSIDE a folder with a file "file",
// SOCKETS the folder it may listen in, DATAGRAM the path of somebody's socket,
// ABSTRACT the name of another, MEMORY its limit. Each attempt is a line: its
// name, a tab, "worked" or "denied", what the kernel said.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static const char *only;

static int wanted(const char *name) { return !only || !strcmp(only, name); }

static void told(const char *name, long result, int code) {
	printf("%s\t%s\t%s\n", name, result >= 0 ? "worked" : "denied", result >= 0 ? "" : strerror(code));
	fflush(stdout);
}

#define TRY(name, call) do { if (wanted(name)) { errno = 0; long result_ = (long)(call); told(name, result_, errno); } } while (0)

static long is(int truth) { errno = EPERM; return truth ? 0 : -1; }

// A call that finds fault with what it was given was made: nothing denied it.
static long reached(long result, int fault) { return result >= 0 || errno == fault ? 0 : -1; }

static long opened(const char *path, int flags) {
	int fd = open(path, flags, 0600);
	if (fd >= 0) close(fd);
	return fd;
}

static long child(pid_t pid) {
	if (pid == 0) _exit(0);
	if (pid > 0) waitpid(pid, NULL, 0);
	return pid;
}

static long spaced(unsigned long flags) { return child(syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0)); }

// A grandchild in a session of its own is what outlives a killed group.
static long grandchild(void) {
	pid_t pid = fork();
	if (pid == 0) { setsid(); if (fork() == 0) { sleep(3); _exit(0); } _exit(0); }
	return pid;
}

static long forks(int count) {
	int made = 0;
	for (int i = 0; i < count; i++) {
		pid_t pid = fork();
		if (pid == 0) { pause(); _exit(0); }
		if (pid > 0) made++;
	}
	return made > 0 ? made : -1;
}

static long threads(int count) {
	static char stack[1 << 16];
	long made = -1;
	for (int i = 0; i < count; i++) {
		// Threads that stop at once with whatever they do: what counts is that they were made.
		(void)stack;
		long tid = syscall(SYS_clone, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWNET, stack + sizeof stack, 0, 0, 0);
		if (tid == 0) syscall(SYS_exit, 0);
		if (tid > 0) made = tid;
	}
	return made;
}

static long mapped(size_t size, int flags) {
	void *address = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (address == MAP_FAILED) return -1;
	munmap(address, size);
	return 0;
}

static long eaten(size_t limit) {
	const size_t step = 16 << 20;
	for (size_t have = 0; have <= limit; have += step) {
		char *address = mmap(NULL, step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (address == MAP_FAILED) return -1;
		for (size_t i = 0; i < step; i += 4096) address[i] = 1;
	}
	return 0;
}

static long connected(int kind, const char *name, int abstract) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	strncpy(address.sun_path + abstract, name, sizeof address.sun_path - 2);
	socklen_t length = offsetof(struct sockaddr_un, sun_path) + abstract + strlen(name) + !abstract;
	int fd = socket(AF_UNIX, kind, 0);
	if (fd < 0) return -1;
	long result = kind == SOCK_DGRAM ? sendto(fd, "x", 1, 0, (void *)&address, length) : connect(fd, (void *)&address, length);
	int code = errno;
	close(fd);
	errno = code;
	return result;
}

static long message(const char *name) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	strncpy(address.sun_path, name, sizeof address.sun_path - 1);
	struct iovec part = {"x", 1};
	struct msghdr whole = {.msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1};
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) < 0) return -1;
	return sendmsg(ends[0], &whole, 0);
}

static long raised(int resource) {
	struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
	return setrlimit(resource, &limit);
}

static long looseAtEntry(size_t memory) {
	struct rlimit size, data, files, core;
	getrlimit(RLIMIT_FSIZE, &size), getrlimit(RLIMIT_DATA, &data), getrlimit(RLIMIT_NOFILE, &files), getrlimit(RLIMIT_CORE, &core);
	return is(size.rlim_max != 0 || data.rlim_max > memory || files.rlim_max > 64 || core.rlim_max != 0);
}

static long written(const char *folder) {
	char path[512];
	snprintf(path, sizeof path, "%s/written", folder);
	int fd = open(path, O_CREAT | O_WRONLY, 0600);
	if (fd < 0) return -1;
	long result = write(fd, "x", 1);
	int code = errno;
	close(fd), unlink(path);
	errno = code;
	return result;
}

static long manyFiles(const char *folder) {
	char path[512];
	for (int i = 0; i < 1000000; i++) {
		snprintf(path, sizeof path, "%s/%d", folder, i);
		int fd = open(path, O_CREAT | O_WRONLY, 0600);
		if (fd < 0) return -1;
		close(fd);
	}
	return 0;
}

static long asked(int command, long owner) {
	int ends[2];
	if (pipe(ends) < 0) return -1;
	return fcntl(ends[0], command, owner);
}

// A socket takes an owner from ioctl, too.
static long owned(pid_t owner) {
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) return -1;
	return ioctl(ends[0], FIOSETOWN, &owner);
}

// What is typed into a terminal is read by whoever has it.
static long typed(void) {
	int fd = open("/dev/ptmx", O_RDWR | O_NOCTTY);
	return ioctl(fd < 0 ? 0 : fd, TIOCSTI, "x") < 0 && (errno == ENOTTY || errno == EACCES) ? -1 : 0;
}

static long signalled(pid_t victim) {
	int fd = syscall(SYS_pidfd_open, victim, 0);
	return reached(syscall(SYS_pidfd_send_signal, fd < 0 ? 0 : fd, SIGCONT, NULL, 0), EBADF);
}

static long scheduled(pid_t victim) {
	struct { unsigned size, policy; unsigned long long flags; int nice; unsigned priority; unsigned long long times[3]; } way = {48, SCHED_BATCH, 0, 19};
	return syscall(SYS_sched_setattr, victim, &way, 0);
}

static long executed(int folder, const char *path, const char *name, int flags) {
	char line[64];
	snprintf(line, sizeof line, "echo %s worked | tr ' ' '\\t'", name);
	return syscall(SYS_execveat, folder, path, (char *[]){"sh", "-c", line, NULL}, (char *[]){NULL}, flags);
}

// A program that never was in a file.
static long executedMemory(void) {
	const char script[] = "#!/bin/sh\necho exec-memfd worked | tr ' ' '\\t'\n";
	int fd = memfd_create("x", 0);
	if (fd < 0 || write(fd, script, sizeof script - 1) < 0) return -1;
	return executed(fd, "", "", AT_EMPTY_PATH);
}

// Pages that move between pipes stay those of whoever filled them.
static long piped(int how) {
	int from[2], to[2];
	struct iovec part = {"x", 1};
	if (pipe(from) < 0 || pipe(to) < 0 || write(from[1], "x", 1) < 0) return -1;
	if (how == SYS_vmsplice) return vmsplice(to[1], &part, 1, 0);
	return how == SYS_tee ? tee(from[0], to[1], 1, 0) : splice(from[0], NULL, to[1], NULL, 1, 0);
}

static long mappedZero(size_t size) {
	int fd = open("/dev/zero", O_RDWR);
	if (fd < 0) return -1;
	return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED ? -1 : 0;
}

static long anyCapability(void) {
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct data[2] = {{0}};
	if (syscall(SYS_capget, &header, data) < 0) return -1;
	return is(data[0].effective | data[0].permitted | data[0].inheritable | data[1].effective | data[1].permitted | data[1].inheritable);
}

int main(int count, char **given) {
	if (count < 7) return 2;
	pid_t victim = atoi(given[1]);
	const char *outside = given[2], *sockets = given[3], *datagram = given[4], *abstract = given[5];
	size_t memory = strtoull(given[6], NULL, 10);
	if (count > 7) only = given[7];
	char file[512], other[512], proc[64], image[64];
	snprintf(file, sizeof file, "%s/file", outside);
	snprintf(other, sizeof other, "%s/other", outside);
	snprintf(proc, sizeof proc, "/proc/%d/environ", victim);
	snprintf(image, sizeof image, "/proc/%d/mem", victim);
	signal(SIGXFSZ, SIG_IGN);
	struct rlimit few = {32, 32};
	cpu_set_t processors;
	CPU_ZERO(&processors);
	CPU_SET(0, &processors);
	struct sched_param normal = {0};
	struct iovec here = {file, 8}, there = {file, 8};
	struct timeval now = {1, 0};
	siginfo_t info = {.si_code = SI_QUEUE};
	struct timex adjustment = {0};
	struct statfs system;
	struct timespec then = {1, 0};
	void *list;
	size_t length;

	TRY("limits-at-entry", looseAtEntry(memory));

	TRY("prlimit", prlimit(victim, RLIMIT_NOFILE, &few, NULL));
	TRY("prlimit-read", prlimit(victim, RLIMIT_CPU, NULL, &few));
	TRY("setpriority", setpriority(PRIO_PROCESS, victim, 19));
	TRY("setpriority-user", setpriority(PRIO_USER, getuid(), 19));
	TRY("sched_setaffinity", sched_setaffinity(victim, sizeof processors, &processors));
	TRY("sched_setscheduler", sched_setscheduler(victim, SCHED_BATCH, &normal));
	TRY("sched_setattr", scheduled(victim));
	TRY("ioprio_set", syscall(SYS_ioprio_set, 1, victim, 3 << 13));
	TRY("kill", kill(victim, SIGCONT));
	TRY("kill-all", kill(-1, SIGCONT));
	TRY("kill-group", kill(0, SIGCONT));
	TRY("tkill", syscall(SYS_tkill, victim, SIGCONT));
	TRY("tgkill", syscall(SYS_tgkill, victim, victim, SIGCONT));
	TRY("sigqueue", syscall(SYS_rt_sigqueueinfo, victim, SIGCONT, &info));
	TRY("tgsigqueue", syscall(SYS_rt_tgsigqueueinfo, victim, victim, SIGCONT, &info));
	TRY("pidfd_open", syscall(SYS_pidfd_open, victim, 0));
	TRY("pidfd_send_signal", signalled(victim));
	TRY("fcntl-setown", asked(F_SETOWN, victim));
	TRY("fcntl-setsig", asked(F_SETSIG, SIGKILL));
	TRY("fcntl-lease", asked(F_SETLEASE, F_RDLCK));
	TRY("ioctl-setown", owned(victim));
	TRY("ioctl-tiocsti", typed());
	TRY("ptrace", ptrace(PTRACE_ATTACH, victim, 0, 0));
	TRY("ptrace-seize", ptrace(PTRACE_SEIZE, victim, 0, 0));
	TRY("ptrace-traceme", ptrace(PTRACE_TRACEME, 0, 0, 0));
	TRY("process_vm_readv", process_vm_readv(victim, &here, 1, &there, 1, 0));
	TRY("process_vm_writev", process_vm_writev(victim, &here, 1, &there, 1, 0));
	TRY("process_madvise", reached(syscall(SYS_process_madvise, 0, &there, 1, 21, 0), EBADF));
	TRY("pidfd_getfd", reached(syscall(SYS_pidfd_getfd, 0, 0, 0), EBADF));
	TRY("kcmp", syscall(SYS_kcmp, victim, victim, 0, 0, 0));
	TRY("get_robust_list", syscall(SYS_get_robust_list, victim, &list, &length));
	TRY("getpgid", getpgid(victim));
	TRY("getsid", getsid(victim));
	TRY("getpriority", getpriority(PRIO_PROCESS, victim) == -1 && errno ? -1 : 0);
	TRY("sched_getaffinity", syscall(SYS_sched_getaffinity, victim, sizeof processors, &processors));
	TRY("migrate_pages", syscall(SYS_migrate_pages, victim, 0, NULL, NULL));
	TRY("proc-environ", opened(proc, O_RDONLY));
	TRY("proc-mem", opened(image, O_RDWR));
	TRY("proc-list", opened("/proc", O_RDONLY | O_DIRECTORY));
	TRY("sys-list", opened("/sys", O_RDONLY | O_DIRECTORY));

	TRY("open", opened(file, O_RDONLY));
	TRY("openat2", syscall(437, AT_FDCWD, file, (unsigned long long[3]){O_RDONLY}, 24));
	TRY("open-write", opened(file, O_WRONLY));
	TRY("open-path", opened(file, O_PATH));
	TRY("list", opened(outside, O_RDONLY | O_DIRECTORY));
	TRY("create", opened(other, O_CREAT | O_WRONLY));
	TRY("chmod", chmod(file, 0666));
	TRY("fchmodat2", syscall(452, AT_FDCWD, file, 0666, 0));
	TRY("chown", chown(file, getuid(), getgid()));
	TRY("utimensat", utimensat(AT_FDCWD, file, NULL, 0));
	TRY("utimes", utimes(file, NULL));
	TRY("setxattr", setxattr(file, "user.x", "x", 1, 0));
	TRY("getxattr", getxattr(file, "user.y", other, 1) < 0 && errno == ENODATA ? 0 : -1);
	TRY("removexattr", removexattr(file, "user.y") < 0 && errno == ENODATA ? 0 : -1);
	TRY("truncate", truncate(file, 0));
	TRY("stat", ({ struct stat s; stat(file, &s); }));
	TRY("statx", ({ struct statx s; statx(AT_FDCWD, file, 0, STATX_SIZE, &s); }));
	TRY("access", access(file, F_OK));
	TRY("statfs", statfs(outside, &system));
	TRY("chdir", chdir(outside));
	TRY("readlink", readlink(file, other, 1) < 0 && errno == EINVAL ? 0 : -1);
	TRY("inotify", ({ int fd = inotify_init1(0); fd < 0 ? -1 : inotify_add_watch(fd, outside, IN_ALL_EVENTS); }));
	TRY("name_to_handle", ({ struct file_handle h = {0}; int m; name_to_handle_at(AT_FDCWD, file, &h, &m, 0) < 0 && errno == EOVERFLOW ? 0 : -1; }));
	TRY("open_by_handle", ({ struct file_handle h = {0}; reached(syscall(SYS_open_by_handle_at, AT_FDCWD, &h, 0), EINVAL); }));
	TRY("statmount", reached(syscall(457, NULL, NULL, 0, 0), EFAULT));
	TRY("mkdir", mkdir(other, 0700));
	TRY("mknod", mknod(other, S_IFIFO | 0600, 0));
	TRY("symlink", symlink("x", other));
	TRY("link", link(file, other));
	TRY("rename", rename(file, other));
	TRY("unlink", unlink(file));
	TRY("rmdir", rmdir(outside) < 0 && errno == ENOTEMPTY ? 0 : -1);
	TRY("chroot", chroot("/"));
	TRY("write", written(sockets));
	TRY("chmod-own-folder", chmod(sockets, 0777));
	TRY("mkdir-own-folder", ({ char p[600]; snprintf(p, sizeof p, "%s/d", sockets); mkdir(p, 0700); }));
	TRY("dev-shm", opened("/dev/shm/convertd-hostile", O_CREAT | O_WRONLY));
	TRY("dev-mem", opened("/dev/mem", O_RDONLY));
	TRY("dev-ptmx", opened("/dev/ptmx", O_RDWR | O_NOCTTY));
	TRY("dev-list", opened("/dev", O_RDONLY | O_DIRECTORY));

	TRY("fork", child(fork()));
	TRY("vfork", child(syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)));
	TRY("clone3", ({ struct { unsigned long long f[11]; } a = {{0}}; a.f[4] = SIGCHLD; child(syscall(SYS_clone3, &a, sizeof a)); }));
	TRY("fork-flood", forks(300));
	TRY("setsid-grandchild", grandchild());
	TRY("setsid", setsid());
	TRY("setpgid", setpgid(0, 0));
	TRY("clone-newuser", spaced(CLONE_NEWUSER));
	TRY("clone-newpid", spaced(CLONE_NEWUSER | CLONE_NEWPID));
	TRY("thread-newnet", threads(1));
	TRY("unshare", unshare(CLONE_NEWUSER));
	TRY("setns", syscall(SYS_setns, 0, 0) < 0 && errno == EINVAL ? 0 : -1);
	TRY("exec-shell", execl("/bin/sh", "sh", "-c", "echo exec-shell worked | tr ' ' '\\t'", NULL));
	TRY("execveat", executed(AT_FDCWD, "/bin/sh", "execveat", 0));
	TRY("exec-memfd", executedMemory());
	TRY("prctl-pdeathsig", prctl(PR_SET_PDEATHSIG, 0));
	TRY("prctl-subreaper", prctl(PR_SET_CHILD_SUBREAPER, 1));
	TRY("prctl-dumpable", prctl(PR_SET_DUMPABLE, 1));

	TRY("memory-shared", mapped(64 << 20, MAP_SHARED | MAP_ANONYMOUS));
	TRY("memory-stack", mapped(64 << 20, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN));
	TRY("memory-huge", mapped(2 << 20, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB));
	TRY("memory-locked", mapped(1 << 20, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED));
	TRY("memory-sysv", shmget(IPC_PRIVATE, 1 << 20, 0600));
	TRY("memory-memfd", memfd_create("x", 0));
	TRY("memory-zero", mappedZero(64 << 20));
	TRY("memory-pipe", asked(F_SETPIPE_SZ, 1 << 20));
	TRY("splice", piped(SYS_splice));
	TRY("vmsplice", piped(SYS_vmsplice));
	TRY("tee", piped(SYS_tee));
	TRY("memory-secret", syscall(447, 0));
	TRY("semaphores", syscall(SYS_semget, 0, 1, 0600));
	TRY("queue-sysv", syscall(SYS_msgget, 0, 0600));
	TRY("queue-posix", mq_open("/convertd-hostile", O_CREAT | O_RDWR, 0600, NULL));
	TRY("raise-fsize", raised(RLIMIT_FSIZE));
	TRY("raise-data", raised(RLIMIT_DATA));
	TRY("raise-nofile", raised(RLIMIT_NOFILE));
	TRY("raise-cpu", raised(RLIMIT_CPU));

	TRY("socket-inet", socket(AF_INET, SOCK_STREAM, 0));
	TRY("socket-inet6", socket(AF_INET6, SOCK_DGRAM, 0));
	TRY("socket-netlink", socket(AF_NETLINK, SOCK_RAW, 0));
	TRY("socket-packet", socket(AF_PACKET, SOCK_RAW, 0));
	TRY("socket-vsock", socket(40, SOCK_STREAM, 0));
	TRY("socket-alg", socket(38, SOCK_SEQPACKET, 0));
	TRY("datagram", connected(SOCK_DGRAM, datagram, 0));
	TRY("datagram-message", message(datagram));
	TRY("datagram-abstract", connected(SOCK_DGRAM, abstract, 1));
	TRY("connect", connected(SOCK_STREAM, datagram, 0) < 0 && errno != EPROTOTYPE && errno != ECONNREFUSED ? -1 : 0);
	TRY("connect-abstract", connected(SOCK_STREAM, abstract, 1) < 0 && errno != EPROTOTYPE && errno != ECONNREFUSED ? -1 : 0);

	TRY("capabilities", anyCapability());
	TRY("setuid", ({ int r = setuid(0); r; }));
	TRY("setgroups", syscall(SYS_setgroups, 0, NULL));
	TRY("setresuid", setresuid(0, 0, 0));
	TRY("setresgid", setresgid(0, 0, 0));
	TRY("mount", mount("none", "/", "tmpfs", 0, NULL));
	TRY("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
	TRY("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
	TRY("fsconfig", reached(syscall(SYS_fsconfig, -1, 0, NULL, NULL, 0), EINVAL));
	TRY("move_mount", syscall(SYS_move_mount, AT_FDCWD, "/", AT_FDCWD, outside, 0));
	TRY("mount_setattr", reached(syscall(442, AT_FDCWD, outside, 0, NULL, 0), EINVAL));
	TRY("pivot_root", syscall(SYS_pivot_root, "/", "/"));
	TRY("umount", umount2("/", MNT_DETACH));
	TRY("io_uring", syscall(SYS_io_uring_setup, 1, (char[256]){0}));
	TRY("bpf", syscall(SYS_bpf, 0, (char[128]){2, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1}, 72));
	TRY("perf_event_open", syscall(SYS_perf_event_open, (char[128]){0}, 0, -1, -1, 0));
	TRY("userfaultfd", syscall(SYS_userfaultfd, 1));
	TRY("keyctl", syscall(SYS_keyctl, 0, -3, 1));
	TRY("add_key", syscall(SYS_add_key, "user", "x", "x", 1, -3));
	TRY("request_key", syscall(SYS_request_key, "user", "x", NULL, -3) < 0 && errno == ENOKEY ? 0 : -1);
	TRY("syslog", syscall(SYS_syslog, 10, NULL, 0));
	TRY("settimeofday", settimeofday(&now, NULL));
	TRY("clock_settime", clock_settime(CLOCK_REALTIME, &then));
	TRY("adjtimex", adjtimex(&adjustment));
	TRY("reboot", reached(syscall(SYS_reboot, 0, 0, 0, NULL), EINVAL));
	TRY("init_module", reached(syscall(SYS_init_module, NULL, 0, NULL), EFAULT));
	TRY("kexec_load", reached(syscall(SYS_kexec_load, 0, 1 << 20, NULL, 0), EINVAL));
	TRY("swapon", reached(syscall(SYS_swapon, NULL, 0), EFAULT));
	TRY("sethostname", sethostname("x", 1));
	TRY("personality", syscall(SYS_personality, 0x0040000));
	TRY("quotactl", syscall(SYS_quotactl, 0x80000100, NULL, 0, NULL));
	TRY("fanotify", syscall(SYS_fanotify_init, 0x200, 0));
	TRY("iopl", syscall(SYS_iopl, 0));
	TRY("modify_ldt", syscall(SYS_modify_ldt, 0, other, 1));

	TRY("memory", eaten(memory));
	if (only) TRY("many-files", manyFiles(sockets));
	return 0;
}

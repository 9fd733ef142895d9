/* Makes one system call of a process fail, for Scripts/torture. Loaded with LD_PRELOAD.

   TALYN_FAULT is "GROUP NUMBER ACTION". The call with that number in the group gets the action: an errno, "short" for
   half of the bytes, or "kill" for the end of the process. Calls on files count only below TALYN_FAULT_FOLDER. The file
   TALYN_FAULT_MARK is created when the action is taken. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char group[32];
static long number;
static char action[32];
static const char *folder;
static const char *mark;
static atomic_long count;

__attribute__((constructor)) static void start(void) {
    const char *fault = getenv("TALYN_FAULT");
    folder = getenv("TALYN_FAULT_FOLDER");
    mark = getenv("TALYN_FAULT_MARK");
    if (!fault || !folder || !mark || sscanf(fault, "%31s %ld %31s", group, &number, action) != 3) number = -1;
}

enum { NOTHING, FAIL, SHORT };

/* Counts a call of a group. Returns the action for it, and sets errno for a failure. */
static int take(const char *name) {
    if (number < 0) return NOTHING;
    if (strcmp(group, "any") != 0 && strcmp(group, name) != 0) return NOTHING;
    if (atomic_fetch_add(&count, 1) + 1 != number) return NOTHING;
    int file = (int)syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
    if (file >= 0) syscall(SYS_close, file);
    if (strcmp(action, "kill") == 0) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    if (strcmp(action, "short") == 0) return SHORT;
    errno = atoi(action);
    return FAIL;
}

static bool below(const char *path) { return number >= 0 && path && strncmp(path, folder, strlen(folder)) == 0; }

static bool is_file(int fd) {
    char link[64], path[PATH_MAX];
    if (number < 0) return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return false;
    path[length] = 0;
    return below(path);
}

static bool is_socket(int fd) {
    struct stat status;
    return number >= 0 && syscall(SYS_fstat, fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Calls on sockets. */

int socket(int domain, int type, int protocol) {
    if (take("socket") == FAIL) return -1;
    return NEXT(socket)(domain, type, protocol);
}

int connect(int fd, const struct sockaddr *address, socklen_t length) {
    if (take("connect") == FAIL) return -1;
    return NEXT(connect)(fd, address, length);
}

/* Calls on sockets and files. */

static int transfer(int fd, const char *socket_group, const char *file_group) {
    if (is_socket(fd)) return take(socket_group);
    if (is_file(fd)) return take(file_group);
    return NOTHING;
}

static size_t half(size_t size) { return size > 1 ? size / 2 : size; }

ssize_t read(int fd, void *buffer, size_t size) {
    int fault = transfer(fd, "receive", "read");
    if (fault == FAIL) return -1;
    return NEXT(read)(fd, buffer, fault == SHORT ? half(size) : size);
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset) {
    int fault = transfer(fd, "receive", "read");
    if (fault == FAIL) return -1;
    return NEXT(pread)(fd, buffer, fault == SHORT ? half(size) : size, offset);
}

ssize_t recv(int fd, void *buffer, size_t size, int flags) {
    int fault = transfer(fd, "receive", "read");
    if (fault == FAIL) return -1;
    return NEXT(recv)(fd, buffer, fault == SHORT ? half(size) : size, flags);
}

ssize_t write(int fd, const void *buffer, size_t size) {
    int fault = transfer(fd, "send", "write");
    if (fault == FAIL) return -1;
    return NEXT(write)(fd, buffer, fault == SHORT ? half(size) : size);
}

ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset) {
    int fault = transfer(fd, "send", "write");
    if (fault == FAIL) return -1;
    return NEXT(pwrite)(fd, buffer, fault == SHORT ? half(size) : size, offset);
}

ssize_t send(int fd, const void *buffer, size_t size, int flags) {
    int fault = transfer(fd, "send", "write");
    if (fault == FAIL) return -1;
    return NEXT(send)(fd, buffer, fault == SHORT ? half(size) : size, flags);
}

ssize_t writev(int fd, const struct iovec *vectors, int vector_count) {
    int fault = transfer(fd, "send", "write");
    if (fault == FAIL) return -1;
    if (fault == SHORT && vector_count > 0) {
        struct iovec first = vectors[0];
        first.iov_len = half(first.iov_len);
        return NEXT(writev)(fd, &first, 1);
    }
    return NEXT(writev)(fd, vectors, vector_count);
}

/* Calls on files. */

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list arguments;                                                                                             \
        va_start(arguments, flags);                                                                                    \
        mode_t mode = mode_of(flags, arguments);                                                                       \
        va_end(arguments);                                                                                             \
        if (below(path) && take("open") == FAIL) return -1;                                                            \
        return NEXT(name)(path, flags, mode);                                                                          \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
    int name(int base, const char *path, int flags, ...) {                                                             \
        va_list arguments;                                                                                             \
        va_start(arguments, flags);                                                                                    \
        mode_t mode = mode_of(flags, arguments);                                                                       \
        va_end(arguments);                                                                                             \
        if (below(path) && take("open") == FAIL) return -1;                                                            \
        return NEXT(name)(base, path, flags, mode);                                                                    \
    }
OPENAT(openat)
OPENAT(openat64)

int rename(const char *from, const char *to) {
    if (below(to) && take("move") == FAIL) return -1;
    return NEXT(rename)(from, to);
}

int link(const char *from, const char *to) {
    if (below(to) && take("move") == FAIL) return -1;
    return NEXT(link)(from, to);
}

int unlink(const char *path) {
    if (below(path) && take("remove") == FAIL) return -1;
    return NEXT(unlink)(path);
}

int ftruncate(int fd, off_t size) {
    if (is_file(fd) && take("truncate") == FAIL) return -1;
    return NEXT(ftruncate)(fd, size);
}

int mkdir(const char *path, mode_t mode) {
    if (below(path) && take("open") == FAIL) return -1;
    return NEXT(mkdir)(path, mode);
}

int fstat(int fd, struct stat *status) {
    if (is_file(fd) && take("status") == FAIL) return -1;
    return NEXT(fstat)(fd, status);
}

int fchmod(int fd, mode_t mode) {
    if (is_file(fd) && take("status") == FAIL) return -1;
    return NEXT(fchmod)(fd, mode);
}

int flock(int fd, int operation) {
    if (is_file(fd) && take("status") == FAIL) return -1;
    return NEXT(flock)(fd, operation);
}

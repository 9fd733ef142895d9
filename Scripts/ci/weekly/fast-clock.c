/* Lets the clock of a process run faster than the world, for Scripts/ci/weekly/stress. Loaded with LD_PRELOAD.

   TALYN_CLOCK is "SPEED START". With the speed 10, each time limit of the process passes in a tenth of its time. The
   start, in seconds since 1970, is the moment at which both clocks agree. The processes of a run share it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef __int128 nanoseconds;

enum { CLOCKS = 12, FILES = 65536 };

static const nanoseconds second = 1000000000;
static long speed = 1;
static nanoseconds starts[CLOCKS];
/* The clock of each timer that is a file, and one more; zero for no timer. */
static _Atomic unsigned char timers[FILES];

static nanoseconds read_time(struct timespec time) { return (nanoseconds)time.tv_sec * second + time.tv_nsec; }

static struct timespec write_time(nanoseconds time) {
    return (struct timespec){.tv_sec = (time_t)(time / second), .tv_nsec = (long)(time % second)};
}

__attribute__((constructor)) static void start(void) {
    const char *text = getenv("TALYN_CLOCK");
    long factor, agreed;
    struct timespec now;
    if (!text || sscanf(text, "%ld %ld", &factor, &agreed) != 2 || factor < 1 || factor > 1000) return;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    nanoseconds age = read_time(now) - agreed * second;
    for (int clock = 0; clock < CLOCKS; clock++) {
        if (syscall(SYS_clock_gettime, clock, &now) == 0) starts[clock] = read_time(now) - age;
    }
    speed = factor;
}

/* Whether a clock tells the time of the world, and not that of a processor. */
static int runs(clockid_t clock) {
    return clock >= 0 && clock < CLOCKS && clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID;
}

static nanoseconds fast(clockid_t clock, nanoseconds time) {
    return starts[clock] + (time - starts[clock]) * speed;
}

/* A moment of the fast clock, by the clock of the system. It is never too early. */
static nanoseconds slow(clockid_t clock, nanoseconds time) {
    nanoseconds rest = time - starts[clock];
    return rest <= 0 ? time : starts[clock] + (rest + speed - 1) / speed;
}

static struct timespec shorter(struct timespec time) { return write_time((read_time(time) + speed - 1) / speed); }

static int shorter_milliseconds(int time) { return time <= 0 ? time : (int)((time + speed - 1) / speed); }

/* The function of the C library that one of these replaces. */
#define ORIGINAL(name) \
    static __typeof__(&name) original; \
    if (!original) original = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int clock_gettime(clockid_t clock, struct timespec *time) {
    ORIGINAL(clock_gettime);
    int status = original(clock, time);
    if (status == 0 && speed > 1 && runs(clock)) *time = write_time(fast(clock, read_time(*time)));
    return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    *result = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
    ORIGINAL(nanosleep);
    struct timespec less = shorter(*time);
    return original(&less, rest);
}

int usleep(useconds_t time) {
    struct timespec rest = {.tv_sec = time / 1000000, .tv_nsec = (long)(time % 1000000) * 1000};
    return nanosleep(&rest, NULL);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    ORIGINAL(clock_nanosleep);
    struct timespec other = *time;
    if (speed > 1 && runs(clock)) {
        other = flags & TIMER_ABSTIME ? write_time(slow(clock, read_time(*time))) : shorter(*time);
    }
    return original(clock, flags, &other, rest);
}

int timerfd_create(int clock, int flags) {
    ORIGINAL(timerfd_create);
    int file = original(clock, flags);
    if (file >= 0 && file < FILES) timers[file] = (unsigned char)(clock + 1);
    return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *old) {
    ORIGINAL(timerfd_settime);
    struct itimerspec other = *time;
    clockid_t clock = file >= 0 && file < FILES ? timers[file] - 1 : -1;
    if (speed > 1 && runs(clock)) {
        nanoseconds value = read_time(time->it_value);
        if (value > 0 && flags & TFD_TIMER_ABSTIME) other.it_value = write_time(slow(clock, value));
        if (value > 0 && !(flags & TFD_TIMER_ABSTIME)) other.it_value = shorter(time->it_value);
        other.it_interval = shorter(time->it_interval);
    }
    return original(file, flags, &other, old);
}

int epoll_wait(int file, struct epoll_event *events, int count, int time) {
    ORIGINAL(epoll_wait);
    return original(file, events, count, shorter_milliseconds(time));
}

int epoll_pwait(int file, struct epoll_event *events, int count, int time, const sigset_t *signals) {
    ORIGINAL(epoll_pwait);
    return original(file, events, count, shorter_milliseconds(time), signals);
}

int poll(struct pollfd *files, nfds_t count, int time) {
    ORIGINAL(poll);
    return original(files, count, shorter_milliseconds(time));
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals) {
    ORIGINAL(ppoll);
    struct timespec less;
    if (time) less = shorter(*time);
    return original(files, count, time ? &less : NULL, signals);
}

int select(int count, fd_set *input, fd_set *output, fd_set *failures, struct timeval *time) {
    ORIGINAL(select);
    struct timeval less;
    if (time) {
        struct timespec rest = shorter((struct timespec){.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec * 1000});
        less = (struct timeval){.tv_sec = rest.tv_sec, .tv_usec = (rest.tv_nsec + 999) / 1000};
    }
    return original(count, input, output, failures, time ? &less : NULL);
}

/* The clock of a condition isn't known. A moment far from the present of one clock belongs to the other one. */
static clockid_t clock_of(const struct timespec *time) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    nanoseconds distance = read_time(*time) - read_time(now);
    return distance < 365 * 86400 * second ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition,
    pthread_mutex_t *restrict mutex,
    const struct timespec *restrict time
) {
    ORIGINAL(pthread_cond_timedwait);
    struct timespec other = write_time(slow(clock_of(time), read_time(*time)));
    return original(condition, mutex, &other);
}

int pthread_cond_clockwait(
    pthread_cond_t *restrict condition,
    pthread_mutex_t *restrict mutex,
    clockid_t clock,
    const struct timespec *restrict time
) {
    ORIGINAL(pthread_cond_clockwait);
    struct timespec other = runs(clock) ? write_time(slow(clock, read_time(*time))) : *time;
    return original(condition, mutex, clock, &other);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
    ORIGINAL(sem_timedwait);
    struct timespec other = write_time(slow(CLOCK_REALTIME, read_time(*time)));
    return original(semaphore, &other);
}

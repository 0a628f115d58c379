/*
 * Puts the wall clock of a process ahead by CLOCK_AHEAD_SECONDS, as a library of LD_PRELOAD.
 *
 * Every clock reading goes through the kernel's vDSO, also those of ClickHouse's library, which
 * has a C library of its own for them. Replacing functions of the C library alone, as `faketime`
 * does, leaves ClickHouse with two dates, and with waits that end at once. So the functions of the
 * vDSO jump to those below. Clocks that measure a duration stay as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the campaign calendar knows the jump of x86-64 alone"
#endif

static time_t ahead;

/* Asks the kernel itself, and returns its answer: `-errno` if it refuses. */
static long ask_kernel(long number, const long arguments[6]) {
  long result;
  register long fourth __asm__("r10") = arguments[3];
  register long fifth __asm__("r8") = arguments[4];
  register long sixth __asm__("r9") = arguments[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]),
                     "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}

static long read_clock(clockid_t id, struct timespec *now) {
  return ask_kernel(SYS_clock_gettime, (const long[6]){id, (long)now});
}

static int moved_clock_gettime(clockid_t id, struct timespec *now) {
  long result = read_clock(id, now);
  if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead;
  return (int)result;
}

static int moved_gettimeofday(struct timeval *now, struct timezone *zone) {
  struct timespec precise;
  moved_clock_gettime(CLOCK_REALTIME, &precise);
  if (now) *now = (struct timeval){precise.tv_sec, precise.tv_nsec / 1000};
  if (zone) memset(zone, 0, sizeof *zone);
  return 0;
}

static time_t moved_time(time_t *seconds) {
  struct timespec now;
  moved_clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}

/* The kernel wakes who waits for a moment by its own clock. Deadlines of other clocks are small. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *deadline) {
  static int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!wait) wait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  struct timespec real;
  read_clock(CLOCK_REALTIME, &real);
  struct timespec until = *deadline;
  if (until.tv_sec > real.tv_sec + ahead / 2) until.tv_sec -= ahead;
  return wait(condition, mutex, &until);
}

/* The kernel also dates files. Node asks for those dates by the number of the call. */
long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int nth = 0; nth < 6; nth += 1) arguments[nth] = va_arg(list, long);
  va_end(list);
  long result = ask_kernel(number, arguments);
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  if (number == SYS_statx) {
    struct statx *file = (struct statx *)arguments[4];
    file->stx_atime.tv_sec += ahead;
    file->stx_btime.tv_sec += ahead;
    file->stx_ctime.tv_sec += ahead;
    file->stx_mtime.tv_sec += ahead;
  }
  return result;
}

static int date_file(int directory, const char *path, const struct timespec *times, int flags) {
  struct timespec real[2];
  for (int nth = 0; times && nth < 2; nth += 1)
    real[nth] = (struct timespec){times[nth].tv_sec - ahead, times[nth].tv_nsec};
  const long arguments[6] = {directory, (long)path, times ? (long)real : 0, flags};
  long result = ask_kernel(SYS_utimensat, arguments);
  if (result < 0) errno = (int)-result;
  return result < 0 ? -1 : 0;
}

int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
  return date_file(directory, path, times, flags);
}

int futimens(int file, const struct timespec times[2]) { return date_file(file, 0, times, 0); }

static void jump(char *from, void *to) {
  memcpy(from, "\x48\xb8", 2); /* movabs $to, %rax */
  memcpy(from + 2, &to, sizeof to);
  memcpy(from + 2 + sizeof to, "\xff\xe0", 2); /* jmp *%rax */
}

static void replace(const char *name, char *function) {
  if (!strcmp(name, "__vdso_clock_gettime")) jump(function, moved_clock_gettime);
  if (!strcmp(name, "__vdso_gettimeofday")) jump(function, moved_gettimeofday);
  if (!strcmp(name, "__vdso_time")) jump(function, moved_time);
}

__attribute__((constructor)) static void move_clock(void) {
  const char *seconds = getenv("CLOCK_AHEAD_SECONDS");
  char *vdso = (char *)getauxval(AT_SYSINFO_EHDR);
  if (!seconds || !vdso) return;
  ahead = atol(seconds);
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)vdso;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(vdso + header->e_shoff);
  size_t bytes = header->e_shoff + (size_t)header->e_shnum * header->e_shentsize;
  if (mprotect(vdso, bytes, PROT_READ | PROT_WRITE | PROT_EXEC)) {
    perror("the vDSO cannot be changed");
    exit(1);
  }
  for (int nth = 0; nth < header->e_shnum; nth += 1) {
    if (sections[nth].sh_type != SHT_DYNSYM) continue;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(vdso + sections[nth].sh_offset);
    const char *names = vdso + sections[sections[nth].sh_link].sh_offset;
    for (size_t i = 0; i < sections[nth].sh_size / sizeof *symbols; i += 1)
      replace(names + symbols[i].st_name, vdso + symbols[i].st_value);
  }
  mprotect(vdso, bytes, PROT_READ | PROT_EXEC);
}

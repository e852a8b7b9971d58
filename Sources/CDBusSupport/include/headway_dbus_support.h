#ifndef HEADWAY_DBUS_SUPPORT_H
#define HEADWAY_DBUS_SUPPORT_H

/* libdbus asks systemd for the sockets of a bus that it serves. Headway serves none: these say so, so
   that a static program needs no libsystemd, which Debian has as a shared library only. */
int sd_listen_fds(int unset_environment);
int sd_is_socket(int descriptor, int family, int type, int listening);

#endif

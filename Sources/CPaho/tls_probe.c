#include "headway_mqtt.h"

#include <errno.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The time for each step in milliseconds, and the number of steps: a peer may drip bytes. */
enum { patience = 3000, most_steps = 32 };

/* Connects to one address. Returns the socket, or -1 with errno. */
static int connect_to(const struct addrinfo *address) {
  int made = socket(
    address->ai_family, address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address->ai_protocol);
  if (made < 0) return -1;
  int error = 0;
  if (connect(made, address->ai_addr, address->ai_addrlen) < 0) {
    error = errno;
    if (error == EINPROGRESS) {
      struct pollfd wait = {.fd = made, .events = POLLOUT};
      socklen_t size = sizeof error;
      int ready;
      while ((ready = poll(&wait, 1, patience)) < 0 && errno == EINTR) {}
      if (ready != 1) error = ETIMEDOUT;
      else if (getsockopt(made, SOL_SOCKET, SO_ERROR, &error, &size) < 0) error = errno;
    }
  }
  if (error == 0) return made;
  close(made);
  errno = error;
  return -1;
}

/* Waits until the socket is ready for what OpenSSL wants. Returns 0 if it isn't in time. */
static int wait_for(int socket, int wanted) {
  struct pollfd wait = {.fd = socket, .events = wanted == SSL_ERROR_WANT_WRITE ? POLLOUT : POLLIN};
  int ready;
  while ((ready = poll(&wait, 1, patience)) < 0 && errno == EINTR) {}
  return ready == 1;
}

/* Writes the reason of the last failure of OpenSSL. */
static void say_failure(SSL *tls, const char *without, char *words, size_t size) {
  long verified = SSL_get_verify_result(tls);
  unsigned long code = ERR_peek_last_error();
  const char *reason = code != 0 ? ERR_reason_error_string(code) : NULL;
  if (verified != X509_V_OK)
    snprintf(words, size, "verify:%s", X509_verify_cert_error_string(verified));
  else
    snprintf(words, size, "tls:%s", reason != NULL ? reason : without);
}

static void shake_hands(int socket, SSL *tls, char *words, size_t size) {
  int result;
  int steps = 0;
  while ((result = SSL_connect(tls)) != 1) {
    if (++steps > most_steps) {
      snprintf(words, size, "tls:no answer");
      return;
    }
    int wanted = SSL_get_error(tls, result);
    if (wanted == SSL_ERROR_WANT_READ || wanted == SSL_ERROR_WANT_WRITE) {
      if (wait_for(socket, wanted)) continue;
      snprintf(words, size, "tls:no answer");
      return;
    }
    say_failure(tls, "the connection was closed", words, size);
    return;
  }
  /* In TLS 1.3 a server tells after the handshake that it wants a certificate. It says nothing else
     before the client speaks. */
  char byte;
  result = SSL_read(tls, &byte, 1);
  while (result <= 0 && ++steps <= most_steps) {
    int wanted = SSL_get_error(tls, result);
    if (wanted == SSL_ERROR_WANT_READ || wanted == SSL_ERROR_WANT_WRITE) {
      struct pollfd wait = {.fd = socket, .events = POLLIN};
      if (poll(&wait, 1, 500) != 1) return;
      result = SSL_read(tls, &byte, 1);
      continue;
    }
    if (wanted == SSL_ERROR_SSL) say_failure(tls, "the connection was closed", words, size);
    return;
  }
}

/* Nobody is asked for the password of a key. */
static int no_password(char *buffer, int size, int is_writing, void *context) {
  (void)buffer, (void)size, (void)is_writing, (void)context;
  return 0;
}

/* Makes a context with the files. NULL, with words, for files that can't be used. */
static SSL_CTX *make_context(const headway_mqtt_settings *settings, char *words, size_t size) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL) return NULL;
  SSL_CTX_set_default_passwd_cb(context, no_password);
  int known = SSL_CTX_load_verify_locations(
    context, settings->authority, settings->authority == NULL ? "/etc/ssl/certs" : NULL);
  if (known == 1 && settings->certificate != NULL)
    known = SSL_CTX_use_certificate_chain_file(context, settings->certificate);
  if (known == 1 && settings->key != NULL)
    known = SSL_CTX_use_PrivateKey_file(context, settings->key, SSL_FILETYPE_PEM);
  if (known == 1) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    return context;
  }
  const char *reason = ERR_reason_error_string(ERR_peek_last_error());
  snprintf(words, size, "files:%s", reason != NULL ? reason : "not readable");
  SSL_CTX_free(context);
  return NULL;
}

static int is_address(const char *host) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST};
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, NULL, &hints, &found) != 0) return 0;
  freeaddrinfo(found);
  return 1;
}

void headway_probe(
  const char *host, const char *port, const headway_mqtt_settings *settings, char *words,
  size_t size) {
  words[0] = 0;
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  int failure = getaddrinfo(host, port, &hints, &found);
  if (failure != 0) {
    snprintf(words, size, "connect:%s", gai_strerror(failure));
    return;
  }
  int socket = -1;
  int error = 0;
  for (struct addrinfo *each = found; each != NULL && socket < 0; each = each->ai_next) {
    socket = connect_to(each);
    if (socket < 0 && error == 0) error = errno;
  }
  if (socket < 0) snprintf(words, size, "connect:%s", strerror(error));
  freeaddrinfo(found);
  if (socket < 0) return;
  if (!settings->uses_tls) {
    close(socket);
    return;
  }
  ERR_clear_error();
  SSL_CTX *context = make_context(settings, words, size);
  SSL *tls = context != NULL ? SSL_new(context) : NULL;
  if (tls != NULL) {
    if (is_address(host)) {
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host);
    } else {
      SSL_set1_host(tls, host);
      SSL_set_tlsext_host_name(tls, host);
    }
    SSL_set_fd(tls, socket);
    shake_hands(socket, tls, words, size);
    SSL_free(tls);
  }
  if (context != NULL) SSL_CTX_free(context);
  close(socket);
  ERR_clear_error();
}

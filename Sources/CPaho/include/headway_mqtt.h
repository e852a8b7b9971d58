#ifndef HEADWAY_MQTT_H
#define HEADWAY_MQTT_H

#include <stddef.h>
#include <stdint.h>

/* A client of MQTT 5: Eclipse Paho's MQTTAsync, without its structures. Paho calls the handler on
   threads of its own. */

typedef struct headway_mqtt headway_mqtt;

enum {
  HEADWAY_MQTT_CONNECTED = 1,
  /* No connection was made. `reason` is the broker's, or negative; `text` may say why. */
  HEADWAY_MQTT_REFUSED,
  /* The connection is lost. `reason` is the broker's if it said one, else -1. */
  HEADWAY_MQTT_LOST,
  HEADWAY_MQTT_MESSAGE,
  /* The broker has a message, or the message was written if its quality is 0. */
  HEADWAY_MQTT_PUBLISHED,
  /* The broker didn't take a message. */
  HEADWAY_MQTT_UNPUBLISHED,
  HEADWAY_MQTT_SUBSCRIBED,
  HEADWAY_MQTT_UNSUBSCRIBED
};

typedef struct {
  int kind;
  /* A reason code of MQTT 5 (2.4), or a negative code of Paho. */
  int reason;
  /* The caller's number of a request. */
  int64_t token;
  const char *text;
  const char *topic;
  size_t topic_length;
  const void *payload;
  size_t payload_length;
  int retained;
  const char *reply_topic;
  size_t reply_topic_length;
  const void *correlation;
  size_t correlation_length;
} headway_mqtt_event;

typedef void headway_mqtt_handler(void *context, const headway_mqtt_event *event);

typedef struct {
  const char *user;
  const char *password;
  /* Files in PEM. NULL for none; without an authority, those of the system. */
  const char *authority;
  const char *certificate;
  const char *key;
  int uses_tls;
  const char *will_topic;
  const void *will;
  int will_length;
  /* Seconds; negative for ever. */
  int64_t will_expiry;
  int keep_alive;
  int timeout;
} headway_mqtt_settings;

typedef struct {
  const char *topic;
  const void *payload;
  int payload_length;
  int quality;
  int retained;
  /* Seconds; negative for ever. */
  int64_t expiry;
  const char *reply_topic;
  const void *correlation;
  int correlation_length;
} headway_mqtt_message;

/* NULL if there is no memory. `url` is tcp://HOST:PORT or ssl://HOST:PORT. The client lasts as long
   as the process. */
headway_mqtt *headway_mqtt_make(
  const char *url, const char *identifier, headway_mqtt_handler *handler, void *context);

/* Connects once as a client with these settings would, without a word of MQTT, to learn why that
   fails: Paho doesn't say. Takes at most 3 s for each step. Writes a line into `words`, which is empty
   if nothing is wrong: `connect:`, `files:`, `verify:` or `tls:`, and the reason in the words of the
   system or of OpenSSL. */
void headway_probe(
  const char *host, const char *port, const headway_mqtt_settings *settings, char *words,
  size_t size);

/* These return 0, or a negative code of Paho: then no event follows. */
int headway_mqtt_connect(headway_mqtt *client, const headway_mqtt_settings *settings);
int headway_mqtt_publish(headway_mqtt *client, int64_t token, const headway_mqtt_message *message);
int headway_mqtt_subscribe(
  headway_mqtt *client, int64_t token, const char *filter, int quality, int without_own);
int headway_mqtt_unsubscribe(headway_mqtt *client, int64_t token, const char *filter);
/* The broker doesn't publish the will. */
int headway_mqtt_disconnect(headway_mqtt *client, int milliseconds);

#endif

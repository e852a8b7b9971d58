#include "headway_mqtt.h"

#include <MQTTAsync.h>
#include <stdlib.h>
#include <string.h>

struct headway_mqtt {
  MQTTAsync handle;
  headway_mqtt_handler *handler;
  void *context;
};

/* A request that waits for its outcome. */
typedef struct {
  headway_mqtt *client;
  int64_t token;
  int success;
  int failure;
} request;

static void tell(headway_mqtt *client, const headway_mqtt_event *event) {
  client->handler(client->context, event);
}

static void connection_lost(void *context, char *cause) {
  headway_mqtt_event event = {.kind = HEADWAY_MQTT_LOST, .reason = -1, .text = cause};
  tell(context, &event);
}

static void disconnected(void *context, MQTTProperties *properties, enum MQTTReasonCodes reason) {
  (void)properties;
  headway_mqtt_event event = {.kind = HEADWAY_MQTT_LOST, .reason = (int)reason};
  tell(context, &event);
}

/* The largest message that is taken, and asked for, in bytes. */
enum { largest = 128 * 1024 };

static int message_arrived(void *context, char *topic, int length, MQTTAsync_message *message) {
  if (message->payloadlen > largest) {
    MQTTAsync_freeMessage(&message);
    MQTTAsync_free(topic);
    return 1;
  }
  headway_mqtt_event event = {.kind = HEADWAY_MQTT_MESSAGE};
  event.topic = topic;
  event.topic_length = length > 0 ? (size_t)length : strlen(topic);
  event.payload = message->payload;
  event.payload_length = message->payloadlen > 0 ? (size_t)message->payloadlen : 0;
  event.retained = message->retained;
  MQTTProperty *reply = MQTTProperties_getProperty(
    &message->properties, MQTTPROPERTY_CODE_RESPONSE_TOPIC);
  if (reply != NULL && reply->value.data.len > 0) {
    event.reply_topic = reply->value.data.data;
    event.reply_topic_length = (size_t)reply->value.data.len;
  }
  MQTTProperty *correlation = MQTTProperties_getProperty(
    &message->properties, MQTTPROPERTY_CODE_CORRELATION_DATA);
  if (correlation != NULL && correlation->value.data.len > 0) {
    event.correlation = correlation->value.data.data;
    event.correlation_length = (size_t)correlation->value.data.len;
  }
  tell(context, &event);
  MQTTAsync_freeMessage(&message);
  MQTTAsync_free(topic);
  return 1;
}

headway_mqtt *headway_mqtt_make(
  const char *url, const char *identifier, headway_mqtt_handler *handler, void *context) {
  headway_mqtt *client = calloc(1, sizeof *client);
  if (client == NULL) return NULL;
  client->handler = handler;
  client->context = context;
  MQTTAsync_init_options whole = MQTTAsync_init_options_initializer;
  whole.do_openssl_init = 1;
  MQTTAsync_global_init(&whole);
  MQTTAsync_createOptions options = MQTTAsync_createOptions_initializer5;
  options.maxBufferedMessages = 100000;
  int result = MQTTAsync_createWithOptions(
    &client->handle, url, identifier, MQTTCLIENT_PERSISTENCE_NONE, NULL, &options);
  if (result == MQTTASYNC_SUCCESS)
    result = MQTTAsync_setCallbacks(
      client->handle, client, connection_lost, message_arrived, NULL);
  if (result == MQTTASYNC_SUCCESS)
    result = MQTTAsync_setDisconnected(client->handle, client, disconnected);
  if (result == MQTTASYNC_SUCCESS) return client;
  free(client);
  return NULL;
}

static void succeeded(void *context, MQTTAsync_successData5 *data) {
  request *done = context;
  headway_mqtt_event event = {.kind = done->success, .token = done->token};
  event.reason = data != NULL ? (int)data->reasonCode : 0;
  tell(done->client, &event);
  free(done);
}

static void failed(void *context, MQTTAsync_failureData5 *data) {
  request *done = context;
  headway_mqtt_event event = {.kind = done->failure, .token = done->token, .reason = -1};
  if (data != NULL) {
    event.reason = data->reasonCode != 0 ? (int)data->reasonCode : data->code;
    event.text = data->message;
  }
  if (event.reason == 0) event.reason = -1;
  tell(done->client, &event);
  free(done);
}

static request *make_request(headway_mqtt *client, int64_t token, int success, int failure) {
  request *made = malloc(sizeof *made);
  if (made != NULL) *made = (request){client, token, success, failure};
  return made;
}

static void add_number(MQTTProperties *properties, enum MQTTPropertyCodes code, unsigned value) {
  MQTTProperty property = {.identifier = code};
  property.value.integer4 = value;
  MQTTProperties_add(properties, &property);
}

static void add_bytes(
  MQTTProperties *properties, enum MQTTPropertyCodes code, const void *bytes, int length) {
  MQTTProperty property = {.identifier = code};
  property.value.data.data = (char *)bytes;
  property.value.data.len = length;
  MQTTProperties_add(properties, &property);
}

int headway_mqtt_connect(headway_mqtt *client, const headway_mqtt_settings *settings) {
  request *made = make_request(client, 0, HEADWAY_MQTT_CONNECTED, HEADWAY_MQTT_REFUSED);
  if (made == NULL) return MQTTASYNC_FAILURE;
  MQTTAsync_connectOptions options = MQTTAsync_connectOptions_initializer5;
  options.keepAliveInterval = settings->keep_alive;
  options.connectTimeout = settings->timeout;
  options.maxInflight = 100;
  options.username = settings->user;
  options.password = settings->password;
  options.onSuccess5 = succeeded;
  options.onFailure5 = failed;
  options.context = made;
  MQTTAsync_willOptions will = MQTTAsync_willOptions_initializer;
  MQTTProperties will_properties = MQTTProperties_initializer;
  if (settings->will_topic != NULL) {
    will.topicName = settings->will_topic;
    will.payload.len = settings->will_length;
    will.payload.data = settings->will;
    will.retained = 1;
    will.qos = 1;
    options.will = &will;
    if (settings->will_expiry >= 0)
      add_number(
        &will_properties, MQTTPROPERTY_CODE_MESSAGE_EXPIRY_INTERVAL,
        (unsigned)settings->will_expiry);
    options.willProperties = &will_properties;
  }
  MQTTAsync_SSLOptions tls = MQTTAsync_SSLOptions_initializer;
  if (settings->uses_tls) {
    tls.trustStore = settings->authority;
    if (settings->authority == NULL) tls.CApath = "/etc/ssl/certs";
    tls.keyStore = settings->certificate;
    tls.privateKey = settings->key;
    tls.sslVersion = MQTT_SSL_VERSION_TLS_1_2;
    tls.enableServerCertAuth = 1;
    tls.verify = 1;
    tls.disableDefaultTrustStore = settings->authority != NULL;
    options.ssl = &tls;
  }
  MQTTProperties properties = MQTTProperties_initializer;
  add_number(&properties, MQTTPROPERTY_CODE_MAXIMUM_PACKET_SIZE, largest);
  options.connectProperties = &properties;
  int result = MQTTAsync_connect(client->handle, &options);
  MQTTProperties_free(&properties);
  MQTTProperties_free(&will_properties);
  if (result != MQTTASYNC_SUCCESS) free(made);
  return result;
}

int headway_mqtt_publish(headway_mqtt *client, int64_t token, const headway_mqtt_message *message) {
  request *made = make_request(client, token, HEADWAY_MQTT_PUBLISHED, HEADWAY_MQTT_UNPUBLISHED);
  if (made == NULL) return MQTTASYNC_FAILURE;
  MQTTAsync_message sent = MQTTAsync_message_initializer;
  sent.payload = (void *)message->payload;
  sent.payloadlen = message->payload_length;
  sent.qos = message->quality;
  sent.retained = message->retained;
  if (message->expiry >= 0)
    add_number(
      &sent.properties, MQTTPROPERTY_CODE_MESSAGE_EXPIRY_INTERVAL, (unsigned)message->expiry);
  if (message->reply_topic != NULL)
    add_bytes(
      &sent.properties, MQTTPROPERTY_CODE_RESPONSE_TOPIC, message->reply_topic,
      (int)strlen(message->reply_topic));
  if (message->correlation_length > 0)
    add_bytes(
      &sent.properties, MQTTPROPERTY_CODE_CORRELATION_DATA, message->correlation,
      message->correlation_length);
  MQTTAsync_callOptions options = MQTTAsync_callOptions_initializer;
  options.onSuccess5 = succeeded;
  options.onFailure5 = failed;
  options.context = made;
  int result = MQTTAsync_sendMessage(client->handle, message->topic, &sent, &options);
  MQTTProperties_free(&sent.properties);
  if (result != MQTTASYNC_SUCCESS) free(made);
  return result;
}

int headway_mqtt_subscribe(
  headway_mqtt *client, int64_t token, const char *filter, int quality, int without_own) {
  request *made = make_request(client, token, HEADWAY_MQTT_SUBSCRIBED, HEADWAY_MQTT_SUBSCRIBED);
  if (made == NULL) return MQTTASYNC_FAILURE;
  MQTTAsync_callOptions options = MQTTAsync_callOptions_initializer;
  options.onSuccess5 = succeeded;
  options.onFailure5 = failed;
  options.context = made;
  options.subscribeOptions.noLocal = (unsigned char)(without_own != 0);
  int result = MQTTAsync_subscribe(client->handle, filter, quality, &options);
  if (result != MQTTASYNC_SUCCESS) free(made);
  return result;
}

int headway_mqtt_unsubscribe(headway_mqtt *client, int64_t token, const char *filter) {
  request *made = make_request(
    client, token, HEADWAY_MQTT_UNSUBSCRIBED, HEADWAY_MQTT_UNSUBSCRIBED);
  if (made == NULL) return MQTTASYNC_FAILURE;
  MQTTAsync_callOptions options = MQTTAsync_callOptions_initializer;
  options.onSuccess5 = succeeded;
  options.onFailure5 = failed;
  options.context = made;
  int result = MQTTAsync_unsubscribe(client->handle, filter, &options);
  if (result != MQTTASYNC_SUCCESS) free(made);
  return result;
}

int headway_mqtt_disconnect(headway_mqtt *client, int milliseconds) {
  MQTTAsync_disconnectOptions options = MQTTAsync_disconnectOptions_initializer5;
  options.timeout = milliseconds;
  return MQTTAsync_disconnect(client->handle, &options);
}

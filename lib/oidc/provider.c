#include "oidc/provider.h"

#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/date.h"
#include "base/json/read.h"
#include "base/object.h"
#include "base/settings/settings.h"
#include "base/settings/urls.h"
#include "web/url.h"

#define FILE_NAME	"docket-oidc.so"
#define SECRET_MAX	1024
#define PATH		"/.well-known/openid-configuration"

/* False: `why`. */
static bool
read_secret(struct oidc_provider *p)
{
	const char *file = p->settings->oidc_client_secret_file;
	char text[SECRET_MAX + 1];
	struct stat st;
	ssize_t n;
	int fd;

	p->secret = "";
	if (file[0] == '\0')
		return true;
	if ((fd = open(file, O_RDONLY | O_CLOEXEC)) == -1 ||
	    fstat(fd, &st) == -1) {
		p->why = arena_printf(p->arena, "oidc-client-secret-file: %s: "
		    "%s", file, strerror(errno));
		return false;
	}
	n = read(fd, text, SECRET_MAX);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\r\n")] = '\0';
	if (st.st_mode & S_IRWXO)
		p->why = arena_printf(p->arena, "oidc-client-secret-file: %s "
		    "can be read by others: chmod o= it", file);
	else if (text[0] == '\0')
		p->why = arena_printf(p->arena, "oidc-client-secret-file: %s "
		    "has no secret in its first line", file);
	else
		p->secret = arena_str(p->arena, text);
	explicit_bzero(text, sizeof(text));
	return p->why == NULL;
}

bool
provider_open(struct oidc_provider *p, struct arena *a,
    const struct settings *settings)
{
	void *object;

	*p = (struct oidc_provider){ .arena = a, .settings = settings };
	if (!read_secret(p))
		return false;
	if ((object = object_load(FILE_NAME)) == NULL ||
	    (p->http = dlsym(object, "oidc_curl")) == NULL ||
	    !p->http->init()) {
		p->why = "single sign-on needs " FILE_NAME;
		return false;
	}
	return true;
}

const char *
provider_redirect(struct arena *a, const struct settings *settings)
{
	return arena_printf(a, "%s/api/v1/oidc/callback", settings->base_url);
}

/* Its answer as JSON, which the caller frees; NULL: `why`. */
static struct cJSON *
ask(struct oidc_provider *p, struct oidc_request *q)
{
	struct oidc_answer answer = { .date = 0 };
	struct cJSON *json = NULL;
	const char *why;

	q->milliseconds = (p->until - clock_ticks()) / 1000;
	if (q->milliseconds <= 0)
		p->why = "it did not answer in time";
	else if (!p->http->fetch(q, &answer))
		p->why = arena_str(p->arena, answer.why);
	else if ((json = json_read(p->arena, answer.body.data,
	    answer.body.len, &why)) == NULL)
		p->why = arena_printf(p->arena, "the answer is not JSON: %s",
		    why);
	p->date = answer.date;
	buf_free(&answer.body);
	if (json == NULL)
		p->why = arena_printf(p->arena, "%s: %s", q->url, p->why);
	return json;
}

static const char *
provider_text(const struct cJSON *json, const char *name)
{
	const struct cJSON *m = json_member(json, name);

	return cJSON_IsString(m) ? m->valuestring : NULL;
}

/* An endpoint; NULL, with `why`, if it is not usable. */
static const char *
endpoint(struct oidc_provider *p, const struct cJSON *json, const char *name)
{
	const char *url = provider_text(json, name);

	if (url != NULL && strlen(url) <= OIDC_URL_MAX &&
	    url_secure(p->arena, url))
		return arena_str(p->arena, url);
	p->why = arena_printf(p->arena, "its configuration has no %s by https",
	    name);
	return NULL;
}

/* Does the provider take the secret in the form alone?  By default it takes it
 * in Authorization (Discovery, section 3). */
static bool
only_post(const struct cJSON *json)
{
	const struct cJSON *m = json_member(json,
	    "token_endpoint_auth_methods_supported"), *i;
	bool post = false;

	if (!cJSON_IsArray(m))
		return false;
	cJSON_ArrayForEach(i, m) {
		if (!cJSON_IsString(i))
			continue;
		if (strcmp(i->valuestring, "client_secret_basic") == 0)
			return false;
		if (strcmp(i->valuestring, "client_secret_post") == 0)
			post = true;
	}
	return post;
}

static void
read_configuration(struct oidc_provider *p, const struct cJSON *json)
{
	const char *issuer = provider_text(json, "issuer");

	if (issuer == NULL || strcmp(issuer, p->settings->oidc_issuer) != 0) {
		p->why = arena_printf(p->arena, "it calls itself %s, and "
		    "oidc-issuer is %s: they must be the same", issuer == NULL ?
		    "nothing" : issuer, p->settings->oidc_issuer);
		return;
	}
	if ((p->authorization = endpoint(p, json, "authorization_endpoint")) ==
	    NULL || (p->token = endpoint(p, json, "token_endpoint")) == NULL)
		return;
	p->end_session = "";
	if (json_member(json, "end_session_endpoint") != NULL)
		p->end_session = endpoint(p, json, "end_session_endpoint");
	p->post = only_post(json);
}

bool
provider_discover(struct oidc_provider *p)
{
	const char *issuer = p->settings->oidc_issuer;
	size_t len = strlen(issuer);
	struct oidc_request q = { .url = arena_printf(p->arena, "%.*s%s",
	    (int)(len - (issuer[len - 1] == '/')), issuer, PATH) };
	struct cJSON *json;

	p->why = NULL;
	p->until = clock_ticks() + OIDC_SECONDS * 1000000;
	if ((json = ask(p, &q)) != NULL)
		read_configuration(p, json);
	json_free(json);
	return p->why == NULL;
}

/* The client names itself by HTTP Basic (RFC 6749, section 2.3.1) or in the
 * form. */
static void
add_client(struct oidc_provider *p, struct oidc_request *q)
{
	const char *id = url_encode(p->arena, p->settings->oidc_client_id);
	const char *secret = url_encode(p->arena, p->secret);

	if (p->secret[0] != '\0' && !p->post) {
		q->user = id;
		q->secret = secret;
		return;
	}
	q->form = arena_printf(p->arena, "%s&client_id=%s", q->form, id);
	if (p->secret[0] != '\0')
		q->form = arena_printf(p->arena, "%s&client_secret=%s",
		    q->form, secret);
}

const char *
provider_exchange(struct oidc_provider *p, const char *code,
    const char *verifier)
{
	struct oidc_request q = { .url = p->token, .form = arena_printf(
	    p->arena, "grant_type=authorization_code&code=%s&redirect_uri=%s"
	    "&code_verifier=%s", url_encode(p->arena, code),
	    url_encode(p->arena, provider_redirect(p->arena, p->settings)),
	    url_encode(p->arena, verifier)) };
	struct cJSON *json;
	const char *token;

	add_client(p, &q);
	if ((json = ask(p, &q)) == NULL)
		return NULL;
	token = arena_str(p->arena, provider_text(json, "id_token"));
	if (token == NULL)
		p->why = arena_printf(p->arena, "%s: the answer has no "
		    "id_token", p->token);
	json_free(json);
	return token;
}

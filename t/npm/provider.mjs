// A real provider of OpenID Connect: oidc-provider, with users who need no password.
// Whoever is asked to sign in is the user of the header X-Login, or of the form:
// NAME is NAME@example.org, verified, unless the name begins with "unverified"; one
// that ends with "+mfa" shows a second factor.
//
//	node t/npm/provider.mjs PORT CLIENT SECRET REDIRECT_URI POST_LOGOUT_URI
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [port, client, secret, redirect, out] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const scopes = 'openid email profile';

const provider = new Provider(issuer, {
	clients: [{ client_id: client, client_secret: secret,
		redirect_uris: [redirect], post_logout_redirect_uris: [out] }],
	pkce: { required: () => true, methods: ['S256'] },
	features: { devInteractions: { enabled: false } },
	// Into the ID token, not only for the userinfo endpoint.
	conformIdTokenClaims: false,
	claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'],
		profile: ['name'], auth_time: null },
	interactions: { url: (ctx, i) => `/interaction/${i.uid}` },
	cookies: { keys: ['of the test'] },
	findAccount: (ctx, id) => ({ accountId: id, claims: () => ({ sub: id,
		email: `${id}@example.org`,
		email_verified: !id.startsWith('unverified'),
		name: `The ${id}` }) }),
});

const page = '<!DOCTYPE html><title>Provider</title><form method="post">' +
	'<label>Name <input name="login" autofocus></label><button>Sign in</button>' +
	'</form>';

const interact = async (req, res) => {
	const { params } = await provider.interactionDetails(req, res);
	let body = '';
	for await (const part of req)
		body += part;
	const who = req.headers['x-login'] ?? new URLSearchParams(body).get('login');
	if (!who)
		return res.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
	const [id, mfa] = who.split('+');
	const grant = new provider.Grant({ accountId: id, clientId: params.client_id });
	grant.addOIDCScope(scopes);
	return provider.interactionFinished(req, res, {
		login: { accountId: id, amr: mfa ? ['pwd', mfa] : ['pwd'] },
		consent: { grantId: await grant.save() },
	}, { mergeWithLastSubmission: false });
};

const callback = provider.callback();
createServer((req, res) => (req.url.startsWith('/interaction/') ? interact : callback)(
    req, res)).listen(+port, '127.0.0.1');

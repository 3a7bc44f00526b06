// A provider of OpenID Connect that answers as it is told: for tests of what Docket
// believes.  The code that it is sent says what to answer (base64url of JSON):
//
//	nonce, challenge	as the client was sent away with
//	claims, head		members of the ID token and its header; null: none
//	signature, cut		its last part; how many of its parts, of one more
//	status			of the answer with the token
//	how			a name below, instead of the token
//
// The configuration is that of the issuer's path: /NAME answers as NAME below.  Every
// request counts; GET /count answers how many there were.
//
// Client and secret are given twice: as they are, and encoded for HTTP Basic.
//
//	node t/lib/spoiled.mjs PORT CLIENT ENCODED SECRET ENCODED
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const [port, client, clientBasic, secret, secretBasic] = process.argv.slice(2);
const base64 = o => Buffer.from(typeof o === 'string' ? o : JSON.stringify(o))
	.toString('base64url');
const json = (res, o, status = 200) => res.writeHead(status,
	{ 'Content-Type': 'application/json' }).end(JSON.stringify(o));
let count = 0;

const answers = {
	html: res => res.writeHead(200, { 'Content-Type': 'text/html' })
		.end('<html>Sign in</html>'),
	big: res => res.writeHead(200, { 'Content-Type': 'application/json' })
		.end('{"id_token":"' + 'x'.repeat(2e6) + '"}'),
	slow: res => {
		res.writeHead(200, { 'Content-Type': 'application/json' });
		const drip = setInterval(() => res.write(' '), 300);
		res.on('close', () => clearInterval(drip));
	},
	redirect: res => res.writeHead(302, { Location: '/good/token' }).end(),
	error: res => json(res, { error: 'invalid_grant' }, 400),
	empty: res => json(res, {}),
	number: res => json(res, { id_token: 7 }),
	array: res => res.writeHead(200, { 'Content-Type': 'application/json' })
		.end('[1]'),
	close: res => res.destroy(),
};

const token = (issuer, { nonce, claims, head, signature = 'c2lnbmVk', cut = 3 }) => {
	const now = Math.floor(Date.now() / 1000);
	const all = { iss: issuer, aud: client, sub: 'u1', email: 'ada@example.org',
		email_verified: true, nonce, iat: now, exp: now + 600, ...claims };
	for (const [name, value] of Object.entries(all)) {
		if (value === null)
			delete all[name];
		else if (typeof value === 'string' && value.startsWith('now'))
			all[name] = now + +value.slice(3);
	}
	const parts = [base64({ alg: 'RS256', ...head }), base64(all), signature, 'more'];
	return parts.slice(0, cut).join('.');
};

const configuration = (issuer, name) => {
	const good = { issuer, authorization_endpoint: issuer + '/authorize',
		token_endpoint: issuer + '/token',
		end_session_endpoint: issuer + '/end',
		token_endpoint_auth_methods_supported: ['client_secret_basic'] };
	const spoiled = {
		good: {}, other: { issuer: issuer + '/' },
		post: { token_endpoint_auth_methods_supported:
			['client_secret_post'] },
		plain: { token_endpoint: 'http://example.org/token' },
		script: { authorization_endpoint: 'javascript:alert(1)' },
		lines: { authorization_endpoint: issuer + '/a\r\nX: 1' },
		none: { token_endpoint: undefined },
		long: { token_endpoint: issuer + '/' + 'x'.repeat(1024) },
		end: { end_session_endpoint: 'javascript:alert(1)' },
	};

	return spoiled[name] && { ...good, ...spoiled[name] };
};

const exchange = (req, res, issuer, form) => {
	const basic = 'Basic ' + Buffer.from(`${clientBasic}:${secretBasic}`)
		.toString('base64');
	const asked = JSON.parse(Buffer.from(form.get('code'), 'base64url'));
	const challenge = createHash('sha256').update(form.get('code_verifier'))
		.digest('base64url');
	const named = issuer.endsWith('/post') ? form.get('client_id') === client &&
		form.get('client_secret') === secret :
		req.headers.authorization === basic && !form.has('client_secret');

	if (!named || challenge !== asked.challenge ||
	    form.get('grant_type') !== 'authorization_code')
		return json(res, { error: 'invalid_request' }, 400);
	if (asked.how)
		return answers[asked.how](res);
	return json(res, { access_token: 'x', token_type: 'Bearer',
		id_token: token(issuer, asked) }, asked.status);
};

createServer(async (req, res) => {
	const url = new URL(req.url, `http://${req.headers.host}`);
	const name = url.pathname.split('/')[1], issuer = `${url.origin}/${name}`;
	let body = '';
	for await (const part of req)
		body += part;
	if (name === 'count')
		return json(res, { count });
	count++;
	if (url.pathname.endsWith('/token'))
		return exchange(req, res, issuer, new URLSearchParams(body));
	if (!url.pathname.endsWith('/.well-known/openid-configuration'))
		return res.writeHead(404).end();
	const known = configuration(issuer, name);
	return known ? json(res, known) : answers[name](res);
}).listen(+port, '127.0.0.1');

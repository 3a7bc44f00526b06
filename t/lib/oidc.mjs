// An OpenID Connect provider whose one user is always signed in: for the tests of
// single sign-on.  Whoever asks for /unverified ends the verification of the address.
//
//	node t/lib/oidc.mjs PORT ADDRESS CLIENT SECRET
import { createServer } from 'node:http';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

const [port, email, client, secret] = process.argv.slice(2);
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const nonces = new Map();
let verified = true;
const base64 = o => Buffer.from(JSON.stringify(o)).toString('base64url');

const token = (issuer, nonce) => {
	const now = Math.floor(Date.now() / 1000);
	const text = base64({ alg: 'RS256', kid: '1' }) + '.' + base64({
		iss: issuer, aud: client, sub: 'u1', email, email_verified: verified,
		nonce, iat: now, exp: now + 600 });
	return text + '.' + sign('sha256', text, privateKey).toString('base64url');
};

const paths = {
	'/.well-known/openid-configuration': (q, issuer) => ({ issuer,
		authorization_endpoint: issuer + '/authorize',
		token_endpoint: issuer + '/token', jwks_uri: issuer + '/keys',
		response_types_supported: ['code'],
		subject_types_supported: ['public'],
		id_token_signing_alg_values_supported: ['RS256'],
		token_endpoint_auth_methods_supported: ['client_secret_basic'] }),
	'/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }),
		kid: '1', use: 'sig', alg: 'RS256' }] }),
	'/unverified': () => ({ verified: verified = false }),
	'/authorize': (q, issuer, res) => {
		const to = new URL(q.get('redirect_uri')), code = randomUUID();
		nonces.set(code, q.get('nonce'));
		to.searchParams.set('code', code);
		to.searchParams.set('state', q.get('state'));
		res.writeHead(302, { Location: to.href }).end();
	},
	'/token': (q, issuer, res, req) => {
		const basic = Buffer.from(`${client}:${secret}`).toString('base64');
		const nonce = nonces.get(q.get('code'));
		if (req.headers.authorization !== `Basic ${basic}` || !nonce)
			return void res.writeHead(400).end();
		return { access_token: randomUUID(), token_type: 'Bearer',
			expires_in: 600, id_token: token(issuer, nonce) };
	},
};

createServer(async (req, res) => {
	const url = new URL(req.url, `http://${req.headers.host}`);
	let body = '';
	for await (const part of req)
		body += part;
	const q = req.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
	const answer = paths[url.pathname]?.(q, url.origin, res, req);
	if (answer)
		res.writeHead(200, { 'Content-Type': 'application/json' })
		    .end(JSON.stringify(answer));
	else if (!res.headersSent)
		res.writeHead(404).end();
}).listen(+port, '127.0.0.1');

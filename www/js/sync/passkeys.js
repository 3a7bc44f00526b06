// Passkeys: the requests, and the browser's part of Web Authentication.  Binary values
// are converted here, since browsers before 2025 lack the functions for it.

import { request, signIn } from './sign-in.js';

/** Whether this browser has passkeys. */
export const knowsPasskeys = () => !!globalThis.PublicKeyCredential;

/** @param {string} text base64url */
const toBytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')),
	c => c.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer @returns {string} base64url */
const toText = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
	.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The codes of what the browser says instead of an answer.
 * @type {Record<string, string>} */
const REFUSED = { InvalidStateError: 'passkey-exists' };

/** @param {() => Promise<any>} ask */
async function asked(ask) {
	try {
		return await ask();
	} catch (/** @type {any} */ e) {
		throw Object.assign(new Error(e.name), { code: REFUSED[e.name] ?? 'passkey-none' });
	}
}

/** @param {any} k a credential @param {any} response its parts as text */
const answerOf = (k, response) => ({ id: k.id, rawId: toText(k.rawId), type: k.type,
	clientExtensionResults: {}, response });

/** Makes a passkey, and adds it to the account.
 * @param {string} name */
export async function addPasskey(name) {
	const o = await request('POST', '/me/passkeys/options');
	const k = await asked(() => navigator.credentials.create({ publicKey: { ...o,
		challenge: toBytes(o.challenge), user: { ...o.user, id: toBytes(o.user.id) },
		excludeCredentials: o.excludeCredentials.map((/** @type {any} */ c) => ({ ...c,
			id: toBytes(c.id) })) } }));
	const r = k.response;

	return request('POST', '/me/passkeys', { name, credential: answerOf(k, {
		clientDataJSON: toText(r.clientDataJSON),
		authenticatorData: toText(r.getAuthenticatorData()),
		publicKey: toText(r.getPublicKey()), publicKeyAlgorithm: r.getPublicKeyAlgorithm(),
		attestationObject: toText(r.attestationObject),
		transports: r.getTransports?.() ?? [] }) });
}

/** Asks for a passkey.
 * @param {any} [more] for the browser */
async function usePasskey(more) {
	const o = await request('POST', '/sessions/options');
	/* Firefox ends what is being asked even for one that was aborted before. */
	more?.signal?.throwIfAborted();
	const k = await asked(() => navigator.credentials.get({ publicKey: { ...o,
		challenge: toBytes(o.challenge) }, ...more }));
	const r = k.response;

	return answerOf(k, { clientDataJSON: toText(r.clientDataJSON),
		authenticatorData: toText(r.authenticatorData), signature: toText(r.signature),
		userHandle: toText(r.userHandle) });
}

/** @param {any} [more] for the browser */
export const signInByPasskey = async more => signIn({ passkey: await usePasskey(more) });
export const confirmByPasskey = async () =>
	request('POST', '/me/confirmation', { passkey: await usePasskey() });
/** @returns {Promise<any[]>} */
export const passkeys = async () => (await request('GET', '/me/passkeys')).items;
/** @param {string} id @param {string} name */
export const renamePasskey = (id, name) => request('PATCH', '/me/passkeys/' + id, { name });
/** @param {string} id */
export const removePasskey = id => request('DELETE', '/me/passkeys/' + id);

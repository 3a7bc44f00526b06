// Names a device: for the list of sessions, and in the audit.

/** Returns browser and system, as in "Firefox, Linux".
 * @param {string} [ua] a User-Agent; of this browser if not given */
export function deviceName(ua = navigator.userAgent) {
	const browser = /Firefox/.test(ua) ? 'Firefox' : /Edg\//.test(ua) ? 'Edge' :
		/Chrome/.test(ua) ? 'Chrome' : /Safari/.test(ua) ? 'Safari' : 'Browser';
	const system = /Android/.test(ua) ? 'Android' : /iPhone|iPad/.test(ua) ? 'iOS' :
		/Windows/.test(ua) ? 'Windows' : /Mac/.test(ua) ? 'macOS' : 'Linux';

	return `${browser}, ${system}`;
}

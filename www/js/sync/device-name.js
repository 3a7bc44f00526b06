// Names this device for the list of sessions.

/** Returns browser and system, as in "Firefox, Linux". */
export function deviceName() {
	const ua = navigator.userAgent;
	const browser = /Firefox/.test(ua) ? 'Firefox' : /Edg\//.test(ua) ? 'Edge' :
		/Chrome/.test(ua) ? 'Chrome' : /Safari/.test(ua) ? 'Safari' : 'Browser';
	const system = /Android/.test(ua) ? 'Android' : /iPhone|iPad/.test(ua) ? 'iOS' :
		/Windows/.test(ua) ? 'Windows' : /Mac/.test(ua) ? 'macOS' : 'Linux';

	return `${browser}, ${system}`;
}

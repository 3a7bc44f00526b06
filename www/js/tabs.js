// One tab does the network; the others hear of it.

export class Tabs {
	/** @param {string} name of the channel and the lock
	 * @param {(m: any) => void} heard @param {() => void} lead called once this
	 * tab is the one */
	constructor(name, heard, lead) {
		this.closing = () => {};
		/** Whether another tab leads is known.
		 * @type {Promise<void>} */
		this.asked = Promise.resolve();
		/** @type {BroadcastChannel | null} */
		this.channel = globalThis.BroadcastChannel ?
		    new BroadcastChannel(name) : null;
		if (this.channel)
			this.channel.onmessage = e => heard(e.data);
		const locks = globalThis.navigator?.locks;
		if (!locks) {
			lead();
			return;
		}
		const stop = new AbortController();
		const held = new Promise(yes => this.closing = () => {
			stop.abort();
			yes(undefined);
		});
		const mine = () => {
			lead();
			return held;
		};
		this.asked = new Promise(yes => locks.request(name,
		    { ifAvailable: true }, lock => {
			if (!lock)
				locks.request(name, { signal: stop.signal }, mine)
				    .catch(() => {});
			yes(undefined);
			return lock && mine();
		}));
	}

	/** @param {any} m */
	tell(m) {
		this.channel?.postMessage(m);
	}

	close() {
		this.closing();
		this.channel?.close();
		this.channel = null;
	}
}

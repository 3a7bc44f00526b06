// Elects the tab that uses the network, and connects the tabs.

export class Tabs {
	/** @param {string} name of the channel and the lock
	 * @param {(m: any) => void} onMessage @param {() => void} onLeader called once this
	 * tab is elected */
	constructor(name, onMessage, onLeader) {
		this.release = () => {};
		/** Resolved when it is known whether another tab was elected.
		 * @type {Promise<void>} */
		this.decided = Promise.resolve();
		/** @type {BroadcastChannel | null} */
		this.channel = globalThis.BroadcastChannel ?
		    new BroadcastChannel(name) : null;
		if (this.channel)
			this.channel.onmessage = e => onMessage(e.data);
		const locks = globalThis.navigator?.locks;
		if (!locks) {
			onLeader();
			return;
		}
		const stop = new AbortController();
		const released = new Promise(yes => this.release = () => {
			stop.abort();
			yes(undefined);
		});
		const mine = () => {
			onLeader();
			return released;
		};
		this.decided = new Promise(yes => locks.request(name,
		    { ifAvailable: true }, lock => {
			if (!lock)
				locks.request(name, { signal: stop.signal }, mine)
				    .catch(() => {});
			yes(undefined);
			return lock && mine();
		}));
	}

	/** @param {any} m */
	broadcast(m) {
		this.channel?.postMessage(m);
	}

	close() {
		this.release();
		this.channel?.close();
		this.channel = null;
	}
}

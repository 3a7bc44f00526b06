// Loads the network bundle.

/** @returns {Promise<typeof import('../bundle-network.js')>} */
export const loadNetwork = () => import('../bundle-network.js');

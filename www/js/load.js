// The script that follows the first draw: what sends and fetches, what reads the
// line that adds.

/** @returns {Promise<typeof import('./further.js')>} */
export const further = () => import('./further.js');

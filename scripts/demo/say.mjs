/**
 * Says what begins now.
 *
 * @param {string} line
 * @param {number} [left] how long everything from here on takes, in seconds
 */
export function say(line, left) {
	console.log(left ? `${line} … (about ${left} s left)` : `${line} …`);
}

import type { BinaryToTextEncoding } from 'node:crypto';
import { createHash } from 'node:crypto';

/** The SHA-256 of a text. (The shorter `crypto.hash` came with Node.js 20.12, and n8n up to 1.97 runs on 18.) */
export function sha256Of(text: string, encoding: BinaryToTextEncoding): string {
	return createHash('sha256').update(text).digest(encoding);
}

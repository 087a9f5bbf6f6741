import type { BinaryToTextEncoding } from 'node:crypto';
import { hash } from 'node:crypto';

/** The SHA-256 of a text. */
export function sha256Of(text: string, encoding: BinaryToTextEncoding): string {
	return hash('sha256', text, encoding);
}

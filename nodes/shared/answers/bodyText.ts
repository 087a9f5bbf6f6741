/**
 * The text of an answer's body. JSON is UTF-8 (RFC 8259), but older services write it in another charset, of which n8n would
 * make other letters: a charge would no longer be recognized by its description.
 *
 * @param data bytes as they came; text is taken as it is
 */
export function bodyText(data: unknown, contentType: unknown): string {
	if (!(data instanceof Uint8Array)) return typeof data === 'string' ? data : '';
	const named = /charset="?([^\s;"]+)/i.exec(String(contentType))?.[1];
	return (
		decoded(data, named ?? 'utf-8') ??
		decoded(data, 'utf-8') ??
		new TextDecoder('latin1').decode(data)
	);
}

/** Undefined where the bytes are no text in this charset, or there is none of that name. */
function decoded(data: Uint8Array, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(data);
	} catch {
		return undefined;
	}
}

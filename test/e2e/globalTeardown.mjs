export default async function tearDown() {
	await globalThis.stopN8n();
}

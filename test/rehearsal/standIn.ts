import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * n8n takes packages from a registry of one's own with a licence only. So here the public one's name leads to the local
 * registry, for n8n and for the npm that it calls; all else is as on any machine.
 *
 * @param folder receives two small files
 * @param url of the local registry
 * @returns the environment for n8n
 */
export function standInForRegistry(folder: string, url: string): Record<string, string> {
	const programs = path.join(folder, 'programs');
	mkdirSync(programs);
	const npm = path.join(programs, 'npm');
	writeFileSync(npm, npmScript(url, programs));
	chmodSync(npm, 0o755);
	const preload = path.join(folder, 'registry.cjs');
	writeFileSync(preload, preloadScript(new URL(url)));
	return {
		PATH: `${programs}${path.delimiter}${process.env.PATH}`,
		NODE_OPTIONS: `--require ${preload}`,
	};
}

function npmScript(url: string, programs: string): string {
	return `#!/bin/sh
PATH=$(printf %s "$PATH" | sed "s|${programs}:||")
export PATH npm_config_registry='${url}'
for word do
	shift
	case $word in --registry=*) word='--registry=${url}' ;; esac
	set -- "$@" "$word"
done
exec npm "$@"
`;
}

function preloadScript({ hostname, port }: URL): string {
	return `const http = require('node:http');
const https = require('node:https');
const { request } = https;
https.request = (options, ...more) =>
	/^registry[.]/.test(options.hostname ?? options.host)
		? http.request({ ...options, protocol: 'http:', hostname: '${hostname}', host: '${hostname}', port: ${port}, agent: undefined, agents: undefined }, ...more)
		: request(options, ...more);
`;
}

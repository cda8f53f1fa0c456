/**
 * The environment handed to processes we start: the user's own, without what would silently
 * change them. Settings of n8n, npm, Node.js or a test runner in a shell are meant for others.
 */
import path from 'node:path';

const foreignSetting =
	/^(npm_|N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|NODES_|CREDENTIALS_|NODE_OPTIONS$|NODE_PATH$|NODE_ENV$|JEST_)/i;

/** npm's settings that say where packages come from and how to reach it; these must stay. */
const npmNetworkSetting =
	/^npm_config_(registry|@.*|.*:_auth.*|proxy|https?_proxy|noproxy|ca|cafile|strict_ssl|cache|userconfig|globalconfig)$/i;

/** Answers the environment with this very Node.js first on the PATH. */
export function cleanEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const kept = Object.entries(from).filter(
		([name]) => !foreignSetting.test(name) || npmNetworkSetting.test(name),
	);
	const environment = Object.fromEntries(kept);
	const folders = [path.dirname(process.execPath), from.PATH ?? ''];
	return { ...environment, PATH: folders.join(path.delimiter) };
}

/**
 * The environment of started processes: the user's own, without settings of n8n, npm, Node.js or a
 * test runner, which are meant for other programs.
 */
import path from 'node:path';

const foreignSetting =
	/^(npm_|N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|NODES_|CREDENTIALS_|NODE_OPTIONS$|NODE_PATH$|NODE_ENV$|JEST_)/i;

/** npm's registry and network settings, which are kept. */
const npmNetworkSetting =
	/^npm_config_(registry|@.*|.*:_auth.*|proxy|https?_proxy|noproxy|ca|cafile|strict_ssl|cache|userconfig|globalconfig)$/i;

/** Returns the environment with this Node.js first on the PATH. */
export function cleanEnvironment(from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	const kept = Object.entries(from).filter(
		([name]) => !foreignSetting.test(name) || npmNetworkSetting.test(name),
	);
	const environment = Object.fromEntries(kept);
	const folders = [path.dirname(process.execPath), from.PATH ?? ''];
	return { ...environment, PATH: folders.join(path.delimiter) };
}

/**
 * Checks the repository's own Node.js against a pinned hash. The lock file has hashes of packages
 * only, and the install script of the package `node` downloads the program itself, so its hash is
 * kept here. Plain JavaScript, because it runs before our own Node.js does.
 */
const crypto = require('node:crypto');
const fs = require('node:fs');

/** SHA-256 of Node.js 24.21.0 for the platforms and architectures that npm has. */
const pinned = {
	version: '24.21.0',
	sha256: {
		'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
		'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
		'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
	},
};

/**
 * Returns what is wrong with the Node.js program at `file`, as a sentence; undefined if it is the
 * pinned one. Reads the file and never runs it.
 */
function binaryFault(file, { platform, arch } = process) {
	const wanted = pinned.sha256[`${platform}-${arch}`];
	if (wanted === undefined) {
		return `Node.js ${pinned.version} is not pinned for ${platform} on ${arch}; start/node-binary.js lists where it is.`;
	}
	if (!fs.existsSync(file)) return `Node.js ${pinned.version} could not be fetched into ${file}.`;
	const found = crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');
	if (found === wanted) return undefined;
	return `${file} is not the pinned Node.js ${pinned.version} (SHA-256 ${found}, expected ${wanted}) and was not run. Remove node_modules and try again; if it stays so, what was fetched is not to be trusted.`;
}

module.exports = { binaryFault, pinned };

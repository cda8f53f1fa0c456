/**
 * Loaded into a program ahead of it: it is killed, as by a power cut, in place of the first byte of an
 * answer to a request that asks for it by the header `x-die-before-answer`.
 */
const { ServerResponse } = require('node:http');

const { writeHead } = ServerResponse.prototype;

ServerResponse.prototype.writeHead = function (...given) {
	if (this.req.headers['x-die-before-answer'] !== undefined) process.kill(process.pid, 'SIGKILL');
	return writeHead.apply(this, given);
};

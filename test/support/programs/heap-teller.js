/**
 * Loaded into a program ahead of it: at SIGUSR2 it gives back what nobody needs any more, and says how
 * much is left of its heap and of what that refers to.
 */
const v8 = require('node:v8');
const vm = require('node:vm');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

process.on('SIGUSR2', () => {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	process.stderr.write(`the heap holds ${heapUsed + external} bytes\n`);
});

/**
 * Loaded into a program ahead of it: at SIGUSR2 it says how long the event loop was held at most
 * since the last time. Counted is what the thread computes between two ticks of a timer, and not the
 * time that passes, so that a busy machine holds nobody up.
 */
const tickMs = 2;

let before = process.threadCpuUsage();
let longestMs = 0;

setInterval(() => {
	const { user, system } = process.threadCpuUsage(before);
	before = process.threadCpuUsage();
	longestMs = Math.max(longestMs, (user + system) / 1000);
}, tickMs).unref();

process.on('SIGUSR2', () => {
	process.stderr.write(`the loop was held for ${longestMs.toFixed(1)} ms\n`);
	longestMs = 0;
});

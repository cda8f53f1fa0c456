/**
 * Starts the processes of comparisons for the service, and hands their pipes over to it (launcher.ts). It ends
 * with the service, and what it started ends with it.
 */
import { spawn, type ChildProcess, type SendHandle } from 'node:child_process';
import type { Socket } from 'node:net';
import os from 'node:os';
import { finished } from 'node:stream';
import type { LauncherNews, LauncherOrder } from './launcher';

/** Priority: about a third of the processor if others need it, but never none. */
const niceness = 5;

/** How much of a process's last output is kept. */
const complaintLengthMax = 4000;

const children = new Map<number, ChildProcess>();

process.on('message', (order: LauncherOrder) => {
	if ('kill' in order) children.get(order.kill)?.kill('SIGKILL');
	else start(order.start, order.args);
});
// The channel tells its end late, or never while a pipe is on its way.
process.stdin.resume().once('close', () => process.exit());
// Who ends a whole group means the service, which may still have something compared.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
process.once('exit', () => {
	for (const child of children.values()) child.kill('SIGKILL');
});

function start(id: number, args: readonly string[]): void {
	const stdio = ['pipe', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
	const child = spawn(process.execPath, args, { env: {}, stdio: [...stdio] });
	let complaint = '';
	child.once('error', ({ message }) => {
		tell({ id, end: { code: null, signal: null, complaint: message } });
	});
	const { pid, stderr } = child;
	if (pid === undefined || !stderr) return;
	children.set(id, child);
	// Small requests have priority over comparisons.
	os.setPriority(pid, niceness);
	// Nothing is read here from the pipe of a standard input, so nothing that the process says by it is lost.
	for (const pipe of [child.stdin, ...child.stdio.slice(3)]) tell({ id }, pipe as Socket);
	tell({ id, pid });
	stderr.setEncoding('utf8').on('data', (text: string) => {
		complaint = (complaint + text).slice(-complaintLengthMax);
	});
	child.once('exit', (code, signal) => {
		children.delete(id);
		finished(stderr, () => tell({ id, end: { code, signal, complaint } }));
	});
}

/** If the service has gone, this process ends. */
function tell(news: LauncherNews, pipe?: SendHandle): void {
	process.send?.(news, pipe, undefined, () => undefined);
}

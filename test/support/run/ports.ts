/**
 * Ports for the servers of tests. Each run on a machine claims a range that no other run deals from,
 * and each worker of a run has a share of it, so that nobody takes a port between the moment it is
 * found free and the moment a server listens on it.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { freePort, loopback, portIsFree } from '../../../start/machine/free-port';

/** Set by `before-run.ts`: the first port of this run's range. */
const firstPortVariable = 'TEST_FIRST_PORT';

/** All of them lie below what programs choose themselves by `freePort`. */
const lowestPort = 10_100;
const runsMax = 4;
const workersMax = 8;
const portsOfWorker = 300;
const portsOfRun = 1 + workersMax * portsOfWorker;

/** Claims a range for as long as this process lives: it listens on the port before the first. */
export async function claimPorts(): Promise<void> {
	for (let run = 0; run < runsMax; run += 1) {
		const claim = lowestPort + run * portsOfRun;
		if (!(await isClaimed(claim))) continue;
		process.env[firstPortVariable] = String(claim + 1);
		return;
	}
	throw new Error(
		`${runsMax} runs of the tests are under way on this machine; wait for one to end.`,
	);
}

async function isClaimed(port: number): Promise<boolean> {
	const server = net.createServer().listen({ host: loopback, port, exclusive: true });
	try {
		await once(server, 'listening');
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw fault;
	}
	server.unref();
	return true;
}

/** Begins anywhere, since what an earlier file of this worker started may still be ending. */
let dealt = randomInt(portsOfWorker);

/** A free port of this worker's share; outside of a run, as a benchmark is, any free port. */
export async function testPort(): Promise<number> {
	const first = Number(process.env[firstPortVariable]);
	if (!first) return freePort();
	const worker = (Number(process.env['JEST_WORKER_ID'] ?? '1') - 1) % workersMax;
	for (;;) {
		dealt = (dealt + 1) % portsOfWorker;
		const port = first + worker * portsOfWorker + dealt;
		if (await portIsFree(port)) return port;
	}
}

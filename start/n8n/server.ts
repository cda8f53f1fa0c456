/** Runs n8n as a server on a prepared home and creates its owner, so that a person can log in. */
import { startChild, type Child } from '../machine/child-process';
import { freePort, loopback } from '../machine/free-port';
import { untilReady } from '../machine/http-probe';
import { n8nEnvironment } from './environment';
import { ownerOf, type N8nHome, type N8nOwner } from './home';

export interface N8nServer {
	readonly child: Child;
	readonly address: string;
	readonly owner: N8nOwner;
}

const readyDeadlineMs = 180_000;

export interface ServerStart {
	readonly home: N8nHome;
	readonly port: number;
	readonly signal: AbortSignal;
}

/** Starts n8n and resolves when a person can log in. If the start fails, no process is left. */
export async function startN8nServer({ home, port, signal }: ServerStart): Promise<N8nServer> {
	const { folder, encryptionKey, logFile, recordFolder } = home;
	const brokerPort = await freePort();
	const child = await startChild({
		name: 'n8n',
		command: process.execPath,
		args: [home.host.script, 'start'],
		folder,
		environment: n8nEnvironment({ home: folder, encryptionKey, port, brokerPort }),
		logFile,
		recordFolder,
	});
	const address = `http://${loopback}:${port}`;
	const owner = ownerOf(home);
	try {
		const url = `${address}/healthz/readiness`;
		await untilReady({ child, url, signal, deadlineMs: readyDeadlineMs });
		await setUpOwner(address, owner);
	} catch (error) {
		await child.stop();
		throw error;
	}
	return { child, address, owner };
}

/** Creates the first user if there is none. */
export async function setUpOwner(address: string, owner: N8nOwner): Promise<void> {
	const settings = await fetch(`${address}/rest/settings`);
	if (!/"showSetupOnFirstLoad":true/.test(await settings.text())) return;
	const answer = await fetch(`${address}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ ...owner, firstName: 'Sealkeeper', lastName: 'Owner' }),
	});
	if (answer.ok) return;
	throw new Error(`n8n refused its owner: ${answer.status} ${await answer.text()}`);
}

/**
 * One address before several servers, as a fail-over has it: connections go to the server of the
 * moment, and those there are end when another takes its place.
 */
import { once } from 'node:events';
import net from 'node:net';

export class SwitchingProxy {
	private readonly sockets = new Set<net.Socket>();
	private readonly server = net.createServer((caller) => this.pass(caller));
	private target: number | undefined;

	/** Answers the port it listens on. */
	async listen(target: number): Promise<number> {
		this.target = target;
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return (this.server.address() as net.AddressInfo).port;
	}

	/** Without a port nothing is behind the address: connections are taken and end at once. */
	switchTo(target: number | undefined): void {
		this.target = target;
		for (const socket of this.sockets) socket.destroy();
	}

	async close(): Promise<void> {
		this.switchTo(undefined);
		this.server.close();
		await once(this.server, 'close');
	}

	private pass(caller: net.Socket): void {
		if (this.target === undefined) {
			caller.destroy();
			return;
		}
		const server = net.connect(this.target, '127.0.0.1');
		for (const [socket, other] of [
			[caller, server],
			[server, caller],
		] as const) {
			this.sockets.add(socket);
			socket.on('error', () => socket.destroy());
			socket.on('close', () => {
				this.sockets.delete(socket);
				other.destroy();
			});
			socket.pipe(other);
		}
	}
}

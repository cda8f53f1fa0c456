/**
 * Logs and their witnesses as running services: three that cosign each other, and one among witnesses
 * that are slow, dead, lying or sign wrongly.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readTrust, signedCheckpoint } from '../../../proof/check-proof';
import { cosignature, cosignedText, formatSignature, parseNote } from '../../../proof/signed-note';
import { cosignatureType, formatVerifierKey, verifierKey } from '../../../proof/verifier-key';
import { readConfig } from '../../../service/config';
import type { Database } from '../../../service/database/database';
import { SnapshotReader } from '../../../service/verification/snapshot-reader';
import { witnessFindings } from '../../../service/verification/witnesses';
import { WitnessedService } from './witnessed-service';

test('three services cosign the logs of each other, as their operators set them up', async () => {
	const names = ['alpha', 'beta', 'gamma'];
	await using opened = new AsyncDisposableStack();
	const services: WitnessedService[] = [];
	for (const _ of names) {
		const service = await WitnessedService.start();
		opened.defer(() => service.running.close());
		services.push(service);
	}
	const logs = await Promise.all(services.map((each) => each.log()));
	for (const [at, each] of services.entries()) {
		const others = logs.filter((_, other) => other !== at).map(({ vkey }) => ({ vkey }));
		const environment = {
			...{ WITNESS_NAME: `${names[at]}.test/w`, WITNESS_LOGS: JSON.stringify(others) },
		};
		const { witnessName, witnessLogs } = readConfig(environment);
		await each.restart({ witnessName, witnessLogs });
	}
	const witnesses = await Promise.all(services.map((each) => each.witness()));
	for (const [at, each] of services.entries()) {
		const LOG_WITNESSES = JSON.stringify(witnesses.filter((_, other) => other !== at));
		await each.restart({ logWitnesses: readConfig({ LOG_WITNESSES }).logWitnesses });
	}
	await Promise.all(services.map((each) => each.enter('Wind energy')));
	for (const [at, each] of services.entries()) {
		const others = names.filter((_, other) => other !== at);
		await each.until(Object.fromEntries(others.map((name) => [`${name}.test/w`, 'COSIGNING'])));
		expect(await each.health()).toMatchObject({ status: 'ready', witnesses: 'complete' });
		const { witnesses: signed, checkpoint = '' } = await each.log();
		expect(signed).toEqual(others.map((name) => `${name}.test/w`));
		const key = await readTrust({
			log: logs[at]?.vkey ?? '',
			witnesses: witnesses.filter((_, other) => other !== at).map(({ vkey }) => vkey),
		});
		expect((await signedCheckpoint(checkpoint, key)).witnesses).toHaveLength(2);
		for (const [other, witness] of services.entries()) {
			if (other !== at) expect(await witness.cosigned(logs[at]?.origin ?? '')).toBe(1);
		}
	}
	expect(await findings(services[0])).toEqual([]);
	await changeCosignature(services[0]?.running.service.database, 'beta.test/w');
	expect(await findings(services[0])).toEqual(['cosignature of 1 entries by beta.test/w']);
});

async function findings(service: WitnessedService | undefined): Promise<readonly string[]> {
	if (service === undefined) throw new Error('there is no service');
	const reader = await SnapshotReader.open(service.running);
	const found: string[] = [];
	for await (const { record, id } of witnessFindings(reader)) found.push(`${record} ${id}`);
	await reader.close();
	return found;
}

async function changeCosignature(database: Database | undefined, witness: string): Promise<void> {
	const row = await database
		?.selectFrom('log_cosignatures')
		.selectAll()
		.where('witness', '=', witness)
		.executeTakeFirstOrThrow();
	const signature = row?.signature.replace(/.(?=..==|...$)/, (letter) =>
		letter === 'A' ? 'B' : 'A',
	);
	await database
		?.updateTable('log_cosignatures')
		.set({ signature: signature ?? '' })
		.where('witness', '=', witness)
		.execute();
}

describe('among bad witnesses', () => {
	const servers: Server[] = [];
	let good: WitnessedService;
	let log: WitnessedService;
	let isTruthful = false;

	beforeAll(async () => {
		good = await WitnessedService.start({ witnessName: 'good.test/w' });
		log = await WitnessedService.start();
		await good.restart({ witnessLogs: [await log.log()] });
	});

	afterAll(async () => {
		await log.running.close();
		await good.running.close();
		for (const server of servers) {
			server.closeAllConnections();
			server.close();
		}
	});

	async function serve(answer: RequestListener): Promise<string> {
		const server = createServer(answer);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	/** A witness that answers 200 and signs whatever it likes. */
	async function signer(
		name: string,
		textOf: (note: string) => string,
		lies: () => boolean = () => false,
	) {
		const time = 1_800_000_000;
		const { privateKey, publicKey } = generateKeyPairSync('ed25519');
		const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
		const key = await verifierKey(name, cosignatureType, raw);
		const url = await serve((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				if (lies()) return response.writeHead(409).end('1000000\n');
				const body = Buffer.concat(chunks).toString();
				const { text } = parseNote(body.slice(body.indexOf('\n\n') + 2));
				const signed = sign(null, Buffer.from(cosignedText(time, textOf(text))), privateKey);
				const signature = cosignature(time, signed);
				return response.end(formatSignature({ name, keyId: key.keyId, signature }));
			});
		});
		return { vkey: formatVerifierKey(key), url };
	}

	test('records are confirmed and the good one cosigns at once, and each bad one is named while it is bad', async () => {
		const witness = await good.witness();
		const some = (name: string, lies?: () => boolean) => signer(name, (text) => text, lies);
		const logWitnesses = [
			witness,
			{ ...(await some('silent.test')), url: await serve(() => undefined) },
			{ ...(await some('dead.test')), url: 'http://127.0.0.1:1' },
			{ ...(await some('endless.test')), url: await serve((_, response) => pour(response)) },
			{ ...(await some('refusing.test')), url: await serve((_, response) => refuse(response)) },
			await some('liar.test', () => !isTruthful),
			await signer('wrong.test', (text) => text.replace(/^\d+$/m, '999')),
			await some('other.test'),
		];
		await log.restart({ logWitnesses });
		await log.enter('Wind energy');
		await log.until({ 'good.test/w': 'COSIGNING', 'other.test': 'COSIGNING' });
		await log.enter('Solar energy');
		const { origin } = await log.log();
		await good.untilCosigned(origin, 2);
		const bad = { 'dead.test': 'FAILING', 'endless.test': 'FAILING', 'refusing.test': 'FAILING' };
		await log.until({ ...bad, 'wrong.test': 'FAILING', 'liar.test': 'AHEAD' });
		expect(await log.health()).toMatchObject({ status: 'ready', witnesses: 'alarm: liar.test' });
		expect(await log.metrics()).toContain(
			'sealkeeper_log_witness_standing{witness="dead.test",standing="FAILING"} 1',
		);
		expect(log.running.log()).toContain('the witness says it has cosigned 1000000 entries');
		expect(log.running.log()).toContain('it answers 418: I do not know you');
		expect(log.told('"witness":"refusing.test"')).toBe(1);
		expect(log.told('"witness":"liar.test"')).toBe(1);
		isTruthful = true;
		await log.until({ 'liar.test': 'COSIGNING' });
		expect(log.told('"witness":"liar.test"')).toBe(2);
	});
});

function pour(response: Parameters<RequestListener>[1]): void {
	const chunk = Buffer.alloc(64 * 1024);
	const more = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', more).on('error', () => undefined);
	more();
}

function refuse(response: Parameters<RequestListener>[1]): void {
	response.writeHead(418).end('I do not know you\n');
}

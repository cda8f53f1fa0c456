/**
 * What signing takes: sealing a PDF in the service's own thread, for how long that holds up the event loop of
 * the service, and what a seal adds; opening the signing page on a slow processor; and many contracts
 * from creation to the last signature. `npm run bench -- sealer seal`, `page` or `contracts` is one alone.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { SealingThreads } from '../../service/sealing/running/sealing-threads';
import { ownCertificate } from '../../service/sealing/signature/own-certificate';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';
import { contractSizes, measureContracts } from './sealer/contracts';
import { measurePage, pageSizes } from './sealer/page';

const rounds = sized(5, 1);

const parts: Readonly<Record<string, () => Promise<Record<string, number>>>> = {
	seal: measureSeals,
	page: async () => measurePage(new Uint8Array(await contract(pageSizes.pdfPages))),
	contracts: measureContracts,
};

export async function run(): Promise<BenchResult> {
	const wanted = process.argv.slice(2);
	const conditions = {
		...{ ...machineConditions(), ...pageSizes, ...contractSizes },
		seals: `${rounds} rounds, the median is shown; warm`,
		page: 'opened by somebody new each time; as it is sent, compressed, without the PDF itself',
		contracts: 'over HTTP by who has a key; service and callers, one process each, on this machine',
		sqlite: 'node:sqlite, WAL, synchronous=FULL; rows by 1 connection, each its own commit',
	};
	const figures: Record<string, number> = {};
	for (const [name, measure] of Object.entries(parts)) {
		if (wanted.length === 0 || wanted.includes(name)) Object.assign(figures, await measure());
	}
	const targets = {
		seal50Pages_ms: { atMost: 300 },
		seal50Pages_loopHeldMs: { atMost: 50 },
		signingPageKilobytes: { atMost: 600 },
		signingFirstPageMs: { atMost: 1_500 },
	};
	return { name: 'sealer', conditions, figures: rounded(figures), targets };
}

async function measureSeals(): Promise<Record<string, number>> {
	const threads = new SealingThreads();
	const figures: Record<string, number> = {};
	for (const pages of [50, 500]) {
		const bytes = await contract(pages);
		await sealed(threads, bytes);
		const delay = monitorEventLoopDelay({ resolution: 1 });
		delay.enable();
		const times: number[] = [];
		let addedBytes = 0;
		for (let round = 0; round < rounds; round += 1) {
			const start = performance.now();
			const result = await sealed(threads, bytes);
			times.push(performance.now() - start);
			addedBytes = result.place.bytes.length - bytes.length;
		}
		delay.disable();
		figures[`seal${pages}Pages_ms`] = quantile(times, 0.5);
		figures[`seal${pages}Pages_loopHeldMs`] = delay.max / 1e6;
		figures[`seal${pages}Pages_addedKilobytes`] = addedBytes / 1000;
	}
	await threads.close();
	return figures;
}

async function contract(pages: number): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (let number = 1; number <= pages; number += 1) {
		const page = document.addPage();
		for (let line = 0; line < 45; line += 1) {
			const text = `Page ${number}, line ${line}: the parties agree on what follows.`;
			page.drawText(text, { x: 50, y: 790 - line * 16, size: 10, font });
		}
	}
	return document.save();
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = {
	privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
	certificate: ownCertificate({
		...{ privateKey, serial: randomBytes(16) },
		...{ from: new Date('2026-01-01T00:00:00Z'), until: new Date('2046-01-01T00:00:00Z') },
	}),
	chain: [],
};

function sealed(threads: SealingThreads, bytes: Uint8Array) {
	const signature = { fileName: 'signature.png', fileHash: 'ab'.repeat(32) };
	const signers = ['ann', 'bob', 'eve'].map((name) => ({
		...{ address: `${name}@example.com`, signedAt: '2026-01-01T09:00:00.000Z', signature },
	}));
	const record = {
		format: 'sealkeeper-seal/1' as const,
		contract: {
			...{ id: '65f0a1b2c3d4e5f6a7b8c9d0', displayName: 'Lease', ownerEmail: 'owner@example.com' },
			...{ fileName: 'lease.pdf', sizeBytes: bytes.length, fileHash: 'ab'.repeat(32) },
			createdAt: '2026-01-01T08:00:00.000Z',
		},
		signers,
		log: { vkey: 'log+aabbccdd+AQID', entryUrl: 'https://example.com/explorer/entries/7' },
		proofs: {
			contract: 'p'.repeat(2000),
			certificate: 'p'.repeat(2000),
			signatures: signers.map(() => 'p'.repeat(2000)),
		},
	};
	const time = new Date('2026-01-02T00:00:00Z');
	const none = { pictures: [], fields: [] };
	const toSeal = { bytes, record, ...none, sealedBy: 'a self-signed certificate', time };
	return threads.run(() => ({ kind: 'seal', toSeal, key }));
}

if (require.main === module) void run().then(printResult);

/**
 * Fetches what the tests use and the repository does not hold: once for each user of a machine, one
 * run at a time, before the first test. What cannot be had is told and stops nothing, so that the
 * tests that need it fail and say so, and all others run.
 */
import fs from 'node:fs';
import path from 'node:path';
import { lockFile } from '../../../server/exclusive-file';
import { cacheFolder } from '../../../start/machine/cache-folder';
import { installN8nHost } from '../../../start/n8n/host';
import { standardOutput } from '../../../start/machine/progress';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { ccxtPackages } from '../servers/ccxt-packages';
import { findChromium } from '../servers/chromium';
import { evmFolder } from '../servers/evm';
import { libreOffice } from '../servers/libreoffice';
import { pdfTools } from '../servers/pdf-tools';
import { findPrograms } from '../servers/postgres';
import { unpackSwift } from '../servers/swift-server';

const turnMs = 30 * 60_000;

interface Need {
	readonly name: string;
	/** What a machine must have where this cannot be fetched. */
	readonly wanted: string;
	fetch(): unknown;
}

const needs: readonly Need[] = [
	{ name: 'Redis', wanted: 'redis-server on the PATH', fetch: putRedisOnPath },
	{ name: 'PostgreSQL', wanted: 'initdb and postgres on the PATH', fetch: findPrograms },
	{ name: 'PDF tools', wanted: 'qpdf and poppler-utils on the PATH', fetch: pdfTools },
	{ name: 'Swift (S3)', wanted: 'apt-get with Debian or Ubuntu packages', fetch: unpackSwift },
	{ name: 'Chromium', wanted: 'SEALKEEPER_CHROMIUM', fetch: findChromium },
	{ name: 'EVM chain', wanted: 'the npm registry', fetch: evmFolder },
	...ofFullTier([
		{ name: 'LibreOffice', wanted: 'soffice on the PATH', fetch: libreOffice },
		{ name: 'ccxt', wanted: 'the npm registry', fetch: ccxtPackages },
	]),
	{
		name: 'n8n',
		wanted: 'the npm registry and 4 GB of disk',
		fetch: () => installN8nHost({ signal: new AbortController().signal, output: standardOutput }),
	},
];

/** The quick tier does without, so that nobody waits for it who runs `npm test`. */
function ofFullTier(those: readonly Need[]): readonly Need[] {
	return (process.env['TEST_TIER'] ?? 'quick') === 'quick' ? [] : those;
}

async function prepare({ name, wanted, fetch }: Need): Promise<void> {
	const startedAt = performance.now();
	try {
		await fetch();
	} catch (fault) {
		const why = fault instanceof Error ? fault.message.split('\n', 1)[0] : String(fault);
		process.stdout.write(`  ${name}: not to be had (${why}); its tests need ${wanted}.\n`);
		return;
	}
	const seconds = (performance.now() - startedAt) / 1000;
	process.stdout.write(
		`  ${name}: ${seconds < 1 ? 'there' : `ready in ${seconds.toFixed(0)} s`}\n`,
	);
}

async function main(): Promise<void> {
	const cache = cacheFolder();
	fs.mkdirSync(cache, { recursive: true });
	process.stdout.write(`What the tests use, in ${cache}:\n`);
	const turn = lockFile(path.join(cache, 'prepare.lock'), turnMs);
	if (turn === undefined) throw new Error('another run fetches what tests use for too long');
	try {
		for (const need of needs) await prepare(need);
	} finally {
		turn.release();
	}
}

void main();

/**
 * Settings with which the exchange settles at the service's tracker. The first start writes them;
 * later starts update only address and key, so that a person's changes are kept. Settings with
 * another tracker product or escrow account are not touched.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { DemoUser } from './demo-keys';

/** Address of the tracker, and the keys the demo market needs. */
export interface TrackerPlace {
	readonly trackerUrl: string;
	readonly productId: string;
	readonly administratorKey: string;
	readonly escrow: DemoUser;
	readonly traders: readonly DemoUser[];
}

export const settlementFile = 'settlement.json';

/** Payouts start within about a second of a trade, so that a person sees them. */
const first = { windowMs: 1_000 };

/** Writes the file if needed. Returns whether the exchange settles at this tracker. */
export function writeSettlement(
	folder: string,
	{ trackerUrl, productId, escrow }: TrackerPlace,
): boolean {
	const file = path.join(folder, settlementFile);
	const kept = readKept(file);
	const isOurs =
		kept === undefined || (kept.productId === productId && kept.escrow?.email === escrow.email);
	if (!isOurs) return false;
	const present = { trackerUrl, productId, escrow };
	const text = JSON.stringify({ ...first, ...kept, ...present }, null, '\t');
	fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	fs.writeFileSync(`${file}.partial`, text, { mode: 0o600 });
	fs.renameSync(`${file}.partial`, file);
	return true;
}

interface Kept {
	readonly productId?: unknown;
	readonly escrow?: { readonly email?: unknown };
}

function readKept(file: string): Kept | undefined {
	if (!fs.existsSync(file)) return undefined;
	try {
		return JSON.parse(fs.readFileSync(file, 'utf8')) as Kept;
	} catch (fault) {
		// The parser's message quotes the text, which contains keys.
		if (fault instanceof SyntaxError) throw new Error(`${file} is not JSON.`);
		throw fault;
	}
}

/** A trader's statement as their program, their browser or a workflow fetches it over HTTP. */
import fs from 'node:fs';
import { parseDecimal } from '../../../../server/decimal';
import { StatementFiles } from '../../../../exchange/history/statements/statement-files';
import { databaseKinds, TestDatabases } from '../../../support/servers/databases';
import { until } from '../../../support/clients/requests';
import { startExchange, type RunningExchange } from '../../support/exchange';

const databases = new TestDatabases();
afterAll(() => databases.close());

interface Balance {
	readonly asset: string;
	readonly available: string;
	readonly held: string;
}

interface Line extends Balance {
	readonly time: string;
	readonly kind: string;
	readonly availableChange: string;
	readonly heldChange: string;
}

interface Statement {
	readonly account: { readonly id: string; readonly name: string };
	readonly from: string | null;
	readonly to: string | null;
	readonly opening: readonly Balance[];
	readonly lines: readonly Line[];
	readonly closing: readonly Balance[];
}

const units = (text: string) =>
	text.startsWith('-') ? -(parseDecimal(text.slice(1), 4) ?? 0n) : (parseDecimal(text, 4) ?? 0n);

describe.each(databaseKinds)('on %s', (kind) => {
	let running: RunningExchange;
	beforeAll(async () => {
		running = await startExchange(await databases.place(kind));
		const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', price: '90', quantity: '10' };
		for (const [side, { key }] of [
			['SELL', running.northwind],
			['BUY', running.harbour],
		] as const) {
			const placed = await running.call('POST', '/orders', { key, body: { ...order, side } });
			expect(placed.status).toBe(201);
		}
	});
	afterAll(() => running.close());

	const fetched = (query = '', headers: Readonly<Record<string, string>> = {}) =>
		running.call('GET', `/account/statement${query}`, { key: running.harbour.key, headers });
	const asJson = async (query = '') => (await fetched(`?format=JSON${query}`)).body as Statement;

	test('opens and closes with the balances, and every line leads from one to the next', async () => {
		const { account, opening, lines, closing } = await asJson();
		expect(account.id).toBe(running.harbour.accountId);
		const kinds = lines.map((line) => line.kind);
		expect(kinds).toEqual(expect.arrayContaining(['DEPOSIT', 'HOLD', 'TRADE', 'HELD_COMMISSION']));
		const sums = new Map(
			opening.map(({ asset, available, held }) => [
				asset,
				{ available: units(available), held: units(held) },
			]),
		);
		for (const line of lines) {
			const sum = sums.get(line.asset);
			if (sum === undefined) throw new Error(`${line.asset} has no opening balance`);
			sum.available += units(line.availableChange);
			sum.held += units(line.heldChange);
			expect(sum).toEqual({ available: units(line.available), held: units(line.held) });
		}
		expect(closing.map(({ asset }) => asset)).toEqual(['CREDIT', 'EUR']);
		for (const { asset, available, held } of closing) {
			expect(sums.get(asset)).toEqual({ available: units(available), held: units(held) });
		}
		const { body } = await running.call('GET', '/account', { key: running.harbour.key });
		const { balances } = body as { readonly balances: readonly Balance[] };
		expect(closing).toEqual(
			balances.map(({ asset, available, held }) => ({ asset, available, held })),
		);
	});

	test('of two periods that meet, the second opens as the first closes, and no line is in both', async () => {
		const whole = await asJson();
		const last = Date.parse(whole.lines.at(-1)?.time ?? '');
		const first = await asJson(`&endTime=${last - 1}`);
		const second = await asJson(`&startTime=${last}`);
		expect(first.closing).toEqual(second.opening);
		expect([first.lines.length > 0, second.lines.length > 0]).toEqual([true, true]);
		expect([...first.lines, ...second.lines]).toEqual(whole.lines);
		expect(first.to).toBe(second.from);
	});

	test('is a table with as many rows, under a name that says its days', async () => {
		const { lines, opening, closing } = await asJson();
		const { status, body, headers } = await fetched('?startTime=1767225600000');
		expect(status).toBe(200);
		expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
		expect(headers.get('content-disposition')).toContain('filename="statement-2026-01-01.csv"');
		const rows = String(body).split('\r\n');
		expect(rows).toHaveLength(1 + opening.length + lines.length + closing.length + 1);
		expect(rows[0]).toMatch(/^time,kind,journal,/);
		expect(rows.at(-1)).toBe('');
	});

	test('of everything is named by the day it was made', async () => {
		const today = () => new Date().toISOString().slice(0, 10);
		const before = today();
		const { headers } = await fetched('');
		const name = /filename="statement-(\d{4}-\d\d-\d\d)\.csv"/;
		const day = name.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
		expect([before, today()]).toContain(day);
	});

	test('is a download as any other: a range of it, nothing to who has it, 416 outside of it', async () => {
		const period = `?endTime=${Date.now()}`;
		const whole = await fetched(period);
		const etag = whole.headers.get('etag') ?? '';
		expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
		const part = await fetched(period, { range: 'bytes=5-8' });
		expect([part.status, part.body]).toEqual([206, String(whole.body).slice(5, 9)]);
		expect(part.headers.get('content-range')).toBe(
			`bytes 5-8/${Buffer.byteLength(String(whole.body))}`,
		);
		expect(await fetched(period, { 'if-none-match': etag })).toMatchObject({ status: 304 });
		expect(await fetched(period, { 'if-match': '"another"' })).toMatchObject({
			status: 412,
			body: { errorCode: 'Request_PreconditionFailed' },
		});
		expect(await fetched(period, { range: 'bytes=9999999-' })).toMatchObject({
			status: 416,
			body: { errorCode: 'Storage_RangeNotSatisfiable' },
		});
		const head = await running.call('HEAD', `/account/statement${period}`, {
			key: running.harbour.key,
		});
		expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
	});

	test('a period that ends before it begins is refused, and one beyond all dates is empty', async () => {
		expect(await fetched('?startTime=2&endTime=1')).toMatchObject({
			status: 400,
			body: { arguments: ['endTime', 'must not be before startTime'] },
		});
		const { lines, opening, closing } = await asJson('&startTime=9007199254740991');
		expect(lines).toEqual([]);
		expect(opening).toEqual(closing);
	});

	test('an account has one under way, and others have their turn behind it', async () => {
		const files = new StatementFiles(running.exchange.database, undefined);
		const { northwind, harbour } = running;
		const make = ({ accountId }: { readonly accountId: string }, signal: AbortSignal) =>
			files.make({ accountId, period: { from: null, to: null }, format: 'csv' }, signal);
		const staying = new AbortController().signal;
		const gone = new AbortController();
		gone.abort(new Error('left'));
		const outcomes = await Promise.allSettled([
			make(harbour, gone.signal),
			make(harbour, staying),
			make(northwind, staying),
		]);
		expect(outcomes).toMatchObject([
			{ status: 'rejected', reason: { message: 'left' } },
			{ status: 'rejected', reason: { code: 'Exchange_StatementUnderWay' } },
			{ status: 'fulfilled' },
		]);
		for (const outcome of outcomes) {
			if (outcome.status === 'fulfilled') await outcome.value.release();
		}
		const again = await make(harbour, staying);
		expect(again.sizeBytes).toBeGreaterThan(0);
		await again.release();
	});

	test('what was made for a caller who left or had it already is closed', async () => {
		const { key } = running.harbour;
		const before = openFiles();
		for (let times = 0; times < 5; times += 1) {
			await fetched('', { 'if-match': '"another"' });
			await running.call('HEAD', '/account/statement', { key });
			const leaving = new AbortController();
			const left = fetch(`${running.url}/account/statement`, {
				headers: { 'x-api-key': key },
				signal: leaving.signal,
			});
			leaving.abort();
			await expect(left).rejects.toThrow('abort');
		}
		await until(async () => (openFiles() <= before ? true : undefined));
	});
});

/** Of this process, those without a name in any folder. */
function openFiles(): number {
	return fs
		.readdirSync('/proc/self/fd')
		.filter((name) => linkOf(name).includes('sealkeeper-') && linkOf(name).includes('(deleted)'))
		.length;
}

function linkOf(name: string): string {
	try {
		return fs.readlinkSync(`/proc/self/fd/${name}`);
	} catch {
		// It was closed meanwhile, such as that of the folder itself.
		return '';
	}
}

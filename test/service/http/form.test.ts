/** A form is read the same whatever its files hold and however its bytes are cut on the way. */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { request } from 'undici';
import { encodeForm, type FormPart } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
});

afterAll(() => running.close());

function key(): { 'x-api-key': string } {
	return { 'x-api-key': running.organisation.admin.key };
}

/** Sends the form cut at these places, each piece in a turn of its own. */
async function post(url: string, form: readonly FormPart[], cuts: readonly number[]) {
	const { headers, body } = encodeForm(form);
	const places = [...new Set(cuts.map((cut) => cut % body.length))].sort((a, b) => a - b);
	const pieces = async function* () {
		for (const [index, start] of [0, ...places].entries()) {
			await new Promise<void>((resolve) => setImmediate(resolve));
			yield body.subarray(start, places[index] ?? body.length);
		}
	};
	const answer = await request(url, {
		method: 'POST',
		headers: { ...headers, ...key() },
		body: Readable.from(pieces(), { objectMode: false }),
	});
	return { status: answer.statusCode, body: (await answer.body.json()) as { readonly id: string } };
}

async function download(id: string): Promise<Buffer> {
	const answer = await request(`${running.storageUrl}/files/${id}`, { headers: key() });
	return Buffer.from(await answer.body.arrayBuffer());
}

const cuts = fc.array(fc.nat({ max: 5_000 }), { maxLength: 12 });

/** Bytes with what a reader of forms may take for the end of a part. */
const tricky = fc
	.array(
		fc.oneof(
			fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
			fc
				.constantFrom('\r\n', '\r\n--', '--', '\r', '\n\r\n', '\r\n----', '--\r\n', '\r\n\r\n')
				.map((text) => Buffer.from(text)),
		),
		{ minLength: 1, maxLength: 20 },
	)
	.map((pieces) => Buffer.concat(pieces));

test('a file comes back byte for byte', async () => {
	await fc.assert(
		fc.asyncProperty(tricky, cuts, async (content, places) => {
			const form = [{ name: 'file', fileName: 'tricky.bin', content }];
			const { status, body } = await post(`${running.storageUrl}/files`, form, places);
			expect(status).toBe(201);
			expect((await download(body.id)).equals(content)).toBe(true);
		}),
		{ numRuns: 30 },
	);
});

test('fields may come in any order', async () => {
	const { Sealer } = running.organisation.products;
	const url = `${running.url}/sealer/${Sealer}/contracts`;
	const signers = ['c@signers.test', 'a@signers.test', 'b@signers.test'];
	const others: readonly FormPart[] = [
		{ name: 'file', fileName: 'a.txt', content: 'All is well.' },
		{ name: 'displayName', value: 'Agreement' },
		{ name: 'signingOrder', value: 'Sequential' },
	];
	const orders = fc.shuffledSubarray([...others], { minLength: others.length });
	await fc.assert(
		fc.asyncProperty(orders, fc.nat({ max: others.length }), cuts, async (order, at, places) => {
			const named = signers.map((value) => ({ name: 'signerEmails', value }));
			const form = [...order.slice(0, at), ...named, ...order.slice(at)];
			const { status, body } = await post(url, form, places);
			expect(status).toBe(201);
			expect(body).toMatchObject({ displayName: 'Agreement', signerEmails: signers });
		}),
		{ numRuns: 15 },
	);
});

test.each(['signingOder', '__proto__', 'x'.repeat(200)])(
	'a field that is not known is refused by its name, and nothing is kept: %.20s',
	async (name) => {
		const { Sealer } = running.organisation.products;
		const url = `${running.url}/sealer/${Sealer}/contracts`;
		const { database } = running.service;
		const stored = () => database.selectFrom('storage_objects').select('id').execute();
		const before = await stored();
		const { status, body } = await post(
			url,
			[
				{ name: 'file', fileName: 'a.txt', content: 'All is well.' },
				{ name: 'displayName', value: 'Agreement' },
				{ name: 'signerEmails', value: 'a@signers.test' },
				{ name, value: 'Sequential' },
			],
			[],
		);
		expect({ status, body }).toMatchObject({
			status: 400,
			body: {
				errorCode: 'Request_Invalid',
				arguments: [name.slice(0, 100), 'is not known here; leave it out'],
			},
		});
		expect(await stored()).toEqual(before);
	},
);

test('a part without a name is refused', async () => {
	const body = '--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--\r\n';
	const headers = { ...key(), 'content-type': 'multipart/form-data; boundary=x' };
	const answer = await request(`${running.storageUrl}/files`, { method: 'POST', headers, body });
	expect(answer.statusCode).toBe(400);
	expect(await answer.body.text()).toContain('a part has no name');
});

test('a file keeps its own name, without the folders a browser may send along', async () => {
	const named = [
		['Überweisung – März.pdf', 'Überweisung – März.pdf'],
		['报告.txt', '报告.txt'],
		['C:\\Users\\ann\\agreement.txt', 'agreement.txt'],
		['../../etc/passwd', 'passwd'],
		['a b;c=d.txt', 'a b;c=d.txt'],
	] as const;
	for (const [sent, kept] of named) {
		const form = [{ name: 'file', fileName: sent, content: 'x' }];
		const { body } = await post(`${running.storageUrl}/files`, form, []);
		expect(body).toMatchObject({ fileName: kept });
	}
});

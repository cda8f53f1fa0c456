/**
 * Whoever may not upload is told so before they send a byte, and nobody has more uploads under way
 * than they may. Requests go over bare sockets that send the head of a request, a part, and stall.
 */
import { SealerClient, agreement, mailsAbout } from '../contracts/sealer-client';
import {
	authenticatedLimits,
	anonymousLimits,
	type ReadLimits,
} from '../../../server/http/app/connection-end';
import {
	RawConnection,
	rawRequest,
	socketBuffersBytes,
} from '../../support/hostile/raw-connection';
import { boundary, partHead, RawUpload, wholePart } from '../../support/hostile/raw-upload';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { storedFiles } from '../../support/programs/stored-state';

const uploadsPerLinkMax = 3;
const uploadsPerUserMax = 4;
const uploadsPerOrganisationMax = 6;

let running: RunningService;
let sealer: SealerClient;
/** Of `agreement`, and the token of its only signer. */
let contractId: string;
let token: string;
let files: readonly string[];
const uploads: RawUpload[] = [];

beforeAll(async () => {
	running = await startService({
		config: { uploadsPerLinkMax, uploadsPerUserMax, uploadsPerOrganisationMax },
	});
	sealer = new SealerClient(running);
	({ contractId, token } = await newContract('Open'));
	files = storedFiles(running.dataFolder);
});

afterEach(async () => {
	for (const upload of uploads.splice(0)) upload.leave();
	await until(() => Promise.resolve(newFiles() === 0 ? true : undefined));
});

afterAll(() => running.close());

async function newContract(displayName: string, email = 'eve@signers.test') {
	const { key } = running.organisation.admin;
	const { body } = await sealer.create(key, { displayName, signerEmails: [email] });
	const [mail] = await mailsAbout(running, displayName);
	return { contractId: String(body['id']), token: mail?.link.split('/').at(-1) ?? '' };
}

function newFiles(): number {
	return storedFiles(running.dataFolder).length - files.length;
}

async function begin(location: string, key?: string): Promise<RawUpload> {
	const upload = await RawUpload.begin({ url: running.url + location, key });
	uploads.push(upload);
	return upload;
}

const sealerPath = () => `/sealer/${running.organisation.products.Sealer}/contracts`;
const linkPath = (by: string) => `/signing/${by}/sign`;
const keeperPath = () => `/keeper/${running.organisation.products.Keeper}/files`;

describe('before the first byte of a body is sent', () => {
	const stranger = '65f0c0ffee0123456789abcd';
	const admin = () => running.organisation.admin.key;
	const cases: readonly (readonly [
		what: string,
		place: () => string,
		key: () => string,
		status: number,
		code: string,
	])[] = [
		[
			'a contract that does not exist',
			() => `${sealerPath()}/${stranger}/sign`,
			admin,
			404,
			'Sealer_ContractNotFound',
		],
		[
			'the same by the older path',
			() => `${sealerPath()}/sign/${stranger}`,
			admin,
			404,
			'Sealer_ContractNotFound',
		],
		[
			'a contract the caller is no signer of',
			() => `${sealerPath()}/${contractId}/sign`,
			admin,
			403,
			'Sealer_NotASigner',
		],
		[
			'a contract by the link to another',
			() => `${sealerPath()}/${stranger}/sign`,
			() => token,
			404,
			'Sealer_ContractNotFound',
		],
		[
			'a role that is missing',
			sealerPath,
			() => running.organisation.byRole.TrackerUser.key,
			403,
			'Auth_RoleMissing',
		],
		['a product of others', sealerPath, () => running.other.admin.key, 404, 'Product_NotFound'],
		['a key that is none', sealerPath, () => 'nobody', 401, 'Auth_KeyInvalid'],
		[
			'a version of no file',
			() => `${keeperPath()}/${stranger}/versions`,
			admin,
			404,
			'Breadcrumbing_FileNotFound',
		],
		[
			'a comparison with no file',
			() => `${keeperPath()}/${stranger}/compare/latest`,
			admin,
			404,
			'Breadcrumbing_FileNotFound',
		],
	];

	test.each(cases)('%s is refused', async (_what, place, key, status, code) => {
		const upload = await begin(place(), key());
		expect(await upload.status()).toBe(status);
		await until(() => Promise.resolve(upload.received().includes(code) ? true : undefined));
		expect(newFiles()).toBe(0);
	});

	test("a used link's token is refused, as a key and by itself", async () => {
		const used = await usedContract('una@signers.test');
		const asKey = await begin(`${sealerPath()}/${used.contractId}/sign`, used.token);
		expect(await asKey.status()).toBe(409);
		const byLink = await begin(linkPath(used.token));
		expect(await byLink.status()).toBe(409);
		expect(newFiles()).toBe(0);
	});
});

/** The head of a request with a body that has not begun. */
function headOf(path: string, key?: string, type = `multipart/form-data; boundary=${boundary}`) {
	const own = { 'content-type': type, 'content-length': String(10 ** 12) };
	const headers = key === undefined ? own : { ...own, 'x-api-key': key };
	return rawRequest({ method: 'POST', path, headers });
}

async function usedContract(email: string) {
	const used = await newContract(`Used by ${email}`, email);
	const signing = { contract: agreement, signature: { text: 'Eve' } };
	expect((await sealer.sign(used.token, used.contractId, signing)).status).toBe(200);
	// Seal and mail are made beside the requests, and are files as well.
	await running.service.sealed();
	await running.service.mailsDelivered();
	files = storedFiles(running.dataFolder);
	return used;
}

test('an upload without end is cut after a little, whyever it is refused', async () => {
	const { admin, byRole } = running.organisation;
	const busy = await newContract('Busy', 'bea@signers.test');
	const used = await usedContract('ulf@signers.test');
	await stall(uploadsPerLinkMax, uploadsPerLinkMax, [linkPath(busy.token)]);
	await until(() => Promise.resolve(newFiles() === 8 * uploadsPerLinkMax ? true : undefined));
	const signPath = (id: string) => `${sealerPath()}/${id}/sign`;
	const tooLarge = headOf(signPath(contractId), token) + partHead('contract', 'large.bin');
	const cases: readonly (readonly [string, number, ReadLimits, string])[] = [
		['no role', 403, anonymousLimits, headOf(sealerPath(), byRole.TrackerUser.key)],
		['no signer', 403, anonymousLimits, headOf(signPath(contractId), admin.key)],
		['signed, by its link', 409, authenticatedLimits, headOf(linkPath(used.token))],
		[
			'signed, by its token',
			409,
			authenticatedLimits,
			headOf(signPath(used.contractId), used.token),
		],
		['larger than the contract', 413, authenticatedLimits, tooLarge],
		['too many of a link', 429, anonymousLimits, headOf(linkPath(busy.token))],
	];
	const came = cases.map(async ([what, , { sizeBytesMax }, bytes]) => {
		const connection = await RawConnection.open(running.url);
		await connection.write(bytes);
		// A signer may send a little more than the contract before it is too much.
		const most = sizeBytesMax + socketBuffersBytes + (what.startsWith('larger') ? 2 ** 24 : 0);
		const isCut = (await connection.flood(2 * most)) < most;
		return [what, Number(connection.text().slice(9, 12)), isCut];
	});
	expect(await Promise.all(came)).toEqual(cases.map(([what, status]) => [what, status, true]));
});

test('by a link that does not work no body is read, in whatever form it comes', async () => {
	const pages: readonly (readonly [string, number, RegExp])[] = [
		[linkPath('nobody'), 404, /^application\/json/],
		['/keys/nobody', 404, /^text\/html/],
	];
	const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', undefined];
	for (const [path, status, form] of pages) {
		for (const type of types) {
			const connection = await RawConnection.open(running.url);
			await connection.write(headOf(path, undefined, type));
			const [reply] = await connection.replies();
			expect([path, type, reply?.status]).toEqual([path, type, status]);
			expect(reply?.headers['content-type']).toMatch(form);
		}
	}
	const connection = await RawConnection.open(running.url);
	await connection.write(headOf(linkPath(token), undefined, 'application/json'));
	expect((await connection.replies()).map((reply) => reply.status)).toEqual([415]);
});

describe('before the first byte of a file is kept', () => {
	test.each([
		['an unknown folder', keeperPath, wholePart('folderId', 'nowhere'), 404],
		['an accuracy there is none of', keeperPath, wholePart('accuracy', 'Perfect'), 400],
		['a name that is too long', sealerPath, wholePart('displayName', 'a'.repeat(201)), 400],
		['an unknown template', sealerPath, wholePart('templateId', 'nowhere'), 404],
		['an address that is none', sealerPath, wholePart('signerEmails', 'nobody'), 400],
		[
			'a field that came before',
			sealerPath,
			wholePart('displayName', 'a') + wholePart('displayName', 'a'),
			400,
		],
	])('%s ahead of it is refused', async (_what, place, parts, status) => {
		const upload = await begin(place(), running.organisation.admin.key);
		upload.send(parts + partHead('file', 'file.bin') + 'a'.repeat(100_000));
		expect(await upload.status()).toBe(status);
	});

	test('a last signature that is to be used again and is not there is refused', async () => {
		const upload = await begin(linkPath(token));
		upload.send(wholePart('reuseLastSignature', 'true') + partHead('signature', 'a.svg') + 'a');
		expect(await upload.status()).toBe(422);
	});
});

test('the contract a signer sends is compared and never stored, their signature alone is', async () => {
	const upload = await begin(`${sealerPath()}/${contractId}/sign`, token);
	upload.send(wholePart('contract', agreement.text, 'agreement.txt'));
	upload.send(partHead('signature', 'signature.png') + 'a'.repeat(1000));
	// A draft of each of its shards.
	await until(() => Promise.resolve(newFiles() >= 8 ? true : undefined));
	expect(newFiles()).toBe(8);
});

test.each(['contract', 'signature'])('a %s far larger than the contract is cut', async (name) => {
	const upload = await begin(`${sealerPath()}/${contractId}/sign`, token);
	upload.send(partHead(name, 'large.bin'));
	const sentBytes = await upload.sendUntilAnswered(Buffer.alloc(1_000_000));
	expect(await upload.status()).toBe(413);
	expect(sentBytes).toBeLessThan(60_000_000);
});

/** Begins uploads that stall in a file; answers how many of them were refused, and with what. */
async function stall(count: number, left: number, [location, key]: readonly [string, string?]) {
	const begun = await Promise.all(Array.from({ length: count }, () => begin(location, key)));
	const statuses: number[] = [];
	const field = location === '/storage/files' ? 'file' : 'signature';
	for (const upload of begun) {
		upload.send(partHead(field, 'signature.png') + 'a');
		upload.status().then(
			(status) => statuses.push(status),
			() => undefined,
		);
	}
	await until(() => Promise.resolve(statuses.length >= count - left ? true : undefined));
	return statuses;
}

test('of 100 stalled uploads by one link all but a few are refused, and the places come back', async () => {
	const statuses = await stall(100, uploadsPerLinkMax, [linkPath(token)]);
	expect(statuses).toEqual(Array.from({ length: 100 - uploadsPerLinkMax }, () => 429));
	await until(() => Promise.resolve(newFiles() === 8 * uploadsPerLinkMax ? true : undefined));
	// The same link as a key has no places besides, and who has a key has places of their own.
	const asKey = await begin(`${sealerPath()}/${contractId}/sign`, token);
	expect(await asKey.status()).toBe(429);
	const headers = { 'x-api-key': running.organisation.admin.key };
	const form = [{ name: 'file', fileName: 'a.txt', content: 'a' }];
	const request = { method: 'POST', url: `${running.storageUrl}/files`, headers, form };
	expect((await send(request)).status).toBe(201);
	files = [...files, ...storedFiles(running.dataFolder).filter((file) => !file.includes('drafts'))];
	files = [...new Set(files)];
	for (const upload of uploads.splice(0)) upload.leave();
	await until(() => Promise.resolve(newFiles() === 0 ? true : undefined));
	const again = await begin(linkPath(token));
	again.send(partHead('signature', 'signature.png') + 'a');
	await until(() => Promise.resolve(newFiles() === 8 ? true : undefined));
});

test('places come back from callers who leave at once', async () => {
	for (let count = 0; count < 30; count += 1) (await begin(linkPath(token))).leave();
	await until(async () => {
		const upload = await begin(linkPath(token));
		upload.send(wholePart('reuseLastSignature', 'maybe') + partHead('signature', 'a') + 'a');
		return (await upload.status()) === 400 ? true : undefined;
	});
});

test('a user has so many uploads under way, and all users of an organisation a few more', async () => {
	const { admin, byRole } = running.organisation;
	const location = '/storage/files';
	const mine = await stall(20, uploadsPerUserMax, [location, admin.key]);
	expect(mine).toEqual(Array.from({ length: 20 - uploadsPerUserMax }, () => 429));
	const left = uploadsPerOrganisationMax - uploadsPerUserMax;
	const others = await stall(20, left, [location, byRole.StorageWrite.key]);
	expect(others).toEqual(Array.from({ length: 20 - left }, () => 429));
	const elsewhere = await stall(1, 1, [location, running.other.admin.key]);
	expect(elsewhere).toEqual([]);
});

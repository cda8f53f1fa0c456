/** The brand of an organisation over real HTTP: what is taken as a logo, who sets it, and the mails that have it. */
import fs from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import sharp from 'sharp';
import { send, type Answer } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { plainPdf } from '../sealing/pdf-files';
import { sealedContract } from '../sealing/sealed-contracts';

let running: RunningService;

beforeAll(async () => {
	running = await startService();
});
afterAll(() => running.close());

function ask(method: string, location: string, more: object = {}, key?: string) {
	const headers = { 'x-api-key': key ?? running.organisation.byRole.Admin.key };
	return send({ method, url: running.url + location, headers, ...more });
}

const svg = (content: string, attributes = 'width="300" height="60"') =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const drawn = svg(
	'<rect width="300" height="60" rx="8" fill="#0b6e4f"/><circle cx="30" cy="30" r="20"/>',
);

const setLogo = (content: Buffer, key?: string) =>
	ask('PUT', '/brand/logo', { form: [{ name: 'logo', fileName: 'logo', content }] }, key);

async function refusal(answer: Promise<Answer>) {
	const { status, json } = await answer;
	return { status, ...(json() as { readonly errorCode: string; readonly arguments: string[] }) };
}

function photo(width: number, height: number) {
	const background = { r: 11, g: 110, b: 79 };
	return sharp({ create: { width, height, channels: 3, background } });
}

test.each([
	['a drawing', () => drawn, { logoWidth: 240, logoHeight: 48 }],
	[
		'a large photo',
		() => photo(2_000, 1_000).jpeg().toBuffer(),
		{ logoWidth: 160, logoHeight: 80 },
	],
	['a small PNG', () => photo(100, 30).png().toBuffer(), { logoWidth: 50, logoHeight: 15 }],
])('%s is a logo, kept as a small PNG that everybody sees', async (_name, make, size) => {
	const set = await setLogo(await make());
	expect({ status: set.status, body: set.json() }).toMatchObject({ status: 200, body: size });
	const { logoId } = set.json() as { readonly logoId: string };
	const shown = await fetch(`${running.url}/logos/${logoId}`);
	expect(shown.headers.get('content-type')).toBe('image/png');
	const { format, width } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
	expect({ format, width }).toEqual({ format: 'png', width: size.logoWidth * 2 });
	expect((await ask('DELETE', '/brand/logo')).status).toBe(204);
	expect((await fetch(`${running.url}/logos/${logoId}`)).status).toBe(404);
	expect((await ask('GET', '/brand')).json()).toEqual({ name: 'first.test' });
});

test.each([
	['a text', () => Buffer.from('Harbour'), /no PNG, JPEG or SVG/],
	['a script', () => svg('<script>1</script>'), /has <script>/],
	['a picture from elsewhere', () => svg('<image href="http://a.test/a.png"/>'), /has <image>/],
	['a handler', () => svg('<rect width="9" height="9" onload="x"/>'), /attribute onload/],
	['a style', () => svg('<rect width="9" height="9" style="fill:url(x)"/>'), /attribute style/],
	['half a PNG', async () => (await photo(99, 99).png().toBuffer()).subarray(0, 90), /broken/],
	['too many pixels', () => svg('', 'width="60000" height="60000"'), /12000 pixels/],
])('%s is no logo, and why is said of the field', async (_name, make, why) => {
	const { errorCode, arguments: args } = await refusal(setLogo(await make()));
	expect({ errorCode, args }).toEqual({
		errorCode: 'Request_Invalid',
		args: ['logo', expect.stringMatching(why)],
	});
});

test('a file over 200 kB, a colour that is none and an empty name are refused by name', async () => {
	const large = Buffer.concat([drawn, Buffer.alloc(200_001 - drawn.length, ' ')]);
	expect(await refusal(setLogo(large))).toMatchObject({
		...{ status: 413, errorCode: 'Request_TooLarge' },
		arguments: ['logo', 200_000],
	});
	for (const [field, json] of [
		['colour', { colour: 'green' }],
		['colour', { colour: '#12345' }],
		['colour', { colour: '#123456;background:url(x)' }],
		['name', { name: '' }],
	] as const) {
		expect(await refusal(ask('PUT', '/brand', { json }))).toMatchObject({
			...{ status: 400, errorCode: 'Request_Invalid' },
			arguments: [field, expect.any(String)],
		});
	}
});

test('only an administrator changes it, for their own organisation', async () => {
	const { key } = running.organisation.byRole.UserAdmin;
	const missing = { status: 403, errorCode: 'Auth_RoleMissing' };
	expect(await refusal(setLogo(drawn, key))).toMatchObject(missing);
	expect(await refusal(ask('PUT', '/brand', { json: { name: 'x' } }, key))).toMatchObject(missing);
	expect(await refusal(ask('DELETE', '/brand/logo', {}, key))).toMatchObject(missing);
	await ask('PUT', '/brand', { json: { colour: '#FFD400' } });
	expect((await ask('GET', '/brand', {}, key)).json()).toEqual({
		...{ name: 'first.test', colour: '#ffd400', textColour: '#000000' },
	});
	const other = running.other.byRole.UserAdmin.key;
	expect((await ask('GET', '/brand', {}, other)).json()).toEqual({ name: 'second.test' });
	await ask('PUT', '/brand', { json: { colour: 'usual' } });
	expect((await ask('GET', '/brand')).json()).toEqual({ name: 'first.test' });
});

async function newestMail(): Promise<Email> {
	await running.service.mailsDelivered();
	const folder = path.join(running.dataFolder, 'outbox');
	const [name = ''] = fs.readdirSync(folder).sort().reverse();
	return PostalMime.parse(fs.readFileSync(path.join(folder, name)));
}

test('mails carry the logo with them, and the colour on their button', async () => {
	const invite = (email: string) =>
		ask('POST', '/invitations', { json: { email } }, running.organisation.byRole.UserAdmin.key);
	await invite('ann@brand.test');
	const plain = await newestMail();
	expect(plain.html).not.toContain('<!--logo-->');
	expect(plain.html).toContain('background:#1f5fd0;color:#ffffff');
	expect(plain.attachments).toEqual([]);
	await setLogo(drawn);
	await ask('PUT', '/brand', { json: { name: 'Harbour & <Sons>', colour: '#ffd400' } });
	await invite('ben@brand.test');
	const { html = '', attachments } = await newestMail();
	expect(html).toContain('background:#ffd400;color:#000000');
	expect(html).toMatch(
		/<img src="cid:logo@sealkeeper" alt="Harbour &amp; &lt;Sons&gt;" width="240" height="48"/,
	);
	expect(html).not.toMatch(/src="http|#1f5fd0/);
	const [logo] = attachments;
	expect(attachments).toHaveLength(1);
	expect(logo).toMatchObject({ contentId: '<logo@sealkeeper>', mimeType: 'image/png' });
	// An administrator who reads it in the outbox sees the same.
	const { key } = running.organisation.admin;
	const [{ id }] = (await ask('GET', '/mails?limit=1', {}, key)).json() as [
		{ readonly id: string },
	];
	const read = (await ask('GET', `/mails/${id}`, {}, key)).json() as { readonly html: string };
	const [, data = ''] = /<img src="data:image\/png;base64,([^"]+)"/.exec(read.html) ?? [];
	expect(Buffer.from(data, 'base64')).toEqual(Buffer.from(logo?.content as ArrayBuffer));
});

test('the certificate page of a seal has the logo', async () => {
	const bytes = await plainPdf();
	const image = /\/Width 480\b[^>]*\/Height 96\b/;
	const sealed = async () =>
		(await sealedContract(running, { bytes, fileName: 'lease.pdf' })).sealed.toString('latin1');
	await ask('DELETE', '/brand/logo');
	expect(await sealed()).not.toMatch(image);
	await setLogo(drawn);
	expect(await sealed()).toMatch(image);
});

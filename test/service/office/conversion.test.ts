/** The bounds of a conversion, with programs in the place of LibreOffice that never end or write too much. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Refusal } from '../../../server/refusal';
import {
	conversionLimits,
	converterProgram,
	OfficeConverter,
} from '../../../service/office/converter';
import { paragraph, wordFile } from '../../comparison/formats/office/word-files';
import { send, until } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';

const bytes = wordFile({ body: paragraph('A lease.') });
let folder: string;
let running: RunningService;

/** Tells its number, and starts another process that outlives it if nobody ends its group. */
const endless = () => script('endless', `sleep 1000 &\necho "$$ $!" >> "${pidFile()}"\nwait\n`);
const pidFile = () => path.join(folder, 'pids');

function script(name: string, text: string): string {
	const file = path.join(folder, name);
	fs.writeFileSync(file, `#!/bin/sh\n${text}`, { mode: 0o755 });
	return file;
}

function pidsTold(): readonly number[] {
	if (!fs.existsSync(pidFile())) return [];
	return fs.readFileSync(pidFile(), 'utf8').trim().split(/\s+/).map(Number);
}

/** A zombie that its new parent has not looked at is gone as well. */
function isAlive(pid: number): boolean {
	try {
		return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
	} catch {
		return false;
	}
}

const allGone = () => until(() => Promise.resolve(!pidsTold().some(isAlive) || undefined));

beforeAll(async () => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'conversion-'));
	running = await startService({ config: { officeConverter: endless() } });
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

beforeEach(() => fs.rmSync(pidFile(), { force: true }));

const left = (data: string) => fs.readdirSync(path.join(data, 'converting'));
const stays = () => new AbortController().signal;

async function refusalOf(run: Promise<unknown>): Promise<string> {
	const fault: unknown = await run.then(
		() => undefined,
		(why: unknown) => why,
	);
	if (!(fault instanceof Refusal)) throw fault;
	return [fault.code, ...fault.args].join(' ');
}

test('a program that does not end is ended with all that it has started', async () => {
	const converter = new OfficeConverter(endless(), folder, { ...conversionLimits, timeoutMs: 500 });
	const asked = converter.convert({ bytes, kind: 'docx', leaving: stays() });
	expect(await refusalOf(asked)).toBe('Sealer_NotConverted It took longer than 0.5 seconds.');
	expect(pidsTold()).toHaveLength(2);
	await allGone();
	expect(left(folder)).toEqual([]);
});

test('a program that makes nothing, or too much, makes no PDF', async () => {
	const limits = { ...conversionLimits, outputBytesMax: 0 };
	const nothing = new OfficeConverter(script('nothing', 'exit 0\n'), folder);
	const asked = { bytes, kind: 'docx', leaving: stays() } as const;
	expect(await refusalOf(nothing.convert(asked))).toMatch(/could not open it/);
	const failing = new OfficeConverter(script('failing', 'exit 3\n'), folder);
	expect(await refusalOf(failing.convert(asked))).toMatch(/could not open it/);
	const much = script('much', 'mkdir made && echo much > made/document.pdf\n');
	expect(await refusalOf(new OfficeConverter(much, folder, limits).convert(asked))).toMatch(
		/larger than 0 MiB/,
	);
	expect((await new OfficeConverter(much, folder).convert(asked)).toString()).toBe('much\n');
	expect(left(folder)).toEqual([]);
});

test('the program is told nothing of the service, and the name of the file is none of the sender', async () => {
	process.env['CONVERSION_SECRET'] = 'told to nobody';
	const told = script('told', 'mkdir made && { env; echo "$@"; } > made/document.pdf\n');
	const made = new OfficeConverter(told, folder).convert({ bytes, kind: 'odt', leaving: stays() });
	const text = (await made).toString();
	delete process.env['CONVERSION_SECRET'];
	expect(text).toMatch(/document\.odt$/m);
	expect(text).toMatch(/--infilter=writer8/);
	expect(text.match(/^[A-Z_]+(?==)/gm)?.toSorted()).toEqual(
		expect.arrayContaining(['HOME', 'LANG', 'PATH', 'TMPDIR']),
	);
	expect(text).not.toContain('told to nobody');
});

const asked = (signal?: AbortSignal) => {
	const form = new FormData();
	form.append('file', new Blob([bytes]), 'lease.docx');
	return fetch(`${running.url}/sealer/${running.organisation.products.Sealer}/pdf`, {
		method: 'POST',
		headers: { 'x-api-key': running.organisation.admin.key },
		body: form,
		signal: signal ?? null,
	});
};

test('an organisation has two at a time, and a caller who leaves ends theirs', async () => {
	const leaving = new AbortController();
	const both = [asked(leaving.signal), asked(leaving.signal)].map((one) =>
		one.catch(() => undefined),
	);
	await until(() => Promise.resolve(pidsTold().length === 4 || undefined));
	const third = await asked();
	expect(third.status).toBe(429);
	expect(await third.json()).toMatchObject({
		errorCode: 'Sealer_ConversionsTooMany',
		arguments: [2],
	});
	leaving.abort();
	await Promise.all(both);
	await allGone();
	await until(() => Promise.resolve(left(running.dataFolder).length === 0 || undefined));
});

test('what a service that was killed has left is removed at the next start', async () => {
	const stale = path.join(running.dataFolder, 'converting', 'of-killed');
	fs.mkdirSync(stale, { recursive: true });
	fs.writeFileSync(path.join(stale, 'document.docx'), bytes);
	await running.restart();
	expect(fs.existsSync(stale)).toBe(false);
});

test('without a role for contracts nothing is converted', async () => {
	const answer = await send({
		method: 'POST',
		url: `${running.url}/sealer/${running.organisation.products.Sealer}/pdf`,
		headers: { 'x-api-key': running.organisation.byRole.SealerUser.key },
		form: [{ name: 'file', fileName: 'lease.docx', content: Buffer.from(bytes) }],
	});
	expect(answer.status).toBe(403);
});

test('a setting that names no program is refused with what it may be', () => {
	expect(converterProgram('off')).toBeUndefined();
	expect(() => converterProgram('/nowhere/soffice')).toThrow(
		"OFFICE_CONVERTER must be off, or the whole path of soffice, such as /usr/bin/soffice; there is nothing at '/nowhere/soffice'",
	);
});

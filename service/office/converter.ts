/**
 * Has LibreOffice make a PDF of a document, in a process of its own: no shell, an environment with nothing of
 * the service in it, a folder with a fresh profile that is removed with everything in it, and an end after a
 * minute. What the profile stops, and what nothing here stops, is in SECURITY.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SettingRefused } from '../../server/config/environment';
import { refuse } from '../../server/refusal';
import { KeyedSemaphore } from '../operations/keyed-semaphore';
import type { OfficeKind } from '../../comparison/formats/office/outside-parts';

export const conversionLimits = {
	inputBytesMax: 32 * 1024 * 1024,
	outputBytesMax: 64 * 1024 * 1024,
	timeoutMs: 60_000,
	/** Of an organisation, and of all together. */
	ownMax: 2,
	allMax: 4,
};

/** So that nothing else is tried, such as a page of the web under another name. */
const filters: Readonly<Record<OfficeKind, string>> = { docx: 'MS Word 2007 XML', odt: 'writer8' };

const scripting = '/org.openoffice.Office.Common/Security/Scripting';
const internet = '/org.openoffice.Inet/Settings';

/** The proxy is a port where nobody listens; a name that a version does not know is passed over. */
const profile = [
	[scripting, 'DisableMacrosExecution', 'true'],
	[scripting, 'MacroSecurityLevel', '3'],
	[scripting, 'BlockUntrustedRefererLinks', 'true'],
	[scripting, 'DisableActiveContent', 'true'],
	['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
	[internet, 'ooInetProxyType', '2'],
	[internet, 'ooInetHTTPProxyName', '127.0.0.1'],
	[internet, 'ooInetHTTPProxyPort', '9'],
	[internet, 'ooInetHTTPSProxyName', '127.0.0.1'],
	[internet, 'ooInetHTTPSProxyPort', '9'],
] as const;

const profileText = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${profile.map(([at, name, value]) => `<item oor:path="${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join('\n')}
</oor:items>
`;

/** Finds the program: the one of the setting, else `soffice` on the PATH; undefined where there is none. */
export function converterProgram(setting: string | undefined): string | undefined {
	if (setting === 'off') return undefined;
	if (setting !== undefined) {
		if (path.isAbsolute(setting) && fs.existsSync(setting)) return setting;
		throw new SettingRefused(
			`OFFICE_CONVERTER must be off, or the whole path of soffice, such as /usr/bin/soffice; there is nothing at '${setting}'`,
		);
	}
	const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(path.isAbsolute);
	return folders.map((folder) => path.join(folder, 'soffice')).find((file) => fs.existsSync(file));
}

export interface Conversion {
	readonly bytes: Uint8Array;
	readonly kind: OfficeKind;
	/** Aborted when nobody waits for it any more. */
	readonly leaving: AbortSignal;
}

export class OfficeConverter {
	private readonly folder: string;
	private readonly own: KeyedSemaphore;
	private readonly all: KeyedSemaphore;

	/** Removes what a process that was killed has left; the data folder belongs to one process. */
	constructor(
		readonly program: string | undefined,
		dataFolder: string,
		private readonly limits = conversionLimits,
	) {
		this.folder = path.join(dataFolder, 'converting');
		fs.rmSync(this.folder, { recursive: true, force: true });
		const tooMany = (placesMax: number) => refuse('Sealer_ConversionsTooMany', placesMax);
		this.own = new KeyedSemaphore(limits.ownMax, tooMany);
		this.all = new KeyedSemaphore(limits.allMax, tooMany);
	}

	/** Runs what belongs to a conversion while a place for it is held. */
	hold<Result>(organisationId: string, run: () => Promise<Result>): Promise<Result> {
		return this.own.hold(organisationId, () => this.all.hold('', run));
	}

	async convert({ bytes, kind, leaving }: Conversion): Promise<Buffer> {
		if (this.program === undefined) throw refuse('Sealer_NoConverter');
		await mkdir(this.folder, { recursive: true, mode: 0o700 });
		const folder = await mkdtemp(path.join(this.folder, 'of-'));
		try {
			await mkdir(path.join(folder, 'profile', 'user'), { recursive: true });
			const settings = path.join(folder, 'profile', 'user', 'registrymodifications.xcu');
			await writeFile(settings, profileText);
			await writeFile(path.join(folder, `document.${kind}`), bytes, { mode: 0o600 });
			await this.run(this.program, folder, { kind, leaving });
			return await this.made(path.join(folder, 'made', 'document.pdf'));
		} finally {
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		}
	}

	/** With status 81 it asks to be started again, now that its profile is made. */
	private async run(program: string, folder: string, how: Pick<Conversion, 'kind' | 'leaving'>) {
		const ends = AbortSignal.any([how.leaving, AbortSignal.timeout(this.limits.timeoutMs)]);
		const args = [
			`-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`,
			...['--headless', '--norestore', '--nolockcheck', '--nodefault'],
			`--infilter=${filters[how.kind]}`,
			...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', path.join(folder, 'made')],
			path.join(folder, `document.${how.kind}`),
		];
		const startAgain = 81;
		let code = await ended(program, args, { folder, ends });
		if (code === startAgain) code = await ended(program, args, { folder, ends });
		if (how.leaving.aborted) throw how.leaving.reason;
		if (ends.aborted) {
			const seconds = this.limits.timeoutMs / 1000;
			throw refuse('Sealer_NotConverted', `It took longer than ${seconds} seconds.`);
		}
		if (code !== 0) throw refuse('Sealer_NotConverted', 'LibreOffice could not open it.');
	}

	/** For some files that it cannot open, it ends as if all were well. */
	private async made(file: string): Promise<Buffer> {
		const found = await stat(file).catch(() => undefined);
		if (found === undefined) throw refuse('Sealer_NotConverted', 'LibreOffice could not open it.');
		const mebibytes = this.limits.outputBytesMax / 1024 ** 2;
		if (found.size <= this.limits.outputBytesMax) return readFile(file);
		throw refuse('Sealer_NotConverted', `Its PDF would be larger than ${mebibytes} MiB.`);
	}
}

/** Runs it in a process group of its own, all of which is gone afterwards. */
async function ended(
	program: string,
	args: readonly string[],
	{ folder, ends }: { readonly folder: string; readonly ends: AbortSignal },
): Promise<number | null> {
	ends.throwIfAborted();
	const child = spawn(program, args, {
		cwd: folder,
		env: { HOME: folder, TMPDIR: folder, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
		stdio: 'ignore',
		detached: true,
	});
	const kill = () => killGroup(child.pid);
	ends.addEventListener('abort', kill, { once: true });
	try {
		const [code] = (await once(child, 'exit')) as [number | null];
		return code;
	} finally {
		ends.removeEventListener('abort', kill);
		kill();
	}
}

function killGroup(pid: number | undefined): void {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch (fault) {
		// The last of the group has ended.
		if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault;
	}
}

/**
 * Opens a real Chromium for tests. Which one is a fixed rule, not a search: the executable named
 * by SEALKEEPER_CHROMIUM when set; else, on Linux x64, the one pinned in package.json, unpacked
 * once into the cache folder; elsewhere a clear refusal.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { cacheFolder } from '../../../start/machine/cache-folder';
import { lockFolder } from '../../../start/machine/folder-lock';
import { projectRoot } from '../../../start/machine/project-root';

interface Chromium {
	readonly executable: string;
	readonly environment: NodeJS.ProcessEnv;
}

/** A headless browser; the caller closes it. No sandbox: tests also run as root in containers. */
export async function openBrowser(): Promise<Browser> {
	const { executable, environment } = await findChromium();
	return chromium.launch({
		executablePath: executable,
		headless: true,
		args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
		env: definedOnly(environment),
	});
}

/** Unpacks the pinned one when it is not there yet. */
export async function findChromium(): Promise<Chromium> {
	const named = process.env.SEALKEEPER_CHROMIUM;
	if (named) return { executable: named, environment: process.env };
	if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium();
	throw new Error(
		'The pinned Chromium is for Linux x64. Set SEALKEEPER_CHROMIUM to the path of a Chromium or Chrome.',
	);
}

async function unpackedChromium(): Promise<Chromium> {
	const source = path.join(projectRoot(), 'node_modules', '@sparticuz', 'chromium');
	const cache = path.join(cacheFolder(), 'chromium');
	const folder = path.join(cache, versionOf(source));
	if (!fs.existsSync(folder)) {
		fs.mkdirSync(cache, { recursive: true });
		const lock = await lockFolder(cache, {
			signal: AbortSignal.timeout(15 * 60_000),
			onWait: () => undefined,
		});
		try {
			if (!fs.existsSync(folder)) unpack(source, folder);
		} finally {
			lock.release();
		}
	}
	return { executable: path.join(folder, 'chromium'), environment: chromiumEnvironment(folder) };
}

function versionOf(packageFolder: string): string {
	const manifest = fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
	const version = /"version":\s*"([^"]+)"/.exec(manifest)?.[1];
	if (version === undefined) throw new Error(`${packageFolder} has no version.`);
	return version;
}

/**
 * The package unpacks itself into the folder for temporary files; in a process of its own that
 * folder is ours. The variable makes it unpack the libraries for bare machines, too.
 */
function unpack(source: string, folder: string): void {
	const partial = `${folder}.partial`;
	fs.rmSync(partial, { recursive: true, force: true });
	fs.mkdirSync(partial);
	const entry = JSON.stringify(path.join(source, 'build', 'index.js'));
	const script = `import(${entry}).then((loaded) => loaded.default.executablePath())`;
	const result = spawnSync(process.execPath, ['-e', script], {
		env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
		encoding: 'utf8',
	});
	if (result.status !== 0) throw new Error(`Chromium could not be unpacked: ${result.stderr}`);
	const fonts = path.join(partial, 'fonts', 'fonts.conf');
	fs.writeFileSync(fonts, fontsConfiguration(path.join(folder, 'fonts')));
	fs.renameSync(partial, folder);
}

function fontsConfiguration(folder: string): string {
	return [
		'<?xml version="1.0"?>',
		'<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
		`<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
		'',
	].join('\n');
}

function chromiumEnvironment(folder: string): NodeJS.ProcessEnv {
	const libraries = [path.join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? ''];
	return {
		...process.env,
		FONTCONFIG_PATH: path.join(folder, 'fonts'),
		LD_LIBRARY_PATH: libraries.filter((entry) => entry !== '').join(path.delimiter),
	};
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
	const entries = Object.entries(environment).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, value] as const],
	);
	return Object.fromEntries(entries);
}
